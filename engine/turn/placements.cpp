// Where a tile may lie: the search for places, filtered by the rules of modules.
#include "engine/turn/placements.h"

#include <bit>

#include "engine/board/board.h"
#include "engine/core/bits.h"

namespace bastide {
namespace {

// The cells that admit the current tile, a row of bits for each of its distinct rotations.
struct Fits {
  int words = 0;
  int rotations = 0;
  std::uint64_t bits[kRotations][kMaxFitWords];

  Fits(const Rules& rules, const GameState& s, TileType type) {
    const TileInPlay& tile = rules.tiles[type];
    words = fit_words(s);
    rotations = tile.rotation_count;
    for (int r = 0; r < rotations; ++r)
      find_fits(s, rules.face(type, tile.rotations[r]).edges, bits[r]);
    for (unsigned left = tile.filters; left != 0; left &= left - 1) {
      const PlacementRule& rule =
          rules.placement_filters[static_cast<std::size_t>(std::countr_zero(left))];
      if (rule.bars != nullptr)
        bar(rules, s, type, rule.bars);
      else
        for (int r = 0; r < rotations; ++r)
          filter(rules, s, type, tile.rotations[r], rule.allows, bits[r]);
    }
  }

  void bar(const Rules& rules, const GameState& s, TileType type, CellsBarred bars) {
    std::uint64_t barred[kMaxFitWords];
    for (int w = 0; w < words; ++w) barred[w] = 0;
    bars(rules, s, type, barred);
    for (int r = 0; r < rotations; ++r)
      for (int w = 0; w < words; ++w) bits[r][w] &= ~barred[w];
  }

  void filter(const Rules& rules, const GameState& s, TileType type, Rotation rot,
              PlacementFilter allows, std::uint64_t* row) {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        if (!allows(rules, s, static_cast<CellIndex>(64 * w + bit), type, rot))
          row[w] &= ~(1ull << bit);
      }
  }

  std::uint32_t count() const {
    std::uint32_t sum = 0;
    for (int r = 0; r < rotations; ++r)
      for (int w = 0; w < words; ++w) sum += static_cast<std::uint32_t>(std::popcount(bits[r][w]));
    return sum;
  }

  Action nth(const Rules& rules, const GameState& s, std::uint32_t n) const {
    const TileType type = s.core->current;
    for (int r = 0; r < rotations; ++r)
      for (int w = 0; w < words; ++w) {
        const auto here = static_cast<std::uint32_t>(std::popcount(bits[r][w]));
        if (n >= here) {
          n -= here;
          continue;
        }
        const int cell = 64 * w + nth_set_bit(bits[r][w], n);
        return Action::place(type, s.cells[cell].at, rules.tiles[type].rotations[r]);
      }
    return Action::pass();
  }
};

std::uint32_t scaled(std::uint32_t word, std::uint32_t count) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * count) >> 32);
}

}  // namespace

namespace {

// Most often the first cell that admits the tile is allowed by the modules, too.
bool is_allowed_anywhere(const Rules& rules, const GameState& s, TileType type, Rotation rot) {
  std::uint64_t bits[kMaxFitWords];
  find_fits(s, rules.face(type, rot).edges, bits);
  for (int w = 0; w < fit_words(s); ++w)
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
      const auto cell = static_cast<CellIndex>(64 * w + std::countr_zero(left));
      if (passes_placement_filters(rules, s, cell, type, rot)) return true;
    }
  return false;
}

}  // namespace

bool fits_as_printed(const Rules& rules, const GameState& s, TileType type) {
  const TileInPlay& tile = rules.tiles[type];
  for (int r = 0; r < tile.rotation_count; ++r)
    if (tile.filters != 0 ? is_allowed_anywhere(rules, s, type, tile.rotations[r])
                          : fits_anywhere(s, rules.face(type, tile.rotations[r]).edges))
      return true;
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
  for (int r = 0; r < fits.rotations; ++r)
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
