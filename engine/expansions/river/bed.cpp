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

constexpr int kNoSide = -1;

// The side by which the river comes into a tile that lies: of its other river sides the one towards
// the tile that lay there first. A fork has two others; a spring has none.
int entry_of(const Rules& rules, const GameState& s, std::uint32_t index, Side exit) {
  const PlacedTile& tile = s.tiles[index];
  unsigned sides = river_sides(rules.face(tile.type, tile.rotation));
  sides &= ~(1u << static_cast<int>(exit));
  for (; sides != 0; sides &= sides - 1) {
    const auto side = static_cast<Side>(std::countr_zero(sides));
    const std::uint32_t other = find_tile(s, neighbour(tile.at, side));
    if (other != kNotThere && other < index) return static_cast<int>(side);
  }
  return kNoSide;
}

// The last bend above an open end: of the next tile only, or past straight ones (D-R1). An arm that
// leaves a fork sideways counts as a bend (Q-CKC-2).
Turn last_turn(const Rules& rules, const GameState& s, Pos at, Side exit) {
  for (std::uint32_t index = find_tile(s, at); index != kNotThere;) {
    const int entry = entry_of(rules, s, index, exit);
    if (entry == kNoSide) return Turn::straight;  // the spring
    const auto side = static_cast<Side>(entry);
    const Turn turn = turn_between(side, exit);
    if (turn != Turn::straight || rules.options.river_turns_immediate_only) return turn;
    index = find_tile(s, neighbour(s.tiles[index].at, side));
    exit = opposite(side);
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
