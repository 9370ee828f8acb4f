// The turn of the base game: draw, place, meeple, score.
#include <bit>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/core/bits.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide {

// --- Draw -------------------------------------------------------------------

Flow draw_step(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  while (g.stack < rules.stack_count && g.left[g.stack] == 0) ++g.stack;
  if (g.stack == rules.stack_count) return end_game(rules, s, events);  // END-1, END-2
  g.decision = DecisionKind::draw;
  g.actor = kDealer;
  return Flow::ask;
}

void list_draws(const Rules& rules, const GameState& s, Options& out) {
  const int stack = s.core->stack;
  for (TileType t = rules.stack_begin[stack]; t < rules.stack_begin[stack + 1]; ++t)
    if (s.stock[t] != 0) out.add(Action::draw(t));
}

std::uint32_t weigh_draw(const Rules&, const GameState& s, const Action& action) {
  return s.stock[action.tile];
}

Flow answer_draw(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  CoreState& g = *s.core;
  --s.stock[action.tile];
  --g.left[g.stack];
  g.current = action.tile;
  if (events != nullptr) tell(events, s, EventKind::drawn, g.active, {.tile = action.tile});
  for (TileDrawn hook : rules.tile_drawn)
    if (hook(rules, s, events) == DrawVerdict::redraw) return Flow::repeat;
  // A step of a module that asked the dealer for a tile gets it and goes on.
  return g.step == rules.draw_index ? Flow::proceed : Flow::repeat;
}

// TILE-14, TILE-17: to the box, for good.
void discard_current(const Rules&, GameState& s, EventSink* events) {
  tell(events, s, EventKind::discarded, s.core->active, {.tile = s.core->current});
  s.core->current = kNone;
}

Flow answer_discard(const Rules& rules, GameState& s, EventSink* events) {
  discard_current(rules, s, events);
  for (NextPart hook : rules.after_discard)
    if (hook(rules, s, events)) return Flow::repeat;
  s.core->step = static_cast<std::uint8_t>(rules.draw_index);  // the same player draws again
  return Flow::repeat;
}

// --- Place ------------------------------------------------------------------

Flow place_step(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  if (!is_placeable(rules, s, g.current)) return answer_discard(rules, s, events);
  g.decision = DecisionKind::place;
  g.actor = g.active;
  return Flow::ask;
}

void tell_bridge(const GameState& s, TileIndex tile, EventSink* events) {
  tell(events, s, EventKind::bridge_built, s.core->active,
       {.segment = s.tiles[tile].added_segment, .value = s.tiles[tile].bridge_axis});
}

Flow answer_place(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::discard) return answer_discard(rules, s, events);
  for (PreparePlace prepare : rules.prepare_place) {
    const Prepared prepared = prepare(rules, s, action, events);
    if (prepared != Prepared::go_on) return prepared == Prepared::waits ? Flow::ask : Flow::proceed;
  }
  return finish_placement(rules, s, action, rules.face(action.tile, action.value), events);
}

namespace {

// CB-2: where players have no bridges, a bridge is nobody's.
Seat bridge_owner(const Rules& rules, const GameState& s) {
  return rules.supply[PieceKind::bridge] != 0 ? s.core->active : kNobody;
}

}  // namespace

Flow finish_placement(const Rules& rules, GameState& s, const Action& action, const Face& face,
                      EventSink* events) {
  CoreState& g = *s.core;
  const auto cell = static_cast<CellIndex>(find_cell(s, action.at));
  g.placed = lay_tile(s, cell, action.tile, action.value, face);
  if (face.bridge != 0) note_bridge(s, g.placed, face, bridge_owner(rules, s));
  g.current = kNone;
  if (events != nullptr)
    tell(events, s, EventKind::placed, g.active,
         {.tile = action.tile, .rotation = action.value, .at = action.at});
  if (face.bridge != 0) tell_bridge(s, g.placed, events);
  for (TilePlaced hook : rules.tile_placed) hook(rules, s, events);
  return Flow::proceed;
}

// --- Meeple -----------------------------------------------------------------

bool tile_is_barred(const Rules& rules, const GameState& s) {
  for (TileBarred hook : rules.tile_barred)
    if (hook(rules, s)) return true;
  return false;
}

namespace {

// MEEPLE-7, MEEPLE-8: segments of the new tile whose whole feature is free.
std::uint16_t free_segments(const Rules& rules, const GameState& s) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  unsigned free = 0;
  for (unsigned bits = rules.face(tile.type, tile.rotation).claimable; bits != 0;
       bits &= bits - 1) {
    const unsigned bit = bits & (0u - bits);
    const FeatureId f = s.segments[tile.first_segment + std::countr_zero(bits)].feature;
    free |= is_free(s.features[f]) ? bit : 0u;
  }
  // BRIDGE-14: the bridge of the new tile is one more segment.
  if (tile.added_segment != kNone &&
      may_stand(rules, s, PieceKind::meeple, feature_of(s, tile.added_segment)))
    free |= 1u << tile.segment_count;
  return static_cast<std::uint16_t>(free);
}

Action meeple_on(const GameState& s, int segment) {
  return Action::meeple(PieceKind::meeple, s.tiles[s.core->placed].at,
                        static_cast<std::uint8_t>(segment));
}

}  // namespace

namespace {

bool has_more_options(const Rules& rules) {
  return !rules.special_pieces.empty() || !rules.meeple_options.empty();
}

}  // namespace

