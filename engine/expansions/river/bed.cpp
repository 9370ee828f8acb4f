#include "engine/expansions/river/bed.h"

#include <bit>

#include "engine/board/board.h"

namespace bastide::river {
namespace {

enum class Turn : std::uint8_t { straight, right, back, left };

// Sides are counted clockwise: coming in by `entry` the river heads for the opposite side.
Turn turn_between(Side entry, Side exit) {
  return static_cast<Turn>((static_cast<int>(exit) - static_cast<int>(opposite(entry))) & 3);
}

// The tile above one that lies, where the river comes from, and the side towards it: of its other
// river sides the one towards the tile that lay there first. A fork has two others; a spring has
// none.
struct Upstream {
  std::uint32_t tile = kNotThere;
  Side side = Side::north;
};
Upstream upstream_of(const Rules& rules, const GameState& s, std::uint32_t index, Side exit) {
  const PlacedTile& tile = s.tiles[index];
  unsigned sides = river_sides(rules.face(tile.type, tile.rotation));
  sides &= ~(1u << static_cast<int>(exit));
  for (; sides != 0; sides &= sides - 1) {
    const auto side = static_cast<Side>(std::countr_zero(sides));
    const std::uint32_t other = find_tile(s, neighbour(tile.at, side));
    if (other < index) return {other, side};  // kNotThere is above all
  }
  return {};
}

// The last bend above an open end: of the next tile only, or past straight ones (D-R1). An arm that
// leaves a fork sideways counts as a bend (Q-CKC-2).
Turn last_turn(const Rules& rules, const GameState& s, Pos at, Side exit) {
  for (std::uint32_t index = find_tile(s, at); index != kNotThere;) {
    const Upstream upstream = upstream_of(rules, s, index, exit);
    if (upstream.tile == kNotThere) return Turn::straight;  // the spring
    const Turn turn = turn_between(upstream.side, exit);
    if (turn != Turn::straight || rules.options.river_turns_immediate_only) return turn;
    index = upstream.tile;
    exit = opposite(upstream.side);
  }
  return Turn::straight;
}

}  // namespace

// The bit of the river in each nibble, put side by side.
unsigned river_sides(const Face& face) {
  static_assert(edge_bit(EdgeKind::river) == 8);
  const unsigned rivers = (face.edges >> 3) & 0x1111u;
  return (rivers | rivers >> 3 | rivers >> 6 | rivers >> 9) & 0xFu;
}

Course course_of(const Rules& rules, const GameState& s, CellIndex c, const Face& face) {
  const OpenCell& cell = s.cells[c];
  const unsigned sides = river_sides(face);
  const unsigned joined = sides & cell.present;  // sides match, so the river is on both
  if (joined == 0) return Course::elsewhere;
  if (std::popcount(joined) > 1) return Course::closes_ring;
  const auto entry = static_cast<Side>(std::countr_zero(joined));
  const Turn before = last_turn(rules, s, neighbour(cell.at, entry), opposite(entry));
  if (before == Turn::straight) return Course::continues;
  for (unsigned exits = sides & ~joined; exits != 0; exits &= exits - 1)
    if (turn_between(entry, static_cast<Side>(std::countr_zero(exits))) == before)
      return Course::turns_back;
  return Course::continues;
}

}  // namespace bastide::river
