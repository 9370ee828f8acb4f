// The rivers: tiles with stacks of their own that open the map in place of the start tile. River II
// has a fork and ends in a volcano lake; mixed, the two are one river (RIVER2-10).
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/river/bed.h"
#include "engine/rules/module.h"
#include "engine/turn/turn.h"

namespace bastide::river {
namespace {

// RIVER-4, RIVER-5, RIVER2-1, RIVER2-2, RIVER2-4..6: drawn one after the other, all before the main
// stack: the fork first, the lake last.
constexpr std::uint8_t kForkStack = 0;
constexpr std::uint8_t kRiverStack = 1;
constexpr std::uint8_t kLakeStack = 2;

bool is_river_tile(const TileDef& def) {
  return std::find(def.edges.begin(), def.edges.end(), EdgeKind::river) != def.edges.end();
}

// RIVER-3, RIVER-4, RIVER2-3: one spring on the table, one lake under the pile, however many copies
// there are; those of other sets than named stay in the box (RIVER2-10). X-81: river tiles of other
// sets join the pile.
void stack_tiles(Rules& rules, std::string_view spring_of, std::string_view lake_of) {
  for (TileInPlay& tile : rules.tiles) {
    const TileDef& def = *tile.def;
    if (!is_river_tile(def)) continue;
    tile.stack = def.has(Mark::fork) ? kForkStack : kRiverStack;
    if (def.has(Mark::spring)) {
      tile.copies = 0;
      if (def.set != spring_of)
        tile.stack = kBox;
      else
        rules.start.push_back({{0, 0}, &def, 0});
    } else if (def.has(Mark::lake)) {
      tile.copies = 1;
      tile.stack = def.set == lake_of ? kLakeStack : kBox;
    }
  }
}

// RIVER2-14, RIVER2-15, Q-CKC-7: the lake of River II, with or without a dragon.
bool is_volcano_lake(const Rules& rules, const GameState& s) {
  const TileIndex placed = s.core->placed;
  if (placed == kNone) return false;
  return rules.tiles[s.tiles[placed].type].draws_again;
}

// RIVER2-15: its player draws once more, without the bonus of a new turn (Q-CKC-9).
bool draw_again(const Rules& rules, GameState& s, EventSink*) {
  if (!is_volcano_lake(rules, s)) return false;
  begin_further_part(rules, s);
  return true;
}

bool may_lie(const Rules& rules, const GameState& s, CellIndex cell, TileType type, Rotation rot) {
  const Face& face = rules.face(type, rot);
  return course_of(rules, s, cell, face) == Course::continues;
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::place || action.kind != ActionKind::place) return "";
  const std::uint32_t cell = find_cell(s, action.at);
  const Face& face = rules.face(action.tile, action.value);
  if (cell == kNotThere || !shows_river(face)) return "";
  switch (course_of(rules, s, static_cast<CellIndex>(cell), face)) {
    case Course::continues:
      return "";
    case Course::elsewhere:
      return "a river tile must continue the river at its open end";
    case Course::closes_ring:
      return "the arms of the river may not be joined to a ring";
    case Course::turns_back:
      return "the river may not turn twice to the same side";
  }
  return "";
}

constexpr std::string_view kStart = "river";
constexpr std::string_view kStart2 = "river2";
constexpr std::string_view kStartMixed = "rivers";

std::optional<SetupError> refusal(const Rules& rules, std::string_view start) {
  if (rules.start_name != start)  // RIVER-1
    return SetupError{"With the river in play the map starts at its spring: the start is \"" +
                      std::string(start) + "\", not \"" + rules.start_name + "\"."};
  return std::nullopt;
}

void install_bed(Rules& rules) {
  rules.placement_filters.push_back({is_river_tile, may_lie});
  rules.explanations.push_back(explain);
}

// The River
std::optional<SetupError> install(Rules& rules, const Setup&) {
  if (rules.on(ModuleId::river2)) return std::nullopt;  // which lays both
  if (auto error = refusal(rules, kStart)) return error;
  stack_tiles(rules, "river", "river");
  install_bed(rules);
  return std::nullopt;
}

// The River II, or both
std::optional<SetupError> install2(Rules& rules, const Setup& setup) {
  const bool mixed = rules.on(ModuleId::river);
  if (mixed && !setup.start) rules.start_name = kStartMixed;
  if (auto error = refusal(rules, mixed ? kStartMixed : kStart2)) return error;
  stack_tiles(rules, mixed ? "river" : "river2", "river2");
  install_bed(rules);
  for (TileInPlay& tile : rules.tiles)
    tile.draws_again = tile.def->has(Mark::lake) && tile.def->has(Mark::volcano);
  rules.step_two_closed.push_back(is_volcano_lake);
  rules.part_rules[Part::volcano_lake] = draw_again;
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::river

// D-R11, RIVER-30, RIVER2-11: what else begins the map is played without a river.
bastide::ModuleRules bastide::module_river() {
  return {.install = river::install, .start = river::kStart, .begins_with = "a river"};
}
bastide::ModuleRules bastide::module_river2() {
  return {.install = river::install2, .start = river::kStart2, .begins_with = "a river"};
}
