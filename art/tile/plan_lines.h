// What rivers and roads have in common: how they cross the edge of the tile.
#pragma once

#include "art/tile/plan_steps.h"

namespace bastide::art {

inline constexpr double kBeyond =
    2;  // how far lines go on outside the tile, for shadows and strokes

// Where a line is free to bend, after a piece square to the edge that it crosses.
Point leaving(double place);
// With the square piece at its start, and at its end if it goes on to another side.
Polyline squared(Polyline line, double from);
Polyline squared(Polyline line, double from, double to);
Polyline extended(Polyline line, bool at_end);  // beyond the edge

void append(Polyline& line, const Polyline& more);  // without points that lie on the last one
bool is_through(const SegmentDef& def);

}  // namespace bastide::art
