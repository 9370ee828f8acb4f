// Where a tile fits, all rotations at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/board/board.h"
#include "engine/board/cell_masks.h"
#include "engine/core/bits.h"
#include "engine/core/rng.h"
#include "engine/rules/rules.h"

namespace bastide {

// Whether the tile's printed sides fit any cell, in any rotation.
inline bool fits_somewhere(const GameState& s, const TileInPlay& tile) {
  for (int w = 0; w < fit_words(s); ++w) {
    const CellMasks masks(s, w);
    for (int r = 0; r < tile.rotation_count; ++r)
      if (masks.that_admit(tile.edges[r]) != 0) return true;
  }
  return false;
}

struct Placement {
  CellIndex cell;
  std::uint8_t rotation;  // among those of the tile that differ
};

// The cells that admit the current tile, a row of bits for each of its distinct rotations. How many
// these are cannot be foreseen: the rows of the others are there and empty.
class Fits {
 public:
  int words = 0;
  std::uint32_t counts[kRotations] = {};  // of each row
  std::uint64_t bits[kRotations][kMaxFitWords];

  Fits(const Rules& rules, const GameState& s, TileType type) {
    const TileInPlay& tile = rules.tiles[type];
    words = fit_words(s);
    scan(s, tile, 0);
    for (int w = 1; w < words; ++w) [[unlikely]]
      scan(s, tile, w);
    if (tile.filters != 0) filter(rules, s, type);
  }

  // Calls see(cell) for those of a row.
  template <class See>
  void for_row(int r, See see) const {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t left = bits[r][w]; left != 0; left &= left - 1)
        see(static_cast<CellIndex>(64 * w + std::countr_zero(left)));
  }

  std::uint32_t count() const { return counts[0] + counts[1] + counts[2] + counts[3]; }

  Placement nth(std::uint32_t n) const {
    // Which row it is in cannot be foreseen either. Everything else waits for the cell, so the rows
    // are looked at side by side: in one of them the number is below its count.
    const std::uint32_t first = counts[0], two = first + counts[1], three = two + counts[2];
    const std::uint32_t before[kRotations] = {0, first, two, three};
    std::uint64_t row = 0;
    std::uint32_t left = 0;
#pragma GCC unroll 4
    for (int r = 0; r < kRotations; ++r) {
      const std::uint32_t here = n - before[r];
      const std::uint64_t is_here = 0 - std::uint64_t{here < counts[r]};
      row |= bits[r][0] & is_here;
      left |= here & static_cast<std::uint32_t>(is_here);
    }
    const int r = (n >= first) + (n >= two) + (n >= three);
    int w = 0;
    if (words > 1)
      for (std::uint32_t here; left >= (here = static_cast<std::uint32_t>(std::popcount(row)));
           row = bits[r][++w])
        left -= here;
    return {static_cast<CellIndex>(64 * w + nth_set_bit(row, left)), static_cast<std::uint8_t>(r)};
  }

 private:
  // All ones for each of so many rows.
  static constexpr auto kRows = [] {
    std::array<std::array<std::uint64_t, kRotations>, kRotations + 1> rows{};
    for (int count = 0; count <= kRotations; ++count)
      for (int r = 0; r < count; ++r) rows[count][r] = ~0ull;
    return rows;
  }();

  [[gnu::always_inline]] void scan(const GameState& s, const TileInPlay& tile, int w) {
    const CellMasks masks(s, w);
#pragma GCC unroll 4
    for (int r = 0; r < kRotations; ++r)
      set(r, w, masks.that_admit(tile.edges[r]) & kRows[tile.rotation_count][r]);
  }
  void set(int r, int w, std::uint64_t cells) {
    bits[r][w] = cells;
    counts[r] += static_cast<std::uint32_t>(std::popcount(cells));
  }
  // What rules of modules forbid is taken off.
  void filter(const Rules& rules, const GameState& s, TileType type);
  void bar(const Rules& rules, const GameState& s, TileType type, CellsBarred bars);
  void filter_row(const Rules& rules, const GameState& s, TileType type, Rotation rot,
                  PlacementFilter allows, std::uint64_t* row);
};

}  // namespace bastide
