// How messages name a cell of the map: "3,-2".
#pragma once

#include <string>

#include "engine/core/geometry.h"

namespace bastide {

inline std::string place_text(Pos at) { return std::to_string(at.x) + "," + std::to_string(at.y); }

}  // namespace bastide
