// Where pieces stand that stand on no segment of a tile, and what moves those that do. Pictures of
// whole tables and web pages (art/sprite/shapes.h) both follow these, so that pieces stand alike.
// Points are those of the tile's square, or offsets where the name says beside, in or step.
#pragma once

#include <array>

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
// Where the first floor of a tower stands, from the middle of its foundation, and a guard, from the
// middle of the highest floor.
inline constexpr Point kOnFoundation{0, -4}, kOnTower{0, -21};
inline constexpr double kGuardSize = 28;
// How far above the first floor of a tower of this height its highest one is: the next is always
// seen, but a high tower leaves its neighbours in sight.
double tower_rise(int floors);
inline constexpr int kDrawnFloors = 16;      // of a higher tower no more are drawn
inline constexpr Point kHeightPlate{13, 8};  // from the first floor
inline constexpr int kCountedFloors = 3;     // from this height on it is written upon it
// The acrobats of one tile, in the order of the state, from the middle of their carpet.
inline constexpr std::array<Point, 3> kAcrobats{Point{-10, -4}, Point{10, -4}, Point{0, -22}};
inline constexpr double kAcrobatSize = 24;
inline constexpr Point kBigTop{0, -6};  // from the middle of the circus space
// The place of a spot in the square of its tile.
Point spot_place(const TileDef& tile, Rotation rotation, Spot spot);
inline constexpr Point kInBuilding{0, 10};  // lords, ladies and farmers, from the building's place

// Pieces waiting in a quarter of Carcassonne: lower than the count, beside him, then in a row.
inline constexpr double kInQuarterLower = 6, kBesideCount = 20, kInQuarterStep = 14;

}  // namespace bastide::art
