// Sides and half-sides as tile files and the wire name them.
#pragma once

#include <array>
#include <string_view>

#include "engine/core/geometry.h"

namespace bastide {

inline constexpr std::array<std::string_view, kSides> kSideNames{"N", "E", "S", "W"};
inline constexpr std::array<std::string_view, kHalves> kHalfNames{"NL", "NR", "EL", "ER",
                                                                  "SL", "SR", "WL", "WR"};

}  // namespace bastide
