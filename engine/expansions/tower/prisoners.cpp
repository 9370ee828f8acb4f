// Capture, exchange and ransom.
#include "engine/board/own_pieces.h"
#include "engine/expansions/tower/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::tower {
namespace {

constexpr std::uint8_t seat_bit(Seat seat) { return static_cast<std::uint8_t>(1u << seat); }

const Tower& tower_just_built(const Rules& rules, const GameState& s) {
  return all_towers(rules, s)[rules.ext<TowerState>(s).built - 1u];
}

// --- Capture -----------------------------------------------------------------------

Action capture_of(const GameState& s, const PlacedPiece& piece) {
  return {.kind = ActionKind::capture,
          .piece = piece.kind,
          .value = piece.owner,
          .seg = seg_of(s, piece),
          .at = tile_of(s, piece.segment).at};
}

// TOWER-19..24, Q-TW-11: one answer for all who are alike in one place.
void list_captures(const Rules& rules, const GameState& s, Options& out) {
  const Tower& tower = tower_just_built(rules, s);
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (!is_in_range(s, tower, tile_of(s, piece.segment).at) || !may_be_captured(rules, piece))
      continue;
    const Action action = capture_of(s, piece);
    if (find_captive(rules, s, action) == i) out.add(action);
  }
  out.add(Action::pass());
}

Flow capture_step(const Rules& rules, GameState& s, EventSink* events) {
  if (rules.ext<TowerState>(s).built == 0) return Flow::proceed;
  return ask(rules, s, DecisionKind::capture, s.core->active, events);
}

// TOWER-25: home at once. TOWER-26, TOWER-42: a prisoner, or exchanged for one of the captor's own.
Flow answer_capture(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& state = rules.ext<TowerState>(s);
  state.built = 0;
  if (action.kind == ActionKind::pass) return Flow::proceed;
  const Seat captor = s.core->active;
  const Seat owner = action.value;
  const int captive = find_captive(rules, s, action);
  if (owner == captor) {
    send_home(rules, s, captive, EventKind::returned, events);
    return Flow::proceed;
  }
  hold(state, captor, owner, action.piece);
  carry_off(rules, s, captive, captor, EventKind::captured, events);
  if (prisoners_of(state, owner, captor) == 0) return Flow::proceed;  // TOWER-46
  return ask(rules, s, DecisionKind::exchange, captor, events);
}

// --- Exchange ----------------------------------------------------------------------

// TOWER-43: only the one just captured is held by somebody who has a prisoner with his owner.
Seat partner_of(const Rules& rules, const TowerState& state, Seat captor) {
  for (Seat seat = 0; seat < rules.player_count(); ++seat)
    if (prisoners_of(state, captor, seat) != 0 && prisoners_of(state, seat, captor) != 0)
      return seat;
  return kNobody;
}

// TOWER-44, Q-TW-5: the captor says which of his own comes back; kinds only.
void list_exchanges(const Rules& rules, const GameState& s, Options& out) {
  const auto& state = rules.ext<TowerState>(s);
  const Seat captor = s.core->active;
  const auto& own = state.prisoners[partner_of(rules, state, captor)][captor];
  for (int kind = 0; kind < kPieceKinds; ++kind)
    if (own[kind] != 0)
      out.add({.kind = ActionKind::exchange, .piece = static_cast<PieceKind>(kind)});
}

Flow answer_exchange(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& state = rules.ext<TowerState>(s);
  const Seat captor = s.core->active;
  const Seat partner = partner_of(rules, state, captor);
  set_free(rules, s, partner, captor, action.piece, events);
  for (int kind = 0; kind < kPieceKinds; ++kind)
    if (state.prisoners[captor][partner][kind] != 0)
      set_free(rules, s, captor, partner, static_cast<PieceKind>(kind), events);
  return Flow::proceed;
}

// --- Ransom ------------------------------------------------------------------------

// TOWER-54: the own ones, each kind with each holder.
void list_ransoms(const Rules& rules, const GameState& s, Options& out) {
  const Seat owner = s.core->active;
  if (!may_pay(rules, s, owner)) return;
  const auto& state = rules.ext<TowerState>(s);
  for (Seat holder = 0; holder < rules.player_count(); ++holder)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      if (state.prisoners[holder][owner][kind] != 0)
        out.add(
            {.kind = ActionKind::ransom, .piece = static_cast<PieceKind>(kind), .value = holder});
}

// Q-TW-15, Z-53: no points got for anything that the tile completed.
void pay(const Rules& rules, GameState& s, Seat seat, int points, EventSink* events) {
  Sheet sheet;
  sheet.add(Term::ransom, 1, points);
  give_points(s, seat, ScoreFor::ransom, sheet, kNone, events);
  for (const PointsApart hook : rules.points_apart) hook(rules, s, seat, points);
}

