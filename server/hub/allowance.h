// So many a second, and so many at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bastide::server {

class Allowance {
 public:
  Allowance(double a_second, double at_once) : rate_(a_second), most_(at_once), left_(at_once) {}

  // Takes one, or so many, if they are there.
  bool take(std::int64_t now_ms, double cost = 1) {
    refill(now_ms);
    if (left_ < cost) return false;
    left_ -= cost;
    return true;
  }
  // In how many milliseconds so many will be there; 0: they are.
  std::int64_t wait_ms(std::int64_t now_ms, double cost) const {
    const double missing = std::max(0.0, cost - left_at(now_ms));
    return static_cast<std::int64_t>(std::ceil(missing * 1000 / rate_));
  }
  // Takes one in any case: how many milliseconds too early that is, 0 if it is not.
  double take_ahead(std::int64_t now_ms) {
    refill(now_ms);
    left_ -= 1;
    return left_ >= 0 ? 0 : -left_ * 1000 / rate_;
  }
  // Nothing has been taken that has not come back.
  bool is_whole(std::int64_t now_ms) const { return left_at(now_ms) >= most_; }

 private:
  double left_at(std::int64_t now_ms) const {
    const auto passed = static_cast<double>(std::max<std::int64_t>(0, now_ms - at_ms_));
    return std::min(most_, left_ + rate_ * passed / 1000);
  }
  void refill(std::int64_t now_ms) {
    left_ = left_at(now_ms);
    at_ms_ = now_ms;
  }

  double rate_, most_, left_;
  std::int64_t at_ms_ = 0;
};

}  // namespace bastide::server
