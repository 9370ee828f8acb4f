// Why an action is not among the legal answers, in one sentence.
#include <bit>

#include "engine/board/board.h"
#include "engine/game/game.h"
#include "engine/game/place_text.h"

namespace bastide {
namespace {

std::string_view edge_word_name(EdgeWord nibble) {
  switch (nibble) {
    case 1:
      return "field";
    case 2:
      return "road";
    case 4:
      return "city";
    case 8:
      return "river";
    default:
      return "nothing";
  }
}

// What a module says of its own rules, else the general sentence.
std::string by_a_rule(const Rules& rules, const GameState& s, const Action& action,
                      std::string general) {
  for (Explain hook : rules.explanations)
    if (std::string reason = hook(rules, s, action); !reason.empty()) return reason;
  return general;
}

std::string explain_place(const Rules& rules, const GameState& s, const Action& action) {
  constexpr std::string_view sides[] = {"north", "east", "south", "west"};
  if (action.tile != s.core->current) return "this is not the tile that was drawn";
  if (find_tile(s, action.at) != kNotThere)
    return "a tile lies at " + place_text(action.at) + " already";
  const std::uint32_t cell = find_cell(s, action.at);
  if (cell == kNotThere) return "no side of " + place_text(action.at) + " touches a placed tile";
  const EdgeWord edges = rules.face(action.tile, action.value).edges;
  const EdgeWord mask = s.cell_masks[cell];
  for (int side = 0; side < kSides; ++side) {
    const EdgeWord mine = edge_at(edges, static_cast<Side>(side));
    const EdgeWord wanted = edge_at(mask, static_cast<Side>(side));
    if ((mine & wanted) != mine)
      return "its " + std::string(sides[side]) + " side shows " +
             std::string(edge_word_name(mine)) + " where the neighbour shows " +
             std::string(edge_word_name(wanted));
  }
  const TileInPlay& tile = rules.tiles[action.tile];
  bool offered = false;
  for (int r = 0; r < tile.rotation_count; ++r) offered |= tile.rotations[r] == action.value;
  if (!offered) return "a smaller rotation of this symmetric tile looks the same";
  return by_a_rule(rules, s, action, "a rule of this game forbids the tile there");
}

std::string explain_meeple(const Rules& rules, const GameState& s, const Action& action) {
  const CoreState& g = *s.core;
  if (!rules.piece_in_play[action.piece])
    return "there is no " + std::string(spoken(action.piece)) + " in this game";
  if (g.players[g.active].supply[action.piece] == 0)
    return "no " + std::string(spoken(action.piece)) + " is left in the supply";
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere) return "no tile lies at " + place_text(action.at);
  if (is_spot(action.seg)) return by_a_rule(rules, s, action, "nobody may be placed there");
  if (index != g.placed)
    return by_a_rule(rules, s, action, "a piece goes only onto the tile placed in this turn");
  const PlacedTile& tile = s.tiles[index];
  if (!tile.has_segment(action.seg)) return "the tile has no such segment";
  const Feature& feature = s.features[feature_of(s, tile.segment(action.seg))];
  if (feature.has(FeatureMark::built_over)) return "a castle stands there";
  if (feature.occupants != 0 && rules.traits[action.piece].asks_for_free())
    return "somebody stands on that feature already";
  return by_a_rule(rules, s, action,
                   "the " + std::string(spoken(action.piece)) + " may not stand there");
}

}  // namespace

std::string explain_illegal(const Rules& rules, const GameState& s, const Action& action) {
  if (is_over(s)) return "the game is over";
  // Whatever is asked below may look the tile up.
  if (action.tile >= rules.tiles.size()) return "there is no such tile in this game";
  if (action.kind == ActionKind::place && action.value >= kRotations)
    return "there is no such rotation";
  if (static_cast<int>(action.piece) >= kPieceKinds) return "there is no such piece";
  const DecisionKind kind = s.core->decision;
  if (kind == DecisionKind::draw && action.kind == ActionKind::draw) {
    if (action.tile < rules.tiles.size() && s.stock[action.tile] != 0)
      return "that tile is not in the stack drawn from now";
    return "no such tile is left in the stock";
  }
  if (kind == DecisionKind::place && action.kind == ActionKind::place)
    return explain_place(rules, s, action);
  if (kind == DecisionKind::meeple && action.kind == ActionKind::meeple)
    return explain_meeple(rules, s, action);
  return by_a_rule(rules, s, action,
                   "the question is \"" + std::string(name_of(kind)) + "\", and \"" +
                       std::string(name_of(action.kind)) + "\" is not among its answers");
}

}  // namespace bastide
