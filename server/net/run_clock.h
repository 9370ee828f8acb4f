// The time of a run: the machine's time of day at its start, and from then on what has passed. A
// clock that is set while games are played costs nobody a second, and gives nobody one.
#pragma once

#include <chrono>
#include <cstdint>

namespace bastide::server {

// `Day` and `Steady` are clocks of std::chrono; tests have their own.
template <class Day = std::chrono::system_clock, class Steady = std::chrono::steady_clock>
class BasicRunClock {
 public:
  std::int64_t now_ms() const {  // since 1970
    return begun_ms_ + ms(Steady::now() - begun_);
  }

 private:
  static std::int64_t ms(auto duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  }
  std::int64_t begun_ms_ = ms(Day::now().time_since_epoch());
  typename Steady::time_point begun_ = Steady::now();
};
using RunClock = BasicRunClock<>;

}  // namespace bastide::server