void buy_free(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& state = rules.ext<TowerState>(s);
  const Seat owner = s.core->active;
  const Seat holder = action.value;
  pay(rules, s, owner, -kRansom, events);
  pay(rules, s, holder, kRansom, events);
  state.paid = static_cast<std::uint8_t>(state.paid | seat_bit(owner));
  set_free(rules, s, holder, owner, action.piece, events);
}

// TOWER-50, TOWER-53, Q-TW-1: whoever comes home may be placed at once, so step 2 is asked again.
Flow answer_in_step_two(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  buy_free(rules, s, action, events);
  return Flow::repeat;
}

void list_ransom_or_pass(const Rules& rules, const GameState& s, Options& out) {
  list_ransoms(rules, s, out);
  out.add(Action::pass());
}

Flow answer_ransom(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::ransom) buy_free(rules, s, action, events);
  return Flow::proceed;
}

Action pay_nothing(const Rules&, const GameState&) { return Action::pass(); }

Flow ransom_step(const Rules& rules, GameState& s, EventSink* events) {
  if (!may_pay(rules, s, s.core->active)) return Flow::proceed;
  return ask(rules, s, DecisionKind::ransom, s.core->active, events);
}

// TOWER-52, Q-TW-2, Z-75: the player of a turn pays once in all its parts and his own sub-turn;
// others pay once in each sub-turn of theirs, and none of them has one before the next bazaar.
void note_whose_turn(const Rules& rules, GameState& s, EventSink*) {
  const CoreState& g = *s.core;
  auto& state = rules.ext<TowerState>(s);
  state.built = 0;
  if (g.sub_turn != 0) return;
  state.paid &= state.turn == g.turn ? seat_bit(g.active) : std::uint8_t{0};
  state.turn = g.turn;
  state.player = g.active;
}

// --- Keeping count -----------------------------------------------------------------

// TOWER-40
int among_prisoners(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  int count = 0;
  for (int holder = 0; holder < rules.player_count(); ++holder)
    count += rules.ext<TowerState>(s).prisoners[holder][seat][static_cast<int>(kind)];
  return count;
}

// TOWER-55: nothing for them at the end.
void free_all(const Rules& rules, GameState& s) {
  auto& state = rules.ext<TowerState>(s);
  for (Seat holder = 0; holder < rules.player_count(); ++holder)
    for (Seat owner = 0; owner < rules.player_count(); ++owner)
      for (int kind = 0; kind < kPieceKinds; ++kind)
        while (state.prisoners[holder][owner][kind] != 0)
          set_free(rules, s, holder, owner, static_cast<PieceKind>(kind), nullptr);
  state.paid = 0;
}

}  // namespace

int find_captive(const Rules& rules, const GameState& s, const Action& action) {
  return find_named(s, action.piece, action.value, action.at, action.seg,
                    [&](const PlacedPiece& piece) { return may_be_captured(rules, piece); });
}

int prisoners_of(const TowerState& state, Seat holder, Seat owner) {
  int count = 0;
  for (const std::uint8_t of_kind : state.prisoners[holder][owner]) count += of_kind;
  return count;
}

void hold(TowerState& state, Seat holder, Seat owner, PieceKind kind) {
  ++state.prisoners[holder][owner][static_cast<int>(kind)];
  ++state.held[owner];
}

void set_free(const Rules& rules, GameState& s, Seat holder, Seat owner, PieceKind kind,
              EventSink* events) {
  auto& state = rules.ext<TowerState>(s);
  --state.prisoners[holder][owner][static_cast<int>(kind)];
  --state.held[owner];
  ++s.core->players[owner].supply[kind];
  tell(events, s, EventKind::returned, owner, {.piece = kind, .holder = holder});
}

bool has_paid(const Rules& rules, const GameState& s, Seat seat) {
  const auto& state = rules.ext<TowerState>(s);
  return state.turn == s.core->turn && (state.paid & seat_bit(seat)) != 0;
}

bool may_pay(const Rules& rules, const GameState& s, Seat seat) {
  return rules.ext<TowerState>(s).held[seat] != 0 && s.core->players[seat].score >= kRansom &&
         !has_paid(rules, s, seat);
}

void install_prisoners(Rules& rules) {
  rules.tile_placed.push_back(note_whose_turn);
  rules.step_rules[Step::capture] = capture_step;
  rules.step_rules[Step::ransom] = ransom_step;
  rules.decisions[DecisionKind::capture] = {
      .list = list_captures, .answer = answer_capture, .weighed_as_a_whole = true};
  rules.decisions[DecisionKind::exchange] = {list_exchanges, answer_exchange};
  rules.decisions[DecisionKind::ransom] = {
      .list = list_ransom_or_pass, .answer = answer_ransom, .quiet = pay_nothing};
  rules.meeple_options.push_back(list_ransoms);
  rules.meeple_answers[ActionKind::ransom] = answer_in_step_two;
  rules.pieces_elsewhere.push_back(among_prisoners);
  rules.go_home.push_back(free_all);
}

}  // namespace bastide::tower
