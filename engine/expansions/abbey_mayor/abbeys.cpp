// Abbeys: laid into a hole instead of a drawn tile, and once more when nothing is left to draw.
#include "engine/board/board.h"
#include "engine/expansions/abbey_mayor/parts.h"
#include "engine/turn/turn.h"

namespace bastide::abbey_mayor {
namespace {

// AM-2, AM-3, Q-AM-22: the tiles that players hold; the others stay in the box.
void hand_out(Rules& rules, int each) {
  for (TileInPlay& tile : rules.tiles) {
    if (!tile.def->supply || !tile.def->has(Mark::abbey)) continue;
    tile.stack = kHandedOut;
    tile.held_as = PieceKind::abbey;
    tile.copies = static_cast<std::uint16_t>(each * rules.player_count());
  }
}

int in_hands(const Rules& rules, const GameState& s, TileType type) {
  if (type != abbey_tile(rules)) return 0;
  int count = 0;
  for (int seat = 0; seat < rules.player_count(); ++seat)
    count += s.core->players[seat].supply[PieceKind::abbey];
  return count;
}

// Whose abbey a tile was does not matter once it lies (ABBEY-14).
int laid_by(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  if (kind != PieceKind::abbey) return 0;
  return rules.supply[kind] - s.core->players[seat].supply[kind];
}

// ABBEY-2..4, Z-69: a hole where no other rule forbids a monastery.
bool may_lie(const Rules& rules, const GameState& s, CellIndex cell) {
  return is_hole(s.cells[cell]) &&
         passes_placement_filters(rules, s, cell, abbey_tile(rules), Rotation{0});
}

bool has_hole(const Rules& rules, const GameState& s) {
  for (CellIndex cell = 0; cell < s.core->cells; ++cell)
    if (may_lie(rules, s, cell)) return true;
  return false;
}

bool could_lay(const Rules& rules, const GameState& s, Seat seat) {
  return s.core->players[seat].supply[PieceKind::abbey] != 0 && has_hole(rules, s);
}

bool active_could_lay(const Rules& rules, const GameState& s) {
  return could_lay(rules, s, s.core->active);
}

// Z-4: what is drawn before the main stack has to lie first.
bool opening_goes_on(const Rules& rules, const GameState& s) {
  for (int stack = 0; stack + 1 < rules.stack_count; ++stack)
    if (s.core->left[stack] != 0) return true;
  return false;
}

// ABBEY-1, ABBEY-5, Q-AM-4, Q-AM-5: before the draw of a turn or of its further part. No turn
// begins with nothing to draw, but a further part may (Y-60), and the last round does.
Flow abbey_step(const Rules& rules, GameState& s, EventSink* events) {
  const CoreState& g = *s.core;
  if (g.players[g.active].supply[PieceKind::abbey] == 0) return Flow::proceed;
  const bool in_round = rules.ext<AbbeyMayorState>(s).round != 0;
  if (!in_round && g.part == 1 && nothing_to_draw(rules, s)) return Flow::proceed;
  if (opening_goes_on(rules, s) || !has_hole(rules, s)) return Flow::proceed;
  return ask(rules, s, DecisionKind::abbey, g.active, events);
}

// Q-AM-21: in one rotation.
void list_holes(const Rules& rules, const GameState& s, Options& out) {
  const TileType abbey = abbey_tile(rules);
  for (CellIndex cell = 0; cell < s.core->cells && !out.enough(); ++cell)
    if (may_lie(rules, s, cell)) out.add(Action::place(abbey, s.cells[cell].at, 0));
  out.add(Action::pass());
}

// Q-AM-3: a placement of the round has a turn number, and nothing else of the start of a turn.
void begin_turn_of_round(GameState& s, AbbeyMayorState& am, EventSink* events) {
  am.last_played = s.core->active;
  ++s.core->turn;
  tell(events, s, EventKind::turn, s.core->active, {.value = s.core->turn});
}

// Who declines draws, or in the round has had the chance (ABBEY-17).
Flow decline(const Rules& rules, GameState& s, const AbbeyMayorState& am, EventSink* events) {
  if (am.round == 0) return Flow::proceed;
  s.core->active = am.last_played;
  return end_game(rules, s, events);
}

// ABBEY-1, ABBEY-13, ABBEY-15: the turn goes on as if the abbey had been drawn and laid.
Flow answer_abbey(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& am = rules.ext<AbbeyMayorState>(s);
  if (action.kind == ActionKind::pass) return decline(rules, s, am, events);
  if (am.round != 0) begin_turn_of_round(s, am, events);
  CoreState& g = *s.core;
  --g.players[g.active].supply[PieceKind::abbey];
  g.step = static_cast<std::uint8_t>(rules.index_of(Step::place));
  return finish_placement(rules, s, action, rules.face(action.tile, action.value), events);
}

Action keep_abbey(const Rules&, const GameState&) { return Action::pass(); }

// ABBEY-16..18, Q-AM-2: left of whoever had the last turn first, that player last.
bool next_of_round(const Rules& rules, GameState& s, EventSink*) {
  auto& am = rules.ext<AbbeyMayorState>(s);
  if (am.round == 0) {
    am.round = 1;
    am.last_turn = am.last_played = s.core->active;
  }
  while (am.round <= rules.player_count()) {
    const Seat seat = seat_after(rules, am.last_turn, am.round++);
    if (!could_lay(rules, s, seat)) continue;
    forget_parts(s);
    begin_part(s, seat);
    s.core->step = static_cast<std::uint8_t>(rules.index_of(Step::abbey));
    return true;
  }
  return false;
}

}  // namespace

TileType abbey_tile(const Rules& rules) {
  std::size_t type = rules.stocked_types();
  while (rules.tiles[type].held_as != PieceKind::abbey) ++type;
  return static_cast<TileType>(type);
}

void install_abbeys(Rules& rules, int each) {
  hand_out(rules, each);
  bring_piece(rules, PieceKind::abbey, each, {});
  rules.marks_in_play |= mark_bit(Mark::abbey);
  rules.step_rules[Step::abbey] = abbey_step;
  rules.decisions[DecisionKind::abbey] = {
      .list = list_holes, .answer = answer_abbey, .quiet = keep_abbey};
  rules.plays_undrawn.push_back(active_could_lay);
  if (rules.options.abbey_round) rules.before_ending.push_back(next_of_round);
  rules.pieces_elsewhere.push_back(laid_by);
  rules.tiles_elsewhere.push_back(in_hands);
}

}  // namespace bastide::abbey_mayor
