#include "server/hub/taking_back.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

// Every other person who still plays has said yes. Programs agree to everything, as our bots do.
bool TakingBack::is_granted() const {
  return std::ranges::all_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return seat.automatic() || seat.kind == TableSeat::Kind::program ||
           seat.guest == request_->guest ||
           std::ranges::find(request_->granted, seat.guest) != request_->granted.end();
  });
}

std::size_t TakingBack::most() const {
  return t.table.clocks.exist() ? t.site.options.max_undos_with_clock : t.site.options.max_undos;
}

std::string TakingBack::members() const {
  return ObjectText()
      .text("table", t.table.id)
      .number("seat", request_->seat)
      .number("seq", request_->seq)
      .take_members();
}

void TakingBack::tell(const Asker& asker) const {
  if (request_) send(asker, MessageText("undo_asked").members(members()).take());
}

void TakingBack::forget_if_moved_on() {
  if (request_ && t.table.game->last_answer(static_cast<Seat>(request_->seat)) != request_->seq)
    request_.reset();
}

Task<Answer> TakingBack::ask(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!t.table.holds(asker.guest.id, m.seat) ||
      t.table.meta.seats[static_cast<std::size_t>(m.seat)].automatic())
    co_return Denial{Refused::not_seated, "This is not your seat."};
  if (t.table.game->last_answer(static_cast<Seat>(m.seat)) != m.seq)
    co_return Denial{Refused::stale, "Only the seat's own last answer can be taken back.",
                     RefusedDetail::undo_last};
  if (t.table.undos >= most())
    co_return Denial{Refused::too_many, "In this game enough has been taken back.",
                     RefusedDetail::undos, static_cast<std::int64_t>(most())};
  request_ = Request{m.seat, m.seq, asker.guest.id, {}};
  if (is_granted()) co_return co_await take_back(asker);
  t.speaking.tell_same("undo_asked", members(), asker);
  co_return std::nullopt;
}

Task<Answer> TakingBack::answer(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!t.table.holds(asker.guest.id, m.seat))
    co_return Denial{Refused::not_seated, "This is not your seat."};
  if (!request_)
    co_return Denial{Refused::stale, "Nobody asks to take anything back.",
                     RefusedDetail::undo_none};
  if (request_->guest == asker.guest.id)
    co_return Denial{Refused::not_your_turn, "The others have to answer this.",
                     RefusedDetail::others};
  if (!m.flag) {
    t.speaking.tell_same("undo_refused", members(), asker);
    request_.reset();
    co_return std::nullopt;
  }
  request_->granted.push_back(asker.guest.id);
  if (!is_granted()) co_return std::nullopt;
  co_return co_await take_back(asker);
}

Task<void> TakingBack::look_again() {
  if (request_ && is_granted()) co_await take_back(std::nullopt);
}

Task<Answer> TakingBack::take_back(std::optional<Asker> asker) {
  const std::int64_t seq = request_->seq;
  const auto seat = static_cast<Seat>(request_->seat);
  const std::int64_t now = t.now();
  request_.reset();
  Clocks clocks = t.table.clocks;
  clocks.answered(now, seat, false);
  TableWrite write;
  write.rows.push_back(t.table.undo_row(seq, now));
  write.due_ms = due_ms(t.table.meta, seat, clocks, now);
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return not_stored();
  t.table.take_back(seq, now);
  ++t.epoch;
  t.site.bots.drop(t.table.id);
  t.speaking.forget_texts();
  t.speaking.tell_table("undone", asker);
  t.programs.tell_all_from_start();
  t.playing.go_on();
  co_return std::nullopt;
}

}  // namespace bastide::server
