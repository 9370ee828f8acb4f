// The parts of the set, as they see one another.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/expansions/circus/view.h"

namespace bastide::circus {

void install_big_top(Rules& rules);
void install_acrobats(Rules& rules);
void install_ringmaster(Rules& rules);

inline bool has_mark(const Rules& rules, const GameState& s, std::uint32_t tile, Mark mark) {
  return tile != kNotThere && rules.tiles[s.tiles[tile].type].has(mark);
}

// The acrobat tiles on the map, in the order in which they were laid.
inline std::span<Stage> all_stages(const Rules& rules, GameState& s) {
  auto& state = rules.ext<CircusState>(s);
  return {reinterpret_cast<Stage*>(&state + 1), state.stages};
}
inline std::span<const Stage> all_stages(const Rules& rules, const GameState& s) {
  const auto& state = rules.ext<CircusState>(s);
  return {reinterpret_cast<const Stage*>(&state + 1), state.stages};
}

// Calls see(tile) for every tile around a cell: there and on the eight cells round it.
template <class See>
void for_tiles_around(const GameState& s, Pos at, See see) {
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const std::uint32_t tile = find_tile(
          s, {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)});
      if (tile != kNotThere) see(tile);
    }
}
constexpr bool is_around(Pos middle, Pos at) { return middle == at || surrounds(middle, at); }

// Whether an acrobat may be put on a tile, its crowd and the distance left aside: it has the spaces
// and no bridge (Z-87, Z-100).
bool has_acrobat_spaces(const Rules& rules, const GameState& s, std::uint32_t tile);
// ACROBAT-1, ACROBAT-2, Z-39: from the tile just placed.
bool is_in_reach_of_acrobats(const Rules& rules, const GameState& s, std::uint32_t tile);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::circus
