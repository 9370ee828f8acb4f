// Points where four tiles meet: what stands there, and on which field.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

// The corners of a tile, clockwise from the north-east.
inline constexpr int kTileCorners = 4;

// A point is named by the tile whose north-east corner it is.
Pos corner_of(Pos tile, int corner);

// The field in one corner of a placed tile, or kNone where something else reaches it.
FeatureId field_in_corner(const Rules& rules, const GameState& s, const PlacedTile& tile,
                          int corner);

// The one field that all four tiles at the point show there, or kNone (CB-GRANARY-2, BARN-1..3).
FeatureId field_at_corner(const Rules& rules, const GameState& s, Pos point);

// The corners of a placed tile where three others meet it, a bit each.
unsigned met_corners(const GameState& s, Pos tile);

// How many of the tiles at the point are squares of a start board.
int board_squares_at(const Rules& rules, const GameState& s, Pos point);

// Z-97: one building a point.
bool corner_is_taken(const Rules& rules, const GameState& s, Pos point);

}  // namespace bastide
