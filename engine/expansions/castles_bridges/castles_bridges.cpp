// Castles & Bridges: bridges that a new tile may need, castles on small cities with a lady in them,
// granaries for farmers; all from one supply that belongs to nobody.
#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/turn/turn.h"
#include "engine/rules/module.h"

namespace bastide::castles_bridges {
namespace {

void fill_supply(const Rules& rules, GameState& s) {
  auto& cb = rules.ext<CastlesBridgesState>(s);
  cb.bridges = kBridges;
  for (int i = 0; i < s.core->tiles; ++i)  // of a loaded position
    if (s.tiles[i].added_segment != kNone && cb.bridges != 0) --cb.bridges;
  cb.castles = kCastles;
  cb.granaries = kGranaries;
}

void list_buildings(const Rules& rules, const GameState& s, Options& out) {
  list_castles(rules, s, out);
  list_granaries(rules, s, out);
  out.add(Action::pass());
}

// CB-6: one building a turn; a tile that needed its bridge has had it.
Flow build_step(const Rules& rules, GameState& s, EventSink* events) {
  if (s.tiles[s.core->placed].added_segment != kNone) return Flow::proceed;
  return ask(rules, s, DecisionKind::build, s.core->active, events);
}

Flow answer_build(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& cb = rules.ext<CastlesBridgesState>(s);
  if (action.kind == ActionKind::build_castle) {
    const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
    build_castle(rules, s, feature_of(s, tile.segment(action.seg)), events);
    cb.built = Built::castle;
  } else if (action.kind == ActionKind::build_granary) {
    const PlacedTile& tile = s.tiles[find_tile(s, action.at2)];
    const int farmer = find_piece(s, [&](const PlacedPiece& piece) {
      return piece.segment == tile.segment(action.seg) &&
             may_enter_granary(rules, s, piece, s.core->active);
    });
    build_granary(rules, s, action.at, farmer, events);
    cb.built = Built::granary;
  }
  return Flow::proceed;
}

// Y-34: both parts of a turn are one turn.
void remember_part(const GameState& s, CastlesBridgesState& cb) {
  const bool castle = cb.built == Built::castle;
  cb.earlier = {s.core->turn, static_cast<std::uint8_t>(castle ? cb.castles_built() : 0),
                cb.lady_home};
}

// Q-CB-23: lady, granary, then the completed features.
Flow building_points_step(const Rules& rules, GameState& s, EventSink* events) {
  auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.lady_home != 0) score_lady(rules, s, events);
  if (cb.built == Built::granary) score_granary(rules, s, events);
  if (s.core->part_due != 0) remember_part(s, cb);
  cb.lady_home = 0;
  cb.built = Built::nothing;
  return Flow::proceed;
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.game_begins.push_back(fill_supply);
  install_bridges(rules);
  install_castles(rules);
  install_granaries(rules);
  rules.step_rules[Step::build] = build_step;
  rules.decisions[DecisionKind::build] = {list_buildings, answer_build};
  rules.step_rules[Step::building_points] = building_points_step;
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::castles_bridges

bastide::ModuleRules bastide::module_castles_bridges() {
  return {.install = castles_bridges::install,
          .state_bytes = bytes_of<castles_bridges::CastlesBridgesState>,
          .alone_with = "bridges and castles"};
}
