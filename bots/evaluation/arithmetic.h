// Exponential and logarithm from nothing but +, -, * and /, which every machine rounds alike: what
// bots decide must not depend on a C library.
#pragma once

#include <algorithm>

namespace bastide {

// Within 1e-7 of the truth, relatively, for |x| up to 30; beyond that it is cut off.
constexpr double portable_exp(double x) {
  const double y = std::clamp(x, -30.0, 30.0) / 1024;
  double power = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4)));
  for (int i = 0; i < 10; ++i) power *= power;
  return power;
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
