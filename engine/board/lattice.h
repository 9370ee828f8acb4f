// Finding tiles and open cells by their place, in one look-up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/board/state.h"

namespace bastide {

inline constexpr std::uint32_t kNotThere = 0xFFFFFFFF;

// The lattice finds cells by their coordinates modulo its side: an entry is 0, 1 + tile, or
// 1 + max_tiles + cell. Two cells that fall on one entry are told apart by their coordinates; the
// later one stays out, is found by searching, and the map has no edge (TILE-20).
inline std::uint32_t lattice_index(const Layout& layout, Pos at) {
  const std::uint32_t place = packed(at);
  return (place & layout.lattice_x) | ((place >> layout.lattice_shift) & layout.lattice_y);
}
inline std::uint32_t lattice_index(const GameState& s, Pos at) {
  return lattice_index(s.layout(), at);
}

inline std::uint32_t lattice_get(const GameState& s, std::uint32_t index) {
  if (!s.layout().lattice_wide) return s.lattice[index];
  std::uint16_t wide;
  std::memcpy(&wide, s.lattice.data() + 2 * index, 2);
  return wide;
}

inline Pos place_of_entry(const GameState& s, std::uint32_t entry) {
  const std::uint32_t tiles = s.layout().max_tiles;
  return entry <= tiles ? s.tiles[entry - 1].at : s.cells[entry - 1 - tiles].at;
}

// The entry, found by looking at every tile and cell.
std::uint32_t search_entry(const GameState& s, Pos at);

// The entry of the tile or open cell at a place, or 0.
inline std::uint32_t find_entry(const GameState& s, Pos at) {
  const std::uint32_t entry = lattice_get(s, lattice_index(s, at));
  if (entry != 0 && place_of_entry(s, entry) == at) return entry;
  return s.core->lattice_overflow != 0 ? search_entry(s, at) : 0;
}

// kNotThere if it is no open cell
inline std::uint32_t find_cell(const GameState& s, Pos at) {
  const std::uint32_t entry = find_entry(s, at);
  const std::uint32_t tiles = s.layout().max_tiles;
  return entry > tiles ? entry - 1 - tiles : kNotThere;
}

// kNotThere if no tile lies there
inline std::uint32_t find_tile(const GameState& s, Pos at) {
  const std::uint32_t entry = find_entry(s, at);
  return entry != 0 && entry <= s.layout().max_tiles ? entry - 1 : kNotThere;
}

// Whether one lies there, which cannot be foreseen: nothing is jumped over.
inline bool has_tile(const GameState& s, Pos at) {
  if (s.core->lattice_overflow != 0) [[unlikely]]
    return find_tile(s, at) != kNotThere;
  const std::uint32_t tiles = s.layout().max_tiles;
  const std::uint32_t tile = lattice_get(s, lattice_index(s, at)) - 1;  // if it is one
  return unsigned{tile < tiles} & unsigned{s.tiles[std::min(tile, tiles - 1)].at == at};
}

}  // namespace bastide