Flow meeple_step(const Rules& rules, GameState& s, EventSink*) {
  CoreState& g = *s.core;
  for (TileBarred closed : rules.step_two_closed)
    if (closed(rules, s)) return Flow::proceed;
  const bool has_meeple = g.players[g.active].supply[PieceKind::meeple] != 0;
  g.meeple_options = has_meeple && !tile_is_barred(rules, s) ? free_segments(rules, s) : 0;
  if (g.meeple_options == 0 && !has_more_options(rules)) return Flow::proceed;
  g.decision = DecisionKind::meeple;
  g.actor = g.active;
  return g.meeple_options != 0 || has_further_answer(rules, s) ? Flow::ask : Flow::proceed;
}

void list_meeples(const Rules& rules, const GameState& s, Options& out) {
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1)
    out.add(meeple_on(s, std::countr_zero(bits)));
  list_special_pieces(rules, s, out);
  for (ListFn more : rules.meeple_options)
    if (!out.enough()) more(rules, s, out);
  out.add(Action::pass());  // MEEPLE-1
}

std::uint32_t count_meeples(const Rules& rules, const GameState& s) {
  if (!has_more_options(rules))
    return 1u + static_cast<std::uint32_t>(std::popcount(s.core->meeple_options));
  Options counting = Options::counting();
  list_meeples(rules, s, counting);
  return counting.count();
}

Action nth_meeple(const Rules& rules, const GameState& s, std::uint32_t n) {
  const unsigned bits = s.core->meeple_options;
  const auto here = static_cast<std::uint32_t>(std::popcount(bits));
  if (n < here) return meeple_on(s, nth_set_bit(bits, n));
  if (!has_more_options(rules)) return Action::pass();
  Options keeping = Options::keeping(n);
  list_meeples(rules, s, keeping);
  return keeping.kept();
}

namespace {

// Y-34: what was placed before a further part was placed in the same turn; a sub-turn is none.
void note_settled(CoreState& g, SegmentId segment) {
  if (g.sub_turn == 0)
    g.settled = segment;
  else if (g.settled == segment)
    g.settled = kNone;
}

}  // namespace

Flow answer_meeple(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::proceed;
  if (action.kind == ActionKind::recall)
    return rules.recall_answers[action.value](rules, s, action, events);
  if (action.kind != ActionKind::meeple)
    return rules.meeple_answers[action.kind](rules, s, action, events);
  if (is_spot(action.seg)) return rules.spot_answers[spot_of(action.seg)](rules, s, action, events);
  CoreState& g = *s.core;
  // The tile just laid, but through a portal any tile.
  const bool near = s.tiles[g.placed].at == action.at;
  const PlacedTile& tile = s.tiles[near ? g.placed : find_tile(s, action.at)];
  const SegmentId segment = tile.segment(action.seg);
  put_piece(rules, s, {action.piece, g.active, segment});
  --g.players[g.active].supply[action.piece];
  if (g.part_due != 0) note_settled(g, segment);
  if (events != nullptr)
    tell(events, s, EventKind::deployed, g.active, {.piece = action.piece, .segment = segment});
  return Flow::proceed;
}

FeatureId feature_on_placed(const GameState& s, const Action& action) {
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere || index != s.core->placed || !s.tiles[index].has_segment(action.seg))
    return kNone;
  return feature_of(s, s.tiles[index].segment(action.seg));
}

// --- Score ------------------------------------------------------------------

namespace {

void tell_completed(const Rules& rules, const GameState& s, FeatureId f, EventSink* events) {
  if (events == nullptr) return;
  tell(events, s, EventKind::feature_completed, s.core->active,
       {.reason = reason_for(s.features[f].kind), .segment = naming_segment(rules, s, f)});
}

// The questions about the next feature, one stage after the other. True: one of them waits.
bool stages_ask(const Rules& rules, GameState& s, EventSink* events) {
  for (; s.core->score_stage < kScoreStages; ++s.core->score_stage) {
    const BeforeScoring stage = rules.score_stages[s.core->score_stage];
    if (stage != nullptr && stage(rules, s, events) == Flow::ask) return true;
  }
  return false;
}

}  // namespace

// SCORE-2: every feature completed by the tile, one after the other. A stage that has asked answers
// with Flow::repeat, so that the step comes back to it.
Flow score_step(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  while (g.scored_count < g.completed_count) {
    if (stages_ask(rules, s, events)) return Flow::ask;
    const FeatureId f = next_to_score(s);
    ++g.scored_count;
    g.score_stage = 0;
    tell_completed(rules, s, f, events);
    if (s.features[f].occupants == 0 && rules.feature_scored.empty()) continue;
    score_feature(rules, s, f, true, events);
    send_all_home(rules, s, f, events);
  }
  return Flow::proceed;
}

bool nothing_to_draw(const Rules& rules, const GameState& s) {
  for (int stack = 0; stack < rules.stack_count; ++stack)
    if (s.core->left[stack] != 0) return false;
  return true;
}

bool nothing_to_play(const Rules& rules, const GameState& s) {
  if (!nothing_to_draw(rules, s)) return false;
  for (TileBarred has_one : rules.plays_undrawn)
    if (has_one(rules, s)) return false;
  return true;
}

Flow end_turn_step(const Rules& rules, GameState& s, EventSink* events) {
  for (NextPart hook : rules.parts)
    if (hook(rules, s, events)) return Flow::repeat;
  CoreState& g = *s.core;
  // END-1: no turn begins without a tile.
  if (nothing_to_draw(rules, s)) return end_game(rules, s, events);
  g.active = static_cast<Seat>(g.active + 1 == rules.player_count() ? 0 : g.active + 1);
  begin_turn(rules, s, events);
  return Flow::repeat;
}

}  // namespace bastide
