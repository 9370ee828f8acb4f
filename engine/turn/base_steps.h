// The steps of the base game's turn and their answers: draw, place, meeple, score. Each is written
// once and compiled twice: for any sets, and for the base game alone, where no module has a hook
// and a whole turn becomes one piece (engine/game/base_turn.cpp).
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/scoring/score.h"
#include "engine/turn/fits.h"
#include "engine/turn/turn.h"

namespace bastide::steps {

enum class Sets : std::uint8_t { any, base_alone };

// The hooks of a list: none, without looking, where the base game is alone (is_base_alone).
template <Sets kSets, class Hook>
constexpr std::span<const Hook> hooks(const std::vector<Hook>& list) {
  if constexpr (kSets == Sets::base_alone)
    return {};
  else
    return list;
}

// --- Draw -------------------------------------------------------------------

template <Sets kSets>
constexpr int stack_count(const Rules& rules) {
  return kSets == Sets::base_alone ? 1 : rules.stack_count;
}

template <Sets kSets>
[[gnu::always_inline]] inline Flow draw(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  while (g.stack < stack_count<kSets>(rules) && g.left[g.stack] == 0) ++g.stack;
  if (g.stack == stack_count<kSets>(rules)) return end_game(rules, s, events);  // END-1, END-2
  g.decision = DecisionKind::draw;
  g.actor = kDealer;
  return Flow::ask;
}

template <Sets kSets>
Flow take_drawn(const Rules& rules, GameState& s, TileType tile, EventSink* events) {
  CoreState& g = *s.core;
  --s.stock[tile];
  --g.left[g.stack];
  g.current = tile;
  if (events != nullptr) tell(events, s, EventKind::drawn, g.active, {.tile = tile});
  for (TileDrawn hook : hooks<kSets>(rules.tile_drawn))
    if (hook(rules, s, events) == DrawVerdict::redraw) return Flow::repeat;
  // A step of a module that asked the dealer for a tile gets it and goes on.
  return kSets == Sets::base_alone || g.step == rules.draw_index ? Flow::proceed : Flow::repeat;
}

// Apart, since hardly any tile fits nowhere: what asks for a place shall be short.
template <Sets kSets>
[[gnu::noinline]] Flow answer_discard(const Rules& rules, GameState& s, EventSink* events) {
  discard_current(rules, s, events);
  for (NextPart hook : hooks<kSets>(rules.after_discard))
    if (hook(rules, s, events)) return Flow::repeat;
  s.core->step = static_cast<std::uint8_t>(rules.draw_index);  // the same player draws again
  return Flow::repeat;
}

// --- Place ------------------------------------------------------------------

template <Sets kSets>
[[gnu::always_inline]] inline Flow place(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  const bool fits = kSets == Sets::base_alone ? fits_somewhere(s, rules.tiles[g.current])
                                              : is_placeable(rules, s, g.current);
  if (!fits) [[unlikely]]
    return answer_discard<kSets>(rules, s, events);
  g.decision = DecisionKind::place;
  g.actor = g.active;
  return Flow::ask;
}

// CB-2: where players have no bridges, a bridge is nobody's.
inline Seat bridge_owner(const Rules& rules, const GameState& s) {
  return rules.supply[PieceKind::bridge] != 0 ? s.core->active : kNobody;
}

// The current tile in one of its rotations on an open cell.
template <Sets kSets>
Flow lay_current(const Rules& rules, GameState& s, CellIndex cell, Rotation rotation,
                 const Face& face, EventSink* events) {
  CoreState& g = *s.core;
  const bool bridged = kSets == Sets::any && face.bridge != 0;
  const TileType type = g.current;
  g.placed = lay_tile(s, cell, type, rotation, face);
  if (bridged) note_bridge(s, g.placed, face, bridge_owner(rules, s));
  g.current = kNone;
  if (events != nullptr)
    tell(events, s, EventKind::placed, g.active,
         {.tile = type, .rotation = rotation, .at = s.tiles[g.placed].at});
  if (bridged) tell_bridge(s, g.placed, events);
  for (TilePlaced hook : hooks<kSets>(rules.tile_placed)) hook(rules, s, events);
  return Flow::proceed;
}

template <Sets kSets>
Flow finish_placement(const Rules& rules, GameState& s, const Action& action, const Face& face,
                      EventSink* events) {
  s.core->current = action.tile;
  return lay_current<kSets>(rules, s, static_cast<CellIndex>(find_cell(s, action.at)), action.value,
                            face, events);
}

template <Sets kSets>
Flow answer_place(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::discard) return answer_discard<kSets>(rules, s, events);
  for (PreparePlace prepare : hooks<kSets>(rules.prepare_place)) {
    const Prepared prepared = prepare(rules, s, action, events);
    if (prepared != Prepared::go_on) return prepared == Prepared::waits ? Flow::ask : Flow::proceed;
  }
  return finish_placement<kSets>(rules, s, action, rules.face(action.tile, action.value), events);
}

// --- Meeple -----------------------------------------------------------------

template <Sets kSets>
bool tile_is_barred(const Rules& rules, const GameState& s) {
  for (TileBarred hook : hooks<kSets>(rules.tile_barred))
    if (hook(rules, s)) return true;
  return false;
}

