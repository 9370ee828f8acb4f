// The step machine and the steps of the base game.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

// Runs steps from the present one until a decision waits.
void run_steps(const Rules& rules, GameState& s, EventSink* events);

// Sets the decision that waits. A question with one answer is not asked: the engine takes the
// answer itself (`draw` and `place` are always asked). Returns what the step shall return.
Flow ask(const Rules& rules, GameState& s, DecisionKind kind, Seat seat, EventSink* events);

// Steps of the base game (TILE-1: place, meeple, score)
Flow draw_step(const Rules&, GameState&, EventSink*);
Flow place_step(const Rules&, GameState&, EventSink*);
Flow meeple_step(const Rules&, GameState&, EventSink*);
Flow score_step(const Rules&, GameState&, EventSink*);
Flow end_turn_step(const Rules&, GameState&, EventSink*);

// Their decisions
void list_draws(const Rules&, const GameState&, Options&);
void list_placements(const Rules&, const GameState&, Options&);
void list_meeples(const Rules&, const GameState&, Options&);
Flow answer_draw(const Rules&, GameState&, const Action&, EventSink*);
Flow answer_place(const Rules&, GameState&, const Action&, EventSink*);
Flow answer_meeple(const Rules&, GameState&, const Action&, EventSink*);

// Quicker ways to count and pick among placements and pieces; they agree with the lists.
std::uint32_t count_placements(const Rules&, const GameState&);
Action nth_placement(const Rules&, const GameState&, std::uint32_t n);
Action sample_placement(const Rules&, const GameState&, std::uint32_t word);
std::uint32_t count_meeples(const Rules&, const GameState&);
Action nth_meeple(const Rules&, const GameState&, std::uint32_t n);

// Shared with modules
bool is_placeable(const Rules&, const GameState&, TileType type);
bool fits_as_printed(const Rules&, const GameState&, TileType type);   // without a bridge
bool passes_placement_filters(const Rules&, const GameState&, CellIndex, TileType, Rotation);
// The current tile goes to the box, and the player draws again unless a module knows better.
Flow answer_discard(const Rules&, GameState&, EventSink*);
void discard_current(const Rules&, GameState&, EventSink*);
void finish_game(const Rules&, GameState&, EventSink*);
// Lays the current tile (its face may carry a bridge) and tells everybody.
Flow finish_placement(const Rules&, GameState&, const Action& place, const Face&, EventSink*);
void tell_bridge(const GameState&, TileIndex, EventSink*);
// The completed feature that is scored next; an order may be chosen by swapping it forward.
inline FeatureId next_to_score(const GameState& s) { return s.core->completed[s.core->scored_count]; }
// Forgets what the last tile completed and whose part of the turn it was.
void begin_part(GameState&, Seat active);
bool tile_is_barred(const Rules&, const GameState&);     // no piece on the tile just laid
bool may_stand(const Rules&, PieceKind, const Feature&);  // its kind of place, and free (MEEPLE-7)
void begin_turn(const Rules&, GameState&, EventSink*);

}  // namespace bastide
