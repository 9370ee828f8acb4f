// Outlines of pieces, written down as a few absolute path commands and turned into regions.
#pragma once

#include <string_view>

#include "art/geometry.h"

namespace bastide::art {

// The area inside all shapes of a drawing, overlaps united. Commands, all with absolute numbers:
//   M x y, L x y ..., C x1 y1 x2 y2 x y ..., Z   a closed shape of lines and cubic curves
//   O x y rx ry                                  an ellipse
//   R x y width height                           a rectangle
//   S width x y x y ...                          a line of that width, round at its ends
// Only for drawings in this folder: what it does not understand ends the reading.
Region outline(std::string_view drawing);

}  // namespace bastide::art
