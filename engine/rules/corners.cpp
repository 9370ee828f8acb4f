#include "engine/rules/corners.h"

#include <bit>

#include "engine/board/board.h"

namespace bastide {
namespace {

// The way from the tile that names a point to the tile which has this corner there, and the side
// that comes first of the two that meet in it, walking clockwise.
struct Corner {
  std::int16_t dx, dy;
  Side first;
};
constexpr Corner kCorners[kTileCorners] = {{0, 0, Side::north},  // north-east
                                           {0, 1, Side::east},   // south-east
                                           {1, 1, Side::south},  // south-west
                                           {1, 0, Side::west}};  // north-west

Pos moved(Pos at, int dx, int dy) {
  return {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)};
}

}  // namespace

Pos corner_of(Pos tile, int corner) {
  return moved(tile, -kCorners[corner].dx, -kCorners[corner].dy);
}

// CB-GRANARY-3, BARN-2: if both halves beside the corner are one field segment, nothing else
// reaches it; a wall that does parts them (Q-CB-20).
FeatureId field_in_corner(const Rules& rules, const GameState& s, const PlacedTile& tile,
                          int corner) {
  const Face& face = rules.face(tile.type, tile.rotation);
  const Side first = kCorners[corner].first;
  const std::uint8_t before = face.slots[static_cast<std::size_t>(first)][2];
  const std::uint8_t after = face.slots[static_cast<std::size_t>(rotated(first, 1))][0];
  if (before == kNoSegment || before != after) return kNone;
  const FeatureId f = feature_of(s, tile.segment(before));
  return s.features[f].kind == SegmentKind::field ? f : static_cast<FeatureId>(kNone);
}

FeatureId field_at_corner(const Rules& rules, const GameState& s, Pos point) {
  FeatureId field = kNone;
  for (int corner = 0; corner < kTileCorners; ++corner) {
    const std::uint32_t tile = find_tile(s, moved(point, kCorners[corner].dx, kCorners[corner].dy));
    if (tile == kNotThere) return kNone;
    const FeatureId here = field_in_corner(rules, s, s.tiles[tile], corner);
    if (here == kNone || (field != kNone && here != field)) return kNone;
    field = here;
  }
  return field;
}

unsigned met_corners(const GameState& s, Pos tile) {
  unsigned sides = 0;
  for (int side = 0; side < kSides; ++side)
    if (find_tile(s, neighbour(tile, static_cast<Side>(side))) != kNotThere) sides |= 1u << side;
  // A corner lies between its first side and the next one.
  unsigned corners = sides & (sides >> 1 | (sides & 1u) << 3);
  for (unsigned left = corners; left != 0; left &= left - 1) {
    const Side first = kCorners[std::countr_zero(left)].first;
    const Pos beyond = neighbour(neighbour(tile, first), rotated(first, 1));
    if (find_tile(s, beyond) == kNotThere) corners &= ~(left & (0u - left));
  }
  return corners;
}

int board_squares_at(const Rules& rules, const GameState& s, Pos point) {
  if (rules.start.size() < 2) return 0;
  int squares = 0;
  for (const Corner& corner : kCorners) {
    const std::uint32_t tile = find_tile(s, moved(point, corner.dx, corner.dy));
    squares += tile < rules.start.size() ? 1 : 0;  // they lie first
  }
  return squares;
}

bool corner_is_taken(const Rules& rules, const GameState& s, Pos point) {
  for (CornerTaken taken : rules.corner_taken)
    if (taken(rules, s, point)) return true;
  return false;
}

}  // namespace bastide
