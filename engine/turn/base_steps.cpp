// The turn of the base game among any sets: its steps, the lists of answers, and what is shared
// with modules.
#include "engine/turn/base_steps.h"

#include <bit>

#include "engine/core/bits.h"

namespace bastide {

using steps::Sets;

Flow draw_step(const Rules& rules, GameState& s, EventSink* events) {
  return steps::draw<Sets::any>(rules, s, events);
}
Flow place_step(const Rules& rules, GameState& s, EventSink* events) {
  return steps::place<Sets::any>(rules, s, events);
}
Flow meeple_step(const Rules& rules, GameState& s, EventSink* events) {
  return steps::meeple<Sets::any>(rules, s, events);
}
Flow score_step(const Rules& rules, GameState& s, EventSink* events) {
  return steps::score<Sets::any>(rules, s, events);
}
Flow end_turn_step(const Rules& rules, GameState& s, EventSink* events) {
  return steps::end_turn<Sets::any>(rules, s, events);
}

Flow answer_draw(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  return steps::take_drawn<Sets::any>(rules, s, action.tile, events);
}
Flow answer_place(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  return steps::answer_place<Sets::any>(rules, s, action, events);
}
Flow answer_meeple(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  return steps::answer_meeple<Sets::any>(rules, s, action, events);
}
Flow answer_discard(const Rules& rules, GameState& s, EventSink* events) {
  return steps::answer_discard<Sets::any>(rules, s, events);
}
Flow finish_placement(const Rules& rules, GameState& s, const Action& place, const Face& face,
                      EventSink* events) {
  return steps::finish_placement<Sets::any>(rules, s, place, face, events);
}
bool tile_is_barred(const Rules& rules, const GameState& s) {
  return steps::tile_is_barred<Sets::any>(rules, s);
}

// --- Draw -------------------------------------------------------------------

void list_draws(const Rules& rules, const GameState& s, Options& out) {
  const int stack = s.core->stack;
  for (TileType t = rules.stack_begin[stack]; t < rules.stack_begin[stack + 1]; ++t)
    if (s.stock[t] != 0) out.add(Action::draw(t));
}

std::uint32_t weigh_draw(const Rules&, const GameState& s, const Action& action) {
  return s.stock[action.tile];
}

// TILE-14, TILE-17: to the box, for good.
void discard_current(const Rules&, GameState& s, EventSink* events) {
  tell(events, s, EventKind::discarded, s.core->active, {.tile = s.core->current});
  s.core->current = kNone;
}

// --- Place ------------------------------------------------------------------

void tell_bridge(const GameState& s, TileIndex tile, EventSink* events) {
  tell(events, s, EventKind::bridge_built, s.core->active,
       {.segment = s.tiles[tile].added_segment, .value = s.tiles[tile].bridge_axis});
}

// --- Meeple -----------------------------------------------------------------

namespace {

Action meeple_on(const GameState& s, int segment) {
  return Action::meeple(PieceKind::meeple, s.tiles[s.core->placed].at,
                        static_cast<std::uint8_t>(segment));
}

bool has_more_options(const Rules& rules) { return steps::has_more_options<Sets::any>(rules); }

}  // namespace

void list_meeples(const Rules& rules, const GameState& s, Options& out) {
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1)
    out.add(meeple_on(s, std::countr_zero(bits)));
  list_special_pieces(rules, s, out);
  for (ListFn more : rules.meeple_options) {
    if (out.enough()) continue;
    out.hand_over({});
    more(rules, s, out);
  }
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

FeatureId feature_on_placed(const GameState& s, const Action& action) {
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere || index != s.core->placed || !s.tiles[index].has_segment(action.seg))
    return kNone;
  return feature_of(s, s.tiles[index].segment(action.seg));
}

// --- Score ------------------------------------------------------------------

void steps::tell_completed(const Rules& rules, const GameState& s, FeatureId f, EventSink* events) {
  tell(events, s, EventKind::feature_completed, s.core->active,
       {.reason = reason_for(s.features[f].kind), .segment = naming_segment(rules, s, f)});
}

bool nothing_to_draw(const Rules& rules, const GameState& s) {
  return steps::nothing_to_draw<Sets::any>(rules, s);
}

bool nothing_to_play(const Rules& rules, const GameState& s) {
  if (!nothing_to_draw(rules, s)) return false;
  for (TileBarred has_one : rules.plays_undrawn)
    if (has_one(rules, s)) return false;
  return true;
}

}  // namespace bastide
