// The Cult: shrines, which are monasteries but for the challenge between monk and heretic.
#include <algorithm>
#include <bit>

#include "engine/board/board.h"
#include "engine/scoring/score.h"
#include "engine/rules/module.h"

namespace bastide::cult {
namespace {

// Q-CKC-34, X-51: abbeys are monasteries here, gardens are not.
bool is_monastery(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::abbey;
}
bool is_building(SegmentKind kind) { return kind == SegmentKind::shrine || is_monastery(kind); }

// A shrine and a monastery: what limits and challenges are about.
bool are_rivals(SegmentKind a, SegmentKind b) {
  return (a == SegmentKind::shrine && is_monastery(b)) ||
         (b == SegmentKind::shrine && is_monastery(a));
}

// The building of a tile: number of its segment, or -1. No tile has two.
int building_on(const Face& face) {
  for (unsigned bits = face.cloisters; bits != 0; bits &= bits - 1)
    if (const int i = std::countr_zero(bits); is_building(face.segments[i].kind)) return i;
  return -1;
}

bool has_building(const TileDef& def) {
  return std::any_of(def.segments.begin(), def.segments.end(),
                     [](const SegmentDef& segment) { return is_building(segment.kind); });
}

// Calls f(tile, number of the segment) for every rival of a building among the eight neighbours.
template <class F>
void for_rivals(const Rules& rules, const GameState& s, Pos at, SegmentKind kind, F f) {
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const std::uint32_t index = find_tile(
          s, {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)});
      if (index == kNotThere) continue;
      const PlacedTile& tile = s.tiles[index];
      const Face& face = rules.face(tile.type, tile.rotation);
      const int segment = building_on(face);
      if (segment >= 0 && are_rivals(kind, face.segments[segment].kind)) f(tile, segment);
    }
}

int rivals(const Rules& rules, const GameState& s, Pos at, SegmentKind kind) {
  int count = 0;
  for_rivals(rules, s, at, kind, [&](const PlacedTile&, int) { ++count; });
  return count;
}

// Kept with every building that is not surrounded yet, so that a placement needs no look around.
void count_all_rivals(const Rules& rules, GameState& s) {
  for (int i = 0; i < s.core->cloisters; ++i) {
    Cloister& building = s.cloisters[i];
    const SegmentKind kind = s.features[building.feature].kind;
    building.rivals = static_cast<std::uint16_t>(rivals(rules, s, building.at, kind));
  }
}

void count_rivals(const Rules& rules, GameState& s, EventSink*) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  const Face& face = rules.face(tile.type, tile.rotation);
  const int segment = building_on(face);
  if (segment < 0) return;
  const SegmentKind mine = face.segments[segment].kind;
  for (int i = -1; (i = next_cloister_near(s, tile.at, i + 1)) < s.core->cloisters;) {
    Cloister& other = s.cloisters[i];
    if (other.at == tile.at)
      other.rivals = static_cast<std::uint16_t>(rivals(rules, s, tile.at, mine));
    else if (are_rivals(mine, s.features[other.feature].kind))
      ++other.rivals;
  }
}

// CULT-2..4: neither the new building nor an old one may have two rivals beside it. An empty cell
// has only unfinished buildings around it.
bool may_lie(const Rules& rules, const GameState& s, CellIndex cell, TileType type, Rotation rot) {
  const Face& face = rules.face(type, rot);
  const int segment = building_on(face);
  if (segment < 0) return true;
  const SegmentKind mine = face.segments[segment].kind;
  int beside = 0;
  for (int i = -1; (i = next_cloister_near(s, s.cells[cell].at, i + 1)) < s.core->cloisters;) {
    const Cloister& other = s.cloisters[i];
    const SegmentKind kind = s.features[other.feature].kind;
    if (!are_rivals(mine, kind)) continue;
    if (++beside > 1 || other.rivals > 0) return false;
  }
  return true;
}

// The same for all cells: around a rival that has one all are barred, around the others those that
// have two of them beside.
void bar_cells(const Rules& rules, const GameState& s, TileType type, std::uint64_t* barred) {
  const Face& face = rules.face(type, 0);
  const SegmentKind mine = face.segments[building_on(face)].kind;
  std::uint64_t beside[kMaxFitWords];
  for (int w = 0; w < fit_words(s); ++w) beside[w] = 0;
  for (int i = 0; i < s.core->cloisters; ++i) {
    const Cloister& other = s.cloisters[i];
    const SegmentKind kind = s.features[other.feature].kind;
    if (!are_rivals(mine, kind)) continue;
    const bool taken = other.rivals > 0;
    int empty = s.features[other.feature].open;  // cells around, of which some are open
    for (int around = 0; around < 9 && empty != 0; ++around) {
      const Pos at{static_cast<std::int16_t>(other.at.x + around % 3 - 1),
                   static_cast<std::int16_t>(other.at.y + around / 3 - 1)};
      const std::uint32_t cell = find_cell(s, at);
      if (cell == kNotThere) continue;
      --empty;
      const std::uint64_t bit = 1ull << (cell % 64);
      barred[cell / 64] |= taken ? bit : beside[cell / 64] & bit;
      beside[cell / 64] |= bit;
    }
  }
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::place || action.kind != ActionKind::place) return "";
  const std::uint32_t cell = find_cell(s, action.at);
  if (cell == kNotThere ||
      may_lie(rules, s, static_cast<CellIndex>(cell), action.tile, action.value))
    return "";
  return "a shrine has at most one monastery beside it, and a monastery at most one shrine";
}

// CULT-12, CULT-14: whoever is completed first wins; the rival's piece goes home with nothing. Two
// that are completed by one tile both score (CULT-13).
void settle(const Rules& rules, GameState& s, FeatureId f, bool finished, EventSink* events) {
  const Feature& feature = s.features[f];
  if (!finished || !is_building(feature.kind) || feature.occupants == 0) return;
  const Pos at = s.tiles[s.segments[feature.head].tile].at;
  for_rivals(rules, s, at, feature.kind, [&](const PlacedTile& tile, int segment) {
    const FeatureId rival = feature_of(s, tile.segment(segment));
    if (!is_finished(s, rival)) send_all_home(rules, s, rival, events);
  });
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.game_begins.push_back(count_all_rivals);
  rules.tile_placed.push_back(count_rivals);
  rules.placement_filters.push_back({has_building, may_lie, bar_cells});
  rules.after_scoring_rules[AfterScoring::challenge] = settle;
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::cult

bastide::ModuleRules bastide::module_cult() { return {.install = cult::install}; }
