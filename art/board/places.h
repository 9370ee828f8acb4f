// Where pieces stand that stand on no segment of a tile, and what moves those that do. Pictures of
// whole tables and web pages (art/sprite/shapes.h) both follow these, so that pieces stand alike.
// Points are those of the tile's square, or offsets where the name says beside, in or step.
#pragma once

#include "art/geometry.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

inline constexpr Point kDragon{50, 50};
inline constexpr Point kFairyBeside{14, -3};  // from the piece's place, or from tile_anchor
inline constexpr Point kFlockBeside{23, 4};   // from the shepherd's place
inline constexpr double kRowStep = 0.75;  // of a piece's size, from one to the next on a segment

inline constexpr Point kOnBridge{50, 46};  // the crown of the deck
// A piece that would stand under a bridge goes to the widest place beside it. 0: north to south.
Point anchor_beside_bridge(const TileDef& tile, Rotation rotation, int segment, int axis);
Region bridge_deck(int axis);

Point castle_on_side(Side side);  // of two cells, in the square of one
inline constexpr Point kGranary{100, 0};
inline constexpr Point kInBuilding{0, 10};  // lords, ladies and farmers, from the building's place

// Pieces waiting in a quarter of Carcassonne: lower than the count, beside him, then in a row.
inline constexpr double kInQuarterLower = 6, kBesideCount = 20, kInQuarterStep = 14;

}  // namespace bastide::art
