// The time of a run: the machine's time of day at its start, and from then on what has passed. A
// clock that is set while games are played costs nobody a second, and gives nobody one. Where
// several nodes share a store, its clock is everybody's.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace bastide::server {

// `Day` and `Steady` are clocks of std::chrono; tests have their own.
template <class Day = std::chrono::system_clock, class Steady = std::chrono::steady_clock>
class BasicRunClock {
 public:
  // From any thread: milliseconds since 1970. Never less than before.
  std::int64_t now_ms() const {
    const std::int64_t now = begun_ms_ + ms(Steady::now() - begun_) + ahead_ms_;
    std::int64_t latest = latest_ms_;
    while (now > latest && !latest_ms_.compare_exchange_weak(latest, now)) {
    }
    return std::max(now, latest);
  }
  // From one thread: goes so much ahead, or stands still until that is true. At the `first` time
  // it may go back.
  void move(std::int64_t ms, bool first) {
    ahead_ms_ += ms;
    if (first) latest_ms_ = 0;
  }

 private:
  static std::int64_t ms(auto duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  }
  std::int64_t begun_ms_ = ms(Day::now().time_since_epoch());
  typename Steady::time_point begun_ = Steady::now();
  std::atomic<std::int64_t> ahead_ms_{0};
  mutable std::atomic<std::int64_t> latest_ms_{0};
};
using RunClock = BasicRunClock<>;

}  // namespace bastide::server
