// The big top: it goes from circus tile to circus tile, and where it leaves everybody around it is
// paid.
#include <algorithm>

#include "engine/expansions/circus/parts.h"
#include "engine/rules/tokens.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::circus {
namespace {

// CIRCUS-2, CIRCUS-23: the tokens of every copy of the set.
void lay_tokens(const Rules& rules, GameState& s) {
  int copies = 0;
  for (const TileInPlay& tile : rules.tiles)
    if (tile.has(Mark::circus)) copies = tile.copies / tile.def->count;
  auto& state = rules.ext<CircusState>(s);
  for (int animal = 0; animal < kAnimals; ++animal)
    state.unseen[animal] = static_cast<std::uint16_t>(copies * kTokensOfACopy[animal]);
}

// CIRCUS-9, CIRCUS-18: with a token beneath that nobody has seen (CIRCUS-22).
void move_big_top(const Rules& rules, GameState& s, EventSink* events) {
  auto& state = rules.ext<CircusState>(s);
  state.in_play = 1;
  state.big_top = s.tiles[s.core->placed].at;
  tell(events, s, EventKind::big_top_moved, s.core->active, {.at = state.big_top});
}

// --- Who is around -----------------------------------------------------------------

// X-75, Z-88, Z-101: who is in a castle, if any tile of it is around.
bool is_castle_around(const GameState& s, const PlacedPiece& piece, Pos at) {
  for (const SegmentId id : segments_of(s, feature_of(s, piece.segment)))
    if (is_around(at, tile_of(s, id).at)) return true;
  return false;
}

// CIRCUS-12, CIRCUS-16: each of them gives the worth of the token, and stays.
void pay_circus(const Rules& rules, GameState& s, int worth, EventSink* events) {
  const Pos at = rules.ext<CircusState>(s).big_top;
  int around[kMaxPlayers] = {};
  for (const PlacedPiece& piece : all_pieces(s))
    around[piece.owner] += is_counted(rules, s, piece, at) ? 1 : 0;
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    if (around[seat] == 0) continue;
    Sheet sheet;
    sheet.add(Term::meeples, around[seat], around[seat] * worth);
    give_points(s, static_cast<Seat>(seat), ScoreFor::circus, sheet, at, 0, events);
  }
}

// --- The token -----------------------------------------------------------------------

void list_tokens(const Rules& rules, const GameState& s, Options& out) {
  const auto& state = rules.ext<CircusState>(s);
  for (int animal = 0; animal < kAnimals; ++animal)
    if (state.unseen[animal] != 0)
      out.add(
          {.kind = ActionKind::token, .value = static_cast<std::uint8_t>(kFirstAnimal + animal)});
}

// Q-CI-1: each unseen token is as likely as the others to lie under the big top.
std::uint32_t weigh_token(const Rules& rules, const GameState& s, const Action& action) {
  return rules.ext<CircusState>(s).unseen[action.value - kFirstAnimal];
}

bool has_placed_circus(const Rules& rules, const GameState& s) {
  return s.core->placed != kNone && has_mark(rules, s, s.core->placed, Mark::circus);
}

// CIRCUS-11: turned up, whoever is around (Q-CI-2); it leaves the game (CIRCUS-18).
Flow answer_token(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& state = rules.ext<CircusState>(s);
  const int animal = action.value - kFirstAnimal;
  --state.unseen[animal];
  tell(events, s, EventKind::token, kNobody, {.at = state.big_top, .value = action.value});
  pay_circus(rules, s, kWorth[animal], events);
  if (rules.steps[s.core->step] == Step::circus) move_big_top(rules, s, events);
  return Flow::proceed;
}

// There are tokens enough in every game (CIRCUS-23); a loaded position may have none.
bool has_token(const CircusState& state) {
  return state.in_play != 0 && std::ranges::any_of(state.unseen, [](int n) { return n != 0; });
}

// CIRCUS-9..11, CIRCUS-19: after everything that the tile has completed.
Flow circus_step(const Rules& rules, GameState& s, EventSink* events) {
  if (!has_placed_circus(rules, s)) return Flow::proceed;
  if (has_token(rules.ext<CircusState>(s)))
    return ask(rules, s, DecisionKind::token, kDealer, events);
  move_big_top(rules, s, events);
  return Flow::proceed;
}

// CIRCUS-21
Flow last_circus_step(const Rules& rules, GameState& s, EventSink* events) {
  if (!has_token(rules.ext<CircusState>(s))) return Flow::proceed;
  return ask(rules, s, DecisionKind::token, kDealer, events);
}

}  // namespace

// CIRCUS-13..15: people, by the tile on which they stand, whatever they do there. Who has joined a
// feature as a whole stands on no tile.
bool is_counted(const Rules& rules, const GameState& s, const PlacedPiece& piece, Pos at) {
  if (!rules.traits[piece.kind].person || is_from_afar(piece)) return false;
  if (piece.standing == Standing::sheltered) return is_castle_around(s, piece, at);
  return is_around(at, tile_of(s, piece.segment).at);
}

void install_big_top(Rules& rules) {
  rules.marks_in_play |= mark_bit(Mark::circus);
  rules.game_begins.push_back(lay_tokens);
  rules.step_rules[Step::circus] = circus_step;
  rules.step_rules[Step::score_circus] = last_circus_step;
  for (const Step step : {Step::circus, Step::score_circus})
    bring_tokens(rules, step, {list_tokens, answer_token, weigh_token});
}

}  // namespace bastide::circus
