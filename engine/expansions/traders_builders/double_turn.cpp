// Double turns: a tile that extends what the own builder works on earns a further part of the turn.
#include "engine/board/board.h"
#include "engine/expansions/traders_builders/parts.h"
#include "engine/rules/module.h"
#include "engine/turn/turn.h"

namespace bastide::traders_builders {
namespace {

// Q-TB-4, Y-47, Y-51: one of its segments is of that feature, printed or a bridge. A bridge built
// on a neighbour continues a road of the tile itself.
bool has_part_in(const GameState& s, const PlacedTile& tile, FeatureId f) {
  for (int i = 0; tile.has_segment(i); ++i)
    if (feature_of(s, tile.segment(i)) == f) return true;
  return false;
}

// BUILDER-6..9, BUILDER-11, BUILDER-12: noted when the tile is laid, whatever becomes of the
// builder. Not by a tile of a sub-turn (Y-49), nor by one that brings a part of its own (Y-32).
void note_extension(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  if (g.part != 1 || g.sub_turn != 0) return;
  const int builder = find_figure(rules, s, PieceKind::builder, g.active);
  if (builder == kNoPiece) return;
  const PlacedTile& tile = s.tiles[g.placed];
  if (rules.tiles[tile.type].draws_again) return;
  if (!has_part_in(s, tile, feature_of(s, s.pieces[builder].segment))) return;
  g.part_due = 1;
  tell(events, s, EventKind::double_turn, g.active);
}

// BUILDER-10, BUILDER-19, X-77
bool next_part(const Rules& rules, GameState& s, EventSink*) {
  CoreState& g = *s.core;
  if (g.part_due == 0) return false;
  if (nothing_to_play(rules, s)) {  // Y-60
    g.part_due = 0;
    return false;
  }
  // Without a tile to draw the one choice is about the abbey.
  if (rules.options.double_turn_may && !nothing_to_draw(rules, s))
    g.step = static_cast<std::uint8_t>(rules.index_of(Step::double_turn));
  else
    begin_further_part(rules, s);
  return true;
}

// --- Q-TB-1: the question --------------------------------------------------------

Flow ask_step(const Rules& rules, GameState& s, EventSink* events) {
  return ask(rules, s, DecisionKind::double_turn, s.core->active, events);
}

void list_answers(const Rules&, const GameState&, Options& out) {
  out.add({.kind = ActionKind::double_turn});
  out.add(Action::pass());
}

// Nobody who looks ahead by chance gives a tile away.
Action take_it(const Rules&, const GameState&) { return {.kind = ActionKind::double_turn}; }

Flow answer(const Rules& rules, GameState& s, const Action& action, EventSink*) {
  CoreState& g = *s.core;
  if (action.kind == ActionKind::pass) {
    g.part_due = 0;
    g.step = static_cast<std::uint8_t>(rules.index_of(Step::end_turn));
  } else {
    begin_further_part(rules, s);
  }
  return Flow::repeat;
}

void write_part(const Rules&, const GameState& s, FieldWriter& out) {
  out.number("part", s.core->part);
  if (s.core->part_due != 0) out.flag("double_turn", true);
}

}  // namespace

void install_double_turn(Rules& rules) {
  rules.tile_placed.push_back(note_extension);
  rules.part_rules[Part::double_turn] = next_part;
  if (rules.options.double_turn_may) {
    rules.step_rules[Step::double_turn] = ask_step;
    rules.decisions[DecisionKind::double_turn] = {
        .list = list_answers, .answer = answer, .quiet = take_it};
  }
  speak(rules, {.state = write_part});
}

}  // namespace bastide::traders_builders