// MEEPLE-7, MEEPLE-8: segments of the new tile whose whole feature is free.
template <Sets kSets>
std::uint16_t free_segments(const Rules& rules, const GameState& s) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  const Feature* const features = s.features.data();
  const Segment* const segments = s.segments.data() + tile.first_segment;
  unsigned free = 0;
  int i = 0;
  do {  // how many they are cannot be foreseen
#pragma GCC unroll 4
    for (int k = 0; k < kSegmentsAtOnce; ++k, ++i)
      free |= unsigned{is_free(features[segments[i].feature])} << i;
  } while (i < tile.segment_count);
  free &= rules.face(tile.type, tile.rotation).claimable;
  // BRIDGE-14: the bridge of the new tile is one more segment.
  if (kSets == Sets::any && tile.added_segment != kNone &&
      may_stand(rules, s, PieceKind::meeple, feature_of(s, tile.added_segment)))
    free |= 1u << tile.segment_count;
  return static_cast<std::uint16_t>(free);
}

template <Sets kSets>
bool has_more_options(const Rules& rules) {
  return !hooks<kSets>(rules.special_pieces).empty() || !hooks<kSets>(rules.meeple_options).empty();
}

template <Sets kSets>
[[gnu::always_inline]] inline Flow meeple(const Rules& rules, GameState& s, EventSink* /*events*/) {
  CoreState& g = *s.core;
  for (TileBarred closed : hooks<kSets>(rules.step_two_closed))
    if (closed(rules, s)) return Flow::proceed;
  const bool has_meeple = g.players[g.active].supply[PieceKind::meeple] != 0;
  g.meeple_options =
      has_meeple && !tile_is_barred<kSets>(rules, s) ? free_segments<kSets>(rules, s) : 0;
  if (g.meeple_options == 0 && !has_more_options<kSets>(rules)) return Flow::proceed;
  g.decision = DecisionKind::meeple;
  g.actor = g.active;
  return g.meeple_options != 0 || has_further_answer(rules, s) ? Flow::ask : Flow::proceed;
}

// Y-34: what was placed before a further part was placed in the same turn; a sub-turn is none.
inline void note_settled(CoreState& g, SegmentId segment) {
  if (g.sub_turn == 0)
    g.settled = segment;
  else if (g.settled == segment)
    g.settled = kNone;
}

// What modules add to step 2: recalls, other answers, spots of tiles.
inline AnswerFn added_answer(const Rules& rules, const Action& action) {
  if (action.kind == ActionKind::recall) return rules.recall_answers[action.value];
  if (action.kind != ActionKind::meeple) return rules.meeple_answers[action.kind];
  return is_spot(action.seg) ? rules.spot_answers[spot_of(action.seg)] : nullptr;
}

template <Sets kSets>
void deploy(const Rules& rules, GameState& s, PieceKind piece, SegmentId segment,
            EventSink* events) {
  CoreState& g = *s.core;
  put_piece(rules, s, {piece, g.active, segment});
  --g.players[g.active].supply[piece];
  if (kSets == Sets::any && g.part_due != 0) note_settled(g, segment);
  if (events != nullptr)
    tell(events, s, EventKind::deployed, g.active, {.piece = piece, .segment = segment});
}

template <Sets kSets>
Flow answer_meeple(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::proceed;
  if constexpr (kSets == Sets::any)
    if (const AnswerFn added = added_answer(rules, action)) return added(rules, s, action, events);
  // The tile just laid, but through a portal any tile.
  const TileIndex placed = s.core->placed;
  const bool near = kSets == Sets::base_alone || s.tiles[placed].at == action.at;
  const PlacedTile& tile = s.tiles[near ? placed : find_tile(s, action.at)];
  deploy<kSets>(rules, s, action.piece, tile.segment(action.seg), events);
  return Flow::proceed;
}

// --- Score ------------------------------------------------------------------

// The questions about the next feature, one stage after the other. True: one of them waits.
template <Sets kSets>
bool stages_ask(const Rules& rules, GameState& s, EventSink* events) {
  if constexpr (kSets == Sets::base_alone) return false;
  for (; s.core->score_stage < kScoreStages; ++s.core->score_stage) {
    const BeforeScoring stage = rules.score_stages[s.core->score_stage];
    if (stage != nullptr && stage(rules, s, events) == Flow::ask) return true;
  }
  return false;
}

void tell_completed(const Rules& rules, const GameState& s, FeatureId f, EventSink* events);

// SCORE-2: every feature completed by the tile, one after the other. A stage that has asked answers
// with Flow::repeat, so that the step comes back to it.
template <Sets kSets>
Flow score(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  while (g.scored_count < g.completed_count) {
    if (stages_ask<kSets>(rules, s, events)) return Flow::ask;
    const FeatureId f = next_to_score(s);
    ++g.scored_count;
    g.score_stage = 0;
    if (events != nullptr) tell_completed(rules, s, f, events);
    if (s.features[f].occupants == 0 && hooks<kSets>(rules.feature_scored).empty()) continue;
    score_feature(rules, s, f, true, events);
    send_all_home(rules, s, f, events);
  }
  return Flow::proceed;
}

template <Sets kSets>
bool nothing_to_draw(const Rules& rules, const GameState& s) {
  for (int stack = 0; stack < stack_count<kSets>(rules); ++stack)
    if (s.core->left[stack] != 0) return false;
  return true;
}

template <Sets kSets>
[[gnu::always_inline]] inline Flow end_turn(const Rules& rules, GameState& s, EventSink* events) {
  for (NextPart hook : hooks<kSets>(rules.parts))
    if (hook(rules, s, events)) return Flow::repeat;
  CoreState& g = *s.core;
  // END-1: no turn begins without a tile.
  if (nothing_to_draw<kSets>(rules, s)) return end_game(rules, s, events);
  g.active = static_cast<Seat>(g.active + 1 == rules.player_count() ? 0 : g.active + 1);
  begin_turn(rules, s, events);
  return Flow::repeat;
}

}  // namespace bastide::steps
