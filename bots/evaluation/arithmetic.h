// Exponential and logarithm from nothing but +, -, * and /, which every machine rounds alike: what
// bots decide must not depend on a C library.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace bastide {

// Within 1e-7 of the truth, relatively, for |x| up to 30; beyond that it is cut off.
constexpr double portable_exp(double x) {
  const double y = std::clamp(x, -30.0, 30.0);
  // e^y = 2^n e^r with |r| up to half of log 2, for which a few powers are enough. They are summed
  // in pairs, so that a processor need not wait for each of them.
  const int n = static_cast<int>(y * 1.4426950408889634 + (y < 0 ? -0.5 : 0.5));
  const double r = y - n * 0.6931471805599453;
  const double r2 = r * r;
  const double high = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const double power = (1 + r) + r2 * ((0.5 + r * (1.0 / 6)) + r2 * high);
  return power * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + n) << 52);
}

constexpr double sigmoid(double x) { return 1 / (1 + portable_exp(-x)); }

// Of x > 0, by Newton's steps on the exponential; |log x| up to 30.
constexpr double portable_log(double x) {
  double y = 0;
  for (int i = 0; i < 60; ++i) {
    const double e = portable_exp(y);
    const double step = 2 * (x - e) / (x + e);
    y += step;
    if (step < 1e-12 && step > -1e-12) break;
  }
  return y;
}

}  // namespace bastide
