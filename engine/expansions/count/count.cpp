// The board, and pieces sent into the city.
#include <algorithm>

#include "engine/expansions/count/parts.h"
#include "engine/turn/turn.h"
#include "engine/rules/module.h"

namespace bastide::count {
namespace {

// Q-CKC-15, Q-CKC-16: points of this placement are those given from here on: an abbot taken back,
// features, the fairy's three.
void remember_scores(const Rules& rules, GameState& s, EventSink*) {
  CountState& state = rules.ext<CountState>(s);
  for (int seat = 0; seat < rules.player_count(); ++seat)
    state.before[seat] = s.core->players[seat].score;
}

// COUNT-7, COUNT-11, COUNT-12: something was completed, others have points for it, the active
// player has none.
bool may_deploy(const Rules& rules, const GameState& s) {
  const CountState& state = rules.ext<CountState>(s);
  const CoreState& g = *s.core;
  if (g.completed_count == 0 || g.players[g.active].score != state.before[g.active]) return false;
  for (TileBarred barred : rules.deployment_barred)
    if (barred(rules, s)) return false;
  bool others = false;
  for (int seat = 0; seat < rules.player_count(); ++seat)
    others = others || g.players[seat].score > state.before[seat];
  return others;
}

// Y-80, Z-53: others' points for sheep, and a ransom, are no points for what the tile completed.
void leave_out(const Rules& rules, GameState& s, Seat seat, int points) {
  rules.ext<CountState>(s).before[seat] += points;
}

// --- Into a quarter --------------------------------------------------------------

// COUNT-8, COUNT-14, X-31: any quarter that is open to the piece, the count's as well.
void list_deployments(const Rules& rules, const GameState& s, Options& out) {
  const PlayerState& player = s.core->players[s.core->active];
  for (int kind = 0; kind < kPieceKinds; ++kind)
    for (int quarter = 0; quarter < kQuarters && player.supply[kind] != 0; ++quarter)
      if (may_wait_in(rules, static_cast<PieceKind>(kind), static_cast<Quarter>(quarter)))
        out.add({.kind = ActionKind::deploy,
                 .piece = static_cast<PieceKind>(kind),
                 .value = static_cast<std::uint8_t>(quarter)});
  out.add(Action::pass());  // COUNT-13
}

// COUNT-8: at the end of the turn, when the points are given; Q-CKC-21: also who came home just
// now.
Flow deploy_step(const Rules& rules, GameState& s, EventSink* events) {
  const bool may = may_deploy(rules, s);
  for (std::int32_t& score : rules.ext<CountState>(s).before) score = 0;
  return may ? ask(rules, s, DecisionKind::deploy, s.core->active, events) : Flow::proceed;
}

// COUNT-9, COUNT-10: one piece; then the count may be moved (Q-CKC-19).
Flow answer_deploy(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::proceed;
  const Seat seat = s.core->active;
  --s.core->players[seat].supply[action.piece];
  ++pieces_in(rules.ext<CountState>(s), static_cast<Quarter>(action.value), seat, action.piece);
  tell(events, s, EventKind::deployed, seat,
       {.piece = action.piece, .off_map = OffMap::quarter, .value = action.value});
  return ask(rules, s, DecisionKind::move_count, seat, events);
}

// --- The count -------------------------------------------------------------------

// COUNT-19, Q-CKC-20: to one of the other three quarters, or he stays.
void list_count_moves(const Rules& rules, const GameState& s, Options& out) {
  const CountState& state = rules.ext<CountState>(s);
  for (std::uint8_t quarter = 0; quarter < kQuarters; ++quarter)
    if (static_cast<Quarter>(quarter) != state.count)
      out.add({.kind = ActionKind::move_count, .value = quarter});
  out.add(Action::pass());
}

Flow answer_count_move(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::proceed;
  rules.ext<CountState>(s).count = static_cast<Quarter>(action.value);
  tell(events, s, EventKind::count_moved, s.core->active, {.value = action.value});
  return Flow::proceed;
}

// --- Keeping count ---------------------------------------------------------------

int in_quarters(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  int count = 0;
  for (int quarter = 0; quarter < kQuarters; ++quarter)
    count += pieces_in(rules.ext<CountState>(s), static_cast<Quarter>(quarter), seat, kind);
  return count;
}

// COUNT-29: whoever is still there has nothing from it.
void clear_quarters(const Rules& rules, GameState& s) {
  for (auto& quarter : rules.ext<CountState>(s).pieces)
    for (int seat = 0; seat < rules.player_count(); ++seat)
      for (int kind = 0; kind < kPieceKinds; ++kind) {
        std::uint8_t& supply = s.core->players[seat].supply[kind];
        supply = static_cast<std::uint8_t>(supply + quarter[seat][kind]);
        quarter[seat][kind] = 0;
      }
}

// COUNT-1: the boards lie in the middle; with the option dragon, fairy and portal stay outside.
void lay_boards(Rules& rules) {
  for (const BoardCell& cell : catalogue().find_set("count")->board->cells)
    rules.start.push_back({cell.at, &cell.tile, 0, rules.options.carcassonne_outer_closed});
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  if (rules.start_name != "count" && rules.start_name != "count_plain")  // CKC-4
    return SetupError{
        "With the set \"count\" the map begins with its boards: the start is \"count\" or "
        "\"count_plain\"."};
  lay_boards(rules);
  if (rules.start_name == "count_plain") return std::nullopt;  // COUNT-2
  rules.tile_placed.push_back(remember_scores);
  rules.points_apart.push_back(leave_out);
  rules.step_rules[Step::deploy] = deploy_step;
  rules.decisions[DecisionKind::deploy] = {list_deployments, answer_deploy};
  rules.decisions[DecisionKind::move_count] = {list_count_moves, answer_count_move};
  install_redeployment(rules);
  rules.go_home.push_back(clear_quarters);
  rules.pieces_elsewhere.push_back(in_quarters);
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::count

bastide::ModuleRules bastide::module_count() {
  return {.install = count::install,
          .state_bytes = bytes_of<count::CountState>,
          .start = "count",
          .begins_with = "the boards of Carcassonne"};
}
