#include "server/table/clocks.h"

#include <algorithm>

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kDay = 24 * 60 * 60 * kSecond;

}  // namespace

Clocks::Clocks(const ClockRules& rules, std::size_t seats) : rules_(rules) {
  left_.assign(seats, budget());
  exempt_.assign(seats, false);
}

std::int64_t Clocks::budget() const {
  return rules_->kind == ClockRules::Kind::days ? rules_->days * kDay : rules_->seconds * kSecond;
}

void Clocks::exempt(Seat seat) {
  if (seat < exempt_.size()) exempt_[seat] = true;
}

void Clocks::stand_in(Seat seat, bool on, std::int64_t now_ms) {
  if (seat >= exempt_.size()) return;
  if (on) left_[seat] = left(seat, now_ms);
  exempt_[seat] = on;
  if (seat == decides_) since_ = now_ms;
}

void Clocks::run(Seat decides, std::int64_t now_ms) {
  decides_ = decides;
  since_ = now_ms;
}

void Clocks::answered(std::int64_t now_ms, Seat decides, bool new_move) {
  if (!rules_) return;
  if (runs()) {
    left_[decides_] = left(decides_, now_ms);
    if (new_move) left_[decides_] += rules_->add * kSecond;
    if (new_move && rules_->kind == ClockRules::Kind::days) left_[decides_] = budget();
  }
  run(decides, now_ms);
}

std::int64_t Clocks::left(Seat seat, std::int64_t now_ms) const {
  // A machine's clock may be set back: that gives nobody more than there was.
  const std::int64_t used =
      seat == decides_ && runs() ? std::max<std::int64_t>(0, now_ms - since_) : 0;
  return std::max<std::int64_t>(0, left_[seat] - used);
}

std::optional<std::int64_t> Clocks::running_left(std::int64_t now_ms) const {
  if (!rules_ || !runs()) return std::nullopt;
  return left(decides_, now_ms);
}

std::string Clocks::text(std::int64_t now_ms) const {
  ListText all;
  for (std::size_t seat = 0; seat < left_.size(); ++seat)
    all.number(left(static_cast<Seat>(seat), now_ms));
  ObjectText object;
  object.raw("left", all.take());
  if (runs()) {
    object.number("running", decides_);
  } else {
    object.nothing("running");
  }
  return object.number("now", now_ms).take();
}

}  // namespace bastide::server
