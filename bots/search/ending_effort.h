// What an exact end may take, and what it has taken.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace bastide {

// Positions alone give the same answer everywhere. How long one takes depends on the sets, from
// less than a microsecond to ten, so where there is a clock it has to be looked at.
struct EndingLimit {
  using Clock = std::chrono::steady_clock;

  std::uint64_t positions = 0;  // none: never
  std::optional<Clock::time_point> until{};
  const std::atomic<bool>* stop = nullptr;
};

class EndingEffort {
 public:
  explicit EndingEffort(const EndingLimit& limit) : limit_(limit) {}

  void look_at(std::uint64_t positions = 1) {
    looked_at_ += positions;
    if (looked_at_ < next_check_) return;
    next_check_ = looked_at_ + kBetweenChecks;
    if (limit_.stop != nullptr && limit_.stop->load(std::memory_order_relaxed)) called_off_ = true;
    if (limit_.until && EndingLimit::Clock::now() >= *limit_.until) called_off_ = true;
  }
  bool is_spent() const { return called_off_ || looked_at_ > limit_.positions; }

  // After the first of so many answers. The others take about as long, and less where only the best
  // one is asked for.
  bool is_hopeless(std::size_t answers) const {
    if (looked_at_ * answers / 4 > limit_.positions) return true;
    const auto now = EndingLimit::Clock::now();
    return limit_.until &&
           (now - begun_) * static_cast<std::int64_t>(answers) / 4 > *limit_.until - begun_;
  }

 private:
  static constexpr std::uint64_t kBetweenChecks = 64;

  const EndingLimit limit_;
  const EndingLimit::Clock::time_point begun_ = EndingLimit::Clock::now();
  std::uint64_t looked_at_ = 0, next_check_ = 0;
  bool called_off_ = false;
};

}  // namespace bastide
