// Volcanoes, tiles set aside until the dragon comes, and its flights.
#include <algorithm>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

// --- Tiles set aside -----------------------------------------------------------

// DRAGON-19, DRAGON-20: without a dragon its tiles wait, and the player draws again.
DrawVerdict set_aside(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  if (!rules.tiles[g.current].has(Mark::dragon)) return DrawVerdict::keep;
  if (rules.ext<PrincessDragonState>(s).dragon_in_play != 0) return DrawVerdict::keep;
  ++s.aside[g.current];
  tell(events, s, EventKind::set_aside, g.active, {.tile = g.current});
  g.current = kNone;
  return DrawVerdict::redraw;
}

// DRAGON-21: back into the stacks they came from.
void reshuffle(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  int count = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
    if (s.aside[t] == 0) continue;
    const std::uint8_t stack = rules.tiles[t].stack;
    s.stock[t] = static_cast<std::uint16_t>(s.stock[t] + s.aside[t]);
    g.left[stack] = static_cast<std::uint16_t>(g.left[stack] + s.aside[t]);
    if (g.stack > stack) g.stack = stack;
    count += s.aside[t];
    s.aside[t] = 0;
  }
  if (count != 0) tell(events, s, EventKind::reshuffled, g.active, {.value = count});
}

// --- Volcanoes -----------------------------------------------------------------

// VOLCANO-2: no piece on the tile, in the turn in which it is placed (Q-PD-9).
bool volcano_bars(const Rules& rules, const GameState& s) {
  return placed_has(rules, s, Mark::volcano);
}

// VOLCANO-4, VOLCANO-5: straight to the new volcano, from wherever it was; nothing is eaten.
void erupt(const Rules& rules, GameState& s, EventSink* events) {
  auto& p = rules.ext<PrincessDragonState>(s);
  const bool first = p.dragon_in_play == 0;
  p.dragon_in_play = 1;
  p.dragon = s.tiles[s.core->placed].at;
  tell(events, s, EventKind::dragon_moved, s.core->active, {.at = p.dragon});
  if (first) reshuffle(rules, s, events);
}

// --- Flights -------------------------------------------------------------------

// Without a jump: the answer is hard to foresee.
bool has_visited(const PrincessDragonState& p, Pos at) {
  unsigned seen = 0;
#if defined(__AVX2__)
  static_assert(sizeof p.visited == 28);  // and four bytes of the state behind them
  const auto* const visited = reinterpret_cast<const __m256i*>(p.visited);
  const __m256i here = _mm256_cmpeq_epi32(_mm256_loadu_si256(visited),
                                          _mm256_set1_epi32(static_cast<int>(packed(at))));
  seen = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(here)));
#else
  for (int i = 0; i <= kFlightMoves; ++i) seen |= static_cast<unsigned>(p.visited[i] == at) << i;
#endif
  return (seen & ((1u << p.visited_count) - 1)) != 0;
}

void list_moves(const Rules& rules, const GameState& s, Options& out) {
  const Pos from = rules.ext<PrincessDragonState>(s).dragon;
  for (int side = 0; side < kSides && !out.enough(); ++side) {  // DRAGON-6
    const Pos to = neighbour(from, static_cast<Side>(side));
    if (may_enter(rules, s, to)) out.add({.kind = ActionKind::dragon, .at = to});
  }
}

// DRAGON-13..15: everything edible on the tile goes home, whoever owns it.
void eat(const Rules& rules, GameState& s, Pos at, EventSink* events) {
  const std::uint32_t tile = find_tile(s, at);
  for (int i = s.core->pieces - 1; i >= 0; --i) {
    const PlacedPiece& piece = s.pieces[i];
    if (s.segments[piece.segment].tile != tile || !is_in_reach(piece)) continue;  // DRAGON-24
    if (!rules.traits[piece.kind].living) continue;                               // DRAGON-22
    send_home(rules, s, i, EventKind::eaten, events);
    i = std::min<int>(i, s.core->pieces);  // who leaves may draw others after him
  }
}

void move(const Rules& rules, GameState& s, Pos to, EventSink* events) {
  auto& p = rules.ext<PrincessDragonState>(s);
  p.dragon = to;
  p.visited[p.visited_count++] = to;
  tell(events, s, EventKind::dragon_moved, s.core->actor, {.at = to});
  eat(rules, s, to, events);
}

// On until a player has a choice, or the flight ends: six moves (DRAGON-7) or a dead end
// (DRAGON-16). A single move is made without asking (Q-PD-32).
Flow fly_on(const Rules& rules, GameState& s, EventSink* events) {
  auto& p = rules.ext<PrincessDragonState>(s);
  while (p.visited_count <= kFlightMoves) {
    Options moves = Options::seeking_a_choice();
    list_moves(rules, s, moves);
    if (moves.count() == 0) break;
    // DRAGON-5: the active player first, then clockwise.
    s.core->actor = seat_after(rules, s.core->active, p.visited_count - 1);
    s.core->decision = DecisionKind::dragon;
    if (moves.count() > 1) return Flow::ask;
    move(rules, s, moves.kept().at, events);
  }
  for (Pos& visited : p.visited) visited = {};  // DRAGON-11
  p.visited_count = 0;
  return Flow::proceed;
}

Flow answer_move(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  move(rules, s, action.at, events);
  return fly_on(rules, s, events);
}

// DRAGON-3. Without a dragon there is no flight (Q-PD-5).
Flow flight_step(const Rules& rules, GameState& s, EventSink* events) {
  auto& p = rules.ext<PrincessDragonState>(s);
  if (p.dragon_in_play == 0 || !placed_has(rules, s, Mark::dragon)) return Flow::proceed;
  p.visited[0] = p.dragon;  // DRAGON-10
  p.visited_count = 1;
  return fly_on(rules, s, events);
}

// VOLCANO-6: a volcano brings no flight; no tile carries both marks (PD-1).
Flow dragon_step(const Rules& rules, GameState& s, EventSink* events) {
  if (!placed_has(rules, s, Mark::volcano))
    return rules.options.dragon_move_after_scoring ? Flow::proceed : flight_step(rules, s, events);
  erupt(rules, s, events);
  return Flow::proceed;
}

}  // namespace

bool may_enter(const Rules& rules, const GameState& s, Pos to) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (p.fairy_in_play != 0 && p.fairy == to) return false;  // DRAGON-12
  if (has_visited(p, to)) return false;                     // DRAGON-9
  const std::uint32_t tile = find_tile(s, to);
  return tile != kNotThere && !rules.tiles[s.tiles[tile].type].has(Mark::inside);  // X-3, Q-CKC-39
}

void install_dragon(Rules& rules) {
  rules.layout.has_aside = true;
  rules.tile_drawn.push_back(set_aside);
  rules.tile_barred.push_back(volcano_bars);
  rules.step_rules[Step::dragon] = dragon_step;
  if (rules.options.dragon_move_after_scoring)  // Q-PD-26
    rules.step_rules[Step::dragon_after_scoring] = flight_step;
  rules.decisions[DecisionKind::dragon] = {
      .list = list_moves, .answer = answer_move, .weighed_as_a_whole = true};  // a flight
}

}  // namespace bastide::princess_dragon
