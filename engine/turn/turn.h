// The step machine and the steps of the base game.
#pragma once

#include "engine/rules/rules.h"
#include "engine/turn/placements.h"

namespace bastide {

// Runs steps from the present one until a decision waits. Apart from the turn of one piece
// (noinline), which hardly ever needs it; so is the end of a game.
[[gnu::noinline]] void run_steps(const Rules& rules, GameState& s, EventSink* events);
// Takes a legal answer and runs on.
void play_steps(const Rules& rules, GameState& s, const Action& action, EventSink* events);
void play_steps_untold(const Rules& rules, GameState& s, const Action& action);

// Sets the decision that waits. A question with one answer is not asked: the engine takes the
// answer itself (`draw` and `place` are always asked). Returns what the step shall return.
Flow ask(const Rules& rules, GameState& s, DecisionKind kind, Seat seat, EventSink* events);

// Seats clockwise: the n-th after another.
inline Seat seat_after(const Rules& rules, Seat from, int n) {
  return static_cast<Seat>((from + n) % rules.player_count());
}

// Asks everybody clockwise from `first`, one after the other. `asked`, kept in the module's state,
// counts those who are done: an answer raises it when its player is (at once, or with a pass), and
// returns Flow::repeat or calls this again. Who `has_a_choice` leaves out is passed over.
template <class HasAChoice>
Flow ask_around(const Rules& rules, GameState& s, DecisionKind kind, Seat first,
                std::uint8_t& asked, HasAChoice has_a_choice, EventSink* events) {
  for (; asked < rules.player_count(); ++asked) {
    const Seat seat = seat_after(rules, first, asked);
    s.core->actor = seat;
    if (has_a_choice(seat)) return ask(rules, s, kind, seat, events);
  }
  asked = 0;
  return Flow::proceed;
}

// Steps of the base game (TILE-1: place, meeple, score)
Flow draw_step(const Rules&, GameState&, EventSink*);
Flow place_step(const Rules&, GameState&, EventSink*);
Flow meeple_step(const Rules&, GameState&, EventSink*);
Flow score_step(const Rules&, GameState&, EventSink*);
Flow end_turn_step(const Rules&, GameState&, EventSink*);

// Steps of the end (END-4): unfinished features, fields, everybody home
Flow score_unfinished_step(const Rules&, GameState&, EventSink*);
Flow score_fields_step(const Rules&, GameState&, EventSink*);
Flow go_home_step(const Rules&, GameState&, EventSink*);
Flow game_over_step(const Rules&, GameState&, EventSink*);
Flow castles_home_step(const Rules&, GameState&, EventSink*);  // CASTLE-21, Q-CB-11

// Their decisions
void list_draws(const Rules&, const GameState&, Options&);
void list_meeples(const Rules&, const GameState&, Options&);
Flow answer_draw(const Rules&, GameState&, const Action&, EventSink*);
Flow answer_place(const Rules&, GameState&, const Action&, EventSink*);
Flow answer_meeple(const Rules&, GameState&, const Action&, EventSink*);

std::uint32_t weigh_draw(const Rules&, const GameState&, const Action&);

// Quicker ways to count and pick among draws and pieces; they agree with the lists.
// The tiles that the next one may be, each as likely as the others: with those under others, which
// nobody knows (HIDDEN-3, HIDDEN-7).
inline std::uint32_t unseen_tiles(const Rules& rules, const GameState& s) {
  const CoreState& g = *s.core;
  return g.left[g.stack] + (g.stack + 1 == rules.stack_count ? std::uint32_t{g.hidden} : 0u);
}
std::uint32_t count_meeples(const Rules&, const GameState&);
Action nth_meeple(const Rules&, const GameState&, std::uint32_t n);
Action sample_meeple(const Rules&, const GameState&, std::uint32_t word);
// Part of the list: pieces other than meeples on the new tile, where their traits allow them.
void list_special_pieces(const Rules&, const GameState&, Options&);
bool has_further_answer(const Rules&, const GameState&);  // besides meeples and to pass

// Shared with modules
// The current tile goes to the box, and the player draws again unless a module knows better.
Flow answer_discard(const Rules&, GameState&, EventSink*);
void discard_current(const Rules&, GameState&, EventSink*);
// No further turn: the steps of the end follow, unless a module knows better.
[[gnu::noinline]] Flow end_game(const Rules&, GameState&, EventSink*);
// Lays the current tile (its face may carry a bridge) and tells everybody.
Flow finish_placement(const Rules&, GameState&, const Action& place, const Face&, EventSink*);
void tell_bridge(const GameState&, TileIndex, EventSink*);
// The completed feature that is scored next; an order may be chosen by swapping it forward.
inline FeatureId next_to_score(const GameState& s) {
  return s.core->completed[s.core->scored_count];
}
// Forgets what the last tile completed and whose part of the turn it was.
inline void begin_part(GameState& s, Seat active) {
  CoreState& g = *s.core;
  g.active = active;
  g.current = kNone;
  g.placed = kNone;
  g.meeple_options = 0;
  g.completed_count = 0;
  g.scored_count = 0;
  g.score_stage = 0;
}
// The same player draws once more in the same turn, without what comes once a turn (Q-TB-3).
void begin_further_part(const Rules&, GameState&);
// A turn begins with its first part.
inline void forget_parts(GameState& s) {
  CoreState& g = *s.core;
  g.part = 1;
  g.part_due = 0;
  g.sub_turn = 0;
  g.settled = kNone;
}
bool nothing_to_draw(const Rules&, const GameState&);
// Nor anything that the active player could lay without drawing: a further part cannot be played.
bool nothing_to_play(const Rules&, const GameState&);
bool tile_is_barred(const Rules&, const GameState&);  // no piece on the tile just laid
// The feature that an action names on the tile just laid, or kNone: for refusals.
FeatureId feature_on_placed(const GameState&, const Action&);
// Whether the active player may place the piece on the feature in step 2: its kind of place, and
// free (MEEPLE-7) unless its traits say otherwise.
inline bool may_stand(const Rules& rules, const GameState& s, PieceKind kind, FeatureId f) {
  const PieceTraits& traits = rules.traits[kind];
  const Feature& feature = s.features[f];
  if ((traits.stands_on & kind_bit(feature.kind)) == 0) return false;
  if (traits.asks_for_free()) return is_free(feature);
  if (traits.beside_own && number_of_seat(feature.occupants, s.core->active) == 0) return false;
  return traits.may_join == nullptr || traits.may_join(rules, s, s.core->active, f);
}
inline void begin_turn(const Rules&, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  ++g.turn;
  g.step = 0;
  forget_parts(s);
  begin_part(s, g.active);
  if (events != nullptr) tell(events, s, EventKind::turn, g.active, {.value = g.turn});
}

}  // namespace bastide
