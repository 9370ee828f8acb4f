// A princess sends one knight of her city away.
#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

// Q-PD-12, Q-PD-13: the city that holds the segment with the symbol, as it is now.
FeatureId princess_city(const Rules& rules, const GameState& s) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  const TileDef& def = *rules.tiles[tile.type].def;
  const Face& face = rules.face(tile.type, tile.rotation);
  for (int i = 0; i < tile.segment_count; ++i)
    if (def.segments[face.segments[i].printed].princess) return feature_of(s, tile.segment(i));
  return kNone;
}

// Q-PD-14: persons in the city itself, not a monk in a monastery within it.
bool is_knight(const Rules& rules, const GameState& s, const PlacedPiece& piece, FeatureId city) {
  return piece.standing == Standing::on_feature && feature_of(s, piece.segment) == city &&
         rules.traits[piece.kind].person;
}

void list_knights(const Rules& rules, const GameState& s, Options& out) {
  const FeatureId city = princess_city(rules, s);
  for (int i = 0; i < s.core->pieces; ++i) {  // PRINCESS-4, PRINCESS-5
    const PlacedPiece& piece = s.pieces[i];
    if (!is_knight(rules, s, piece, city) || !is_first_of_its_like(s, i)) continue;
    const PlacedTile& tile = tile_of(s, piece.segment);
    out.add({.kind = ActionKind::send_away,
             .piece = piece.kind,
             .value = piece.owner,
             .seg = tile.local(piece.segment),
             .at = tile.at});
  }
  if (!rules.options.princess_must) out.add(Action::pass());  // PRINCESS-3, Q-PD-15
}

Flow answer_princess(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::proceed;
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  const auto segment = tile.segment(action.seg);
  send_home(rules, s, find_own(s, segment, action.piece, action.value), EventKind::returned,
            events);  // PRINCESS-6
  rules.ext<PrincessDragonState>(s).knight_sent_away = 1;
  return Flow::proceed;
}

// PRINCESS-2, in step 1: before step 2 and before anything is scored (PRINCESS-11).
Flow princess_step(const Rules& rules, GameState& s, EventSink* events) {
  rules.ext<PrincessDragonState>(s).knight_sent_away = 0;
  if (!placed_has(rules, s, Mark::princess)) return Flow::proceed;
  const FeatureId city = princess_city(rules, s);
  if (city == kNone || s.features[city].occupants == 0) return Flow::proceed;  // PRINCESS-10
  return ask(rules, s, DecisionKind::princess, s.core->active, events);
}

// PRINCESS-7, PRINCESS-8, Q-PD-16: a knight sent away takes the whole of step 2.
bool step_two_spent(const Rules& rules, const GameState& s) {
  return rules.ext<PrincessDragonState>(s).knight_sent_away != 0;
}

}  // namespace

void install_princess(Rules& rules) {
  rules.step_rules[Step::princess] = princess_step;
  rules.decisions[DecisionKind::princess] = {list_knights, answer_princess};
  rules.step_two_closed.push_back(step_two_spent);
  if (rules.options.princess_blocks_count)  // Q-X-3
    rules.deployment_barred.push_back(step_two_spent);
}

}  // namespace bastide::princess_dragon
