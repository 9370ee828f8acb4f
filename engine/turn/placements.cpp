// Where a tile may lie: the search for places, filtered by the rules of modules.
#include "engine/turn/placements.h"

#include <bit>

#include "engine/turn/fits.h"

namespace bastide {

void Fits::filter(const Rules& rules, const GameState& s, TileType type) {
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
  for (int r = 0; r < kRotations; ++r) {
    counts[r] = 0;
    for (int w = 0; w < words; ++w) set(r, w, bits[r][w]);
  }
}

void Fits::bar(const Rules& rules, const GameState& s, TileType type, CellsBarred bars) {
  std::uint64_t barred[kMaxFitWords];
  for (int w = 0; w < words; ++w) barred[w] = 0;
  bars(rules, s, type, barred);
  for (auto& row : bits)
    for (int w = 0; w < words; ++w) row[w] &= ~barred[w];
}

void Fits::filter_row(const Rules& rules, const GameState& s, TileType type, Rotation rot,
                      PlacementFilter allows, std::uint64_t* row) {
  for (int w = 0; w < words; ++w)
    for (std::uint64_t left = row[w]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      if (!allows(rules, s, static_cast<CellIndex>(64 * w + bit), type, rot))
        row[w] &= ~(1ull << bit);
    }
}

namespace {

Action place_at(const Rules& rules, const GameState& s, Placement placement) {
  const TileType type = s.core->current;
  return Action::place(type, s.cells[placement.cell].at,
                       rules.tiles[type].rotations[placement.rotation]);
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
  if (tile.filters == 0) return fits_somewhere(s, tile);
  for (int r = 0; r < tile.rotation_count; ++r)
    if (is_allowed_anywhere(rules, s, type, tile.rotations[r])) return true;
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
  const TileInPlay& tile = rules.tiles[type];
  const Fits fits(rules, s, type);
  Action* room = out.claim(fits.count());
  const bool straight = room != nullptr;
  for (int r = 0; r < tile.rotation_count; ++r)
    fits.for_row(r, [&](CellIndex cell) {
      const Action place = Action::place(type, s.cells[cell].at, tile.rotations[r]);
      if (straight)
        *room++ = place;
      else
        out.add(place);
    });
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
  if (rules.more_placements.empty() || n < fits.count()) return place_at(rules, s, fits.nth(n));
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
  if (n < plain) return place_at(rules, s, fits.nth(n));
  return n - plain < kRoom ? answers[n - plain] : nth_placement(rules, s, n);
}

}  // namespace

Action sample_placement(const Rules& rules, const GameState& s, std::uint32_t word) {
  const Fits fits(rules, s, s.core->current);
  if (!rules.more_placements.empty()) return sample_more(rules, s, fits, word);
  return place_at(rules, s, fits.nth(scaled(word, fits.count())));
}

}  // namespace bastide
