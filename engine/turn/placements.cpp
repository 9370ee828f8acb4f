// Where a tile may lie: the search for places, filtered by the rules of modules.
#include "engine/turn/placements.h"

#include <bit>

#include "engine/board/board.h"
#include "engine/board/cell_masks.h"
#include "engine/core/bits.h"

namespace bastide {
namespace {

// The cells that admit the current tile, a row of bits for each of its distinct rotations. How many
// these are cannot be foreseen: the rows of the others are there and empty.
struct Fits {
  int words = 0;
  std::uint64_t bits[kRotations][kMaxFitWords];

  Fits(const Rules& rules, const GameState& s, TileType type) {
    const TileInPlay& tile = rules.tiles[type];
    words = fit_words(s);
    for (int w = 0; w < words; ++w) {
      const CellMasks masks(s, w);
#pragma GCC unroll 4
      for (int r = 0; r < kRotations; ++r)
        bits[r][w] = masks.that_admit(tile.edges[r]) & (0ull - (r < tile.rotation_count));
    }
    if (tile.filters != 0) filter(rules, s, type);
  }

  [[gnu::noinline]] void filter(const Rules& rules, const GameState& s, TileType type) {
    const TileInPlay& tile = rules.tiles[type];
    for (unsigned left = tile.filters; left != 0; left &= left - 1) {
      const PlacementRule& rule =
          rules.placement_filters[static_cast<std::size_t>(std::countr_zero(left))];
      if (rule.bars != nullptr)
        bar(rules, s, type, rule.bars);
      else
        for (int r = 0; r < tile.rotation_count; ++r)
          filter_row(rules, s, type, tile.rotations[r], rule.allows, bits[r]);
    }
  }

  void bar(const Rules& rules, const GameState& s, TileType type, CellsBarred bars) {
    std::uint64_t barred[kMaxFitWords];
    for (int w = 0; w < words; ++w) barred[w] = 0;
    bars(rules, s, type, barred);
    for (auto& row : bits)
      for (int w = 0; w < words; ++w) row[w] &= ~barred[w];
  }

  void filter_row(const Rules& rules, const GameState& s, TileType type, Rotation rot,
                  PlacementFilter allows, std::uint64_t* row) {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        if (!allows(rules, s, static_cast<CellIndex>(64 * w + bit), type, rot))
          row[w] &= ~(1ull << bit);
      }
  }

  std::uint32_t count_row(int r) const {
    std::uint32_t sum = 0;
    for (int w = 0; w < words; ++w) sum += static_cast<std::uint32_t>(std::popcount(bits[r][w]));
    return sum;
  }
  std::uint32_t count() const {
    return count_row(0) + count_row(1) + count_row(2) + count_row(3);
  }

  Action nth(const Rules& rules, const GameState& s, std::uint32_t n) const {
    // Which row it is in cannot be foreseen either.
    const std::uint32_t first = count_row(0), two = first + count_row(1), three = two + count_row(2);
    const std::uint32_t before[kRotations] = {0, first, two, three};
    const int r = (n >= first) + (n >= two) + (n >= three);
    n -= before[r];
    int w = 0;
    for (std::uint32_t here; n >= (here = static_cast<std::uint32_t>(std::popcount(bits[r][w])));
         ++w)
      n -= here;
    const TileType type = s.core->current;
    const int cell = 64 * w + nth_set_bit(bits[r][w], n);
    return Action::place(type, s.cells[cell].at, rules.tiles[type].rotations[r]);
  }
};

std::uint32_t scaled(std::uint32_t word, std::uint32_t count) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * count) >> 32);
}

}  // namespace

bool fits_as_printed(const Rules& rules, const GameState& s, TileType type) {
  const TileInPlay& tile = rules.tiles[type];
  if (tile.filters != 0) return Fits(rules, s, type).count() != 0;
  for (int r = 0; r < tile.rotation_count; ++r)
    if (fits_anywhere(s, tile.edges[r])) return true;
  return false;
}

bool is_placeable(const Rules& rules, const GameState& s, TileType type) {
  if (fits_as_printed(rules, s, type)) return true;
  Options more = Options::counting();
  for (MorePlacements list : rules.more_placements) list(rules, s, type, more);
  return more.count() != 0;
}

bool passes_placement_filters(const Rules& rules, const GameState& s, CellIndex cell, TileType type,
                              Rotation rot) {
  for (unsigned bits = rules.tiles[type].filters; bits != 0; bits &= bits - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(bits));
    if (!rules.placement_filters[i].allows(rules, s, cell, type, rot)) return false;
  }
  return true;
}

void list_placements(const Rules& rules, const GameState& s, Options& out) {
  const TileType type = s.core->current;
  const Fits fits(rules, s, type);
  for (int r = 0; r < rules.tiles[type].rotation_count; ++r)
    for (int w = 0; w < fits.words; ++w)
      for (std::uint64_t left = fits.bits[r][w]; left != 0; left &= left - 1) {
        const int cell = 64 * w + std::countr_zero(left);
        out.add(Action::place(type, s.cells[cell].at, rules.tiles[type].rotations[r]));
      }
  for (MorePlacements list : rules.more_placements) list(rules, s, type, out);
}

std::uint32_t count_placements(const Rules& rules, const GameState& s) {
  std::uint32_t count = Fits(rules, s, s.core->current).count();
  if (rules.more_placements.empty()) return count;
  Options more = Options::counting();
  for (MorePlacements list : rules.more_placements) list(rules, s, s.core->current, more);
  return count + more.count();
}

Action nth_placement(const Rules& rules, const GameState& s, std::uint32_t n) {
  const Fits fits(rules, s, s.core->current);
  if (rules.more_placements.empty() || n < fits.count()) return fits.nth(rules, s, n);
  Options more = Options::keeping(n - fits.count());
  for (MorePlacements list : rules.more_placements) list(rules, s, s.core->current, more);
  return more.kept();
}

namespace {

// With further placements: those are listed once, into room that suffices nearly always.
Action sample_more(const Rules& rules, const GameState& s, const Fits& fits, std::uint32_t word) {
  constexpr std::uint32_t kRoom = 256;
  alignas(Action) std::byte room[kRoom * sizeof(Action)];
  auto* answers = reinterpret_cast<Action*>(room);
  Options more = Options::filling(answers, kRoom);
  for (MorePlacements list : rules.more_placements) list(rules, s, s.core->current, more);
  const std::uint32_t plain = fits.count();
  const std::uint32_t n = scaled(word, plain + more.count());
  if (n < plain) return fits.nth(rules, s, n);
  return n - plain < kRoom ? answers[n - plain] : nth_placement(rules, s, n);
}

}  // namespace

Action sample_placement(const Rules& rules, const GameState& s, std::uint32_t word) {
  const Fits fits(rules, s, s.core->current);
  if (!rules.more_placements.empty()) return sample_more(rules, s, fits, word);
  return fits.nth(rules, s, scaled(word, fits.count()));
}

}  // namespace bastide
