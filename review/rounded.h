// Figures in reports carry as many decimals as mean something.
#pragma once

#include <cmath>

namespace bastide {

inline double rounded(double value, int decimals = 4) {
  const double unit = std::pow(10, decimals);
  return std::round(value * unit) / unit;
}

}  // namespace bastide
