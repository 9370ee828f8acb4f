#include "engine/expansions/river/river.h"

#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/river/bed.h"

namespace bastide::river {
namespace {

// RIVER-4, RIVER-5: drawn one after the other, all before the main stack. The lowest one is kept
// for a fork, which is drawn before the rest.
constexpr std::uint8_t kRiverStack = 1;
constexpr std::uint8_t kLakeStack = 2;

bool is_river_tile(const TileDef& def) {
  return std::find(def.edges.begin(), def.edges.end(), EdgeKind::river) != def.edges.end();
}

// RIVER-3, RIVER-4: one spring on the table, one lake under the pile, however many copies there
// are. X-81: river tiles of other sets join the pile.
void stack_tiles(Rules& rules) {
  for (TileInPlay& tile : rules.tiles) {
    const TileDef& def = *tile.def;
    if (!is_river_tile(def)) continue;
    tile.stack = kRiverStack;
    if (def.has(Mark::spring)) {
      tile.copies = 0;
      rules.start.push_back({{0, 0}, &def, 0});
    } else if (def.has(Mark::lake)) {
      tile.copies = 1;
      tile.stack = kLakeStack;
    }
  }
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

bool has_set(const Setup& setup, std::string_view name) {
  return std::any_of(setup.sets.begin(), setup.sets.end(),
                     [&](const SetChoice& choice) { return choice.name == name; });
}

}  // namespace

std::optional<SetupError> install(Rules& rules, const Setup& setup) {
  if (has_set(setup, "wheel"))  // D-R11, RIVER-30
    return SetupError{
        "The river and the wheel both take the place of the start tile; leave one out."};
  if (rules.start_name != kStart)  // RIVER-1
    return SetupError{"With the river in play the map starts at its spring: the start is \"" +
                      std::string(kStart) + "\", not \"" + rules.start_name + "\"."};
  stack_tiles(rules);
  rules.placement_filters.push_back({is_river_tile, may_lie});
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace bastide::river
