// The public interface of the engine. Everybody uses it: people, bots, network, tests.
//
//   auto rules = compile(setup);                 // engine/game/setup.h
//   GameState s = initial_state(*rules);
//   while (!is_over(s)) apply(*rules, s, choose(legal(*rules, s)));
//
// At every moment the engine is at exactly one decision. An action is accepted if and only if it
// is one of the legal answers. Copying a state and applying to the copy is the way to look ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/game/setup.h"
#include "engine/rules/rules.h"

namespace bastide {

GameState initial_state(const Rules& rules, EventSink* events = nullptr);

// The two halves of it, for loading positions: nothing on the table; the start laid.
GameState blank_state(const Rules& rules);
void lay_start(const Rules& rules, GameState& s);

// The decision
inline DecisionKind decision(const GameState& s) { return s.core->decision; }
inline Seat actor(const GameState& s) {
  return s.core->actor;
}  // a seat, kDealer, or kNobody when over
inline bool is_over(const GameState& s) { return s.core->decision == DecisionKind::over; }

// All legal answers, written out. The vector is cleared first; reuse it to allocate nothing.
void legal(const Rules& rules, const GameState& s, std::vector<Action>& out);

// The same answers without writing them out: how many, and the n-th in the order of `legal`.
std::uint32_t count_legal(const Rules& rules, const GameState& s);
Action nth_legal(const Rules& rules, const GameState& s, std::uint32_t n);
// One of them for a random word: n-th with n = word * count / 2^32, in one pass.
Action sample_legal(const Rules& rules, const GameState& s, std::uint32_t word);
bool is_legal(const Rules& rules, const GameState& s, const Action& action);

// Chance: what is asked of the dealer, be it a tile of the stock or anything else that comes
// unseen. Each legal answer has a weight, the number of such things among all: what is unseen is a
// multiset and has no order.
struct Outcome {
  Action action;
  std::uint32_t weight = 0;
};
inline bool is_chance(const GameState& s) { return s.core->actor == kDealer; }
void outcomes(const Rules& rules, const GameState& s, std::vector<Outcome>& out);
// The same with those as one that nothing in this game tells apart (a garden without the abbot):
// one of them, with the weight of all.
void distinct_outcomes(const Rules& rules, const GameState& s, std::vector<Outcome>& out);
// Without writing them out: the sum of the weights, and the n-th of so many, in the order of
// `legal`.
std::uint32_t chance_total(const Rules& rules, const GameState& s);
Action nth_chance(const Rules& rules, const GameState& s, std::uint32_t n);  // n < chance_total
Action sample_chance(const Rules& rules, const GameState& s, std::uint32_t word);
int tiles_left(const GameState& s);  // that can be drawn, in all stacks

// Playing
enum class RuleError : std::uint8_t { not_your_decision, not_an_option, game_over };
std::optional<RuleError> apply(const Rules& rules, GameState& s, const Action& action,
                               EventSink* events = nullptr);
void apply_assume_legal(const Rules& rules, GameState& s, const Action& action,
                        EventSink* events = nullptr);

// A random answer, the dealer's by their weights: as apply with the one that sample_legal or
// sample_chance gives for the word, which need not be written out here.
inline void apply_random(const Rules& rules, GameState& s, std::uint32_t word) {
  rules.play_at_random(rules, s, word);
}
void play_sampled(const Rules& rules, GameState& s, std::uint32_t word);  // in any game

// Looking ahead without a draw: as if the seat had just drawn this tile in a turn of its own, at
// the placement. Modules' state stays as it is. False, with the state spoilt, where it fits
// nowhere.
bool imagine_drawn(const Rules& rules, GameState& s, Seat seat, TileType tile);

// Why an action is not among the legal answers, in one sentence for the player.
std::string explain_illegal(const Rules& rules, const GameState& s, const Action& action);

// Looking at a state
int tile_count(const GameState& s, FeatureId feature);             // distinct tiles
bool is_complete(const GameState& s, FeatureId feature);           // roads, cities, cloisters
std::uint32_t leaders(const Rules&, const GameState&, FeatureId);  // bit per seat that holds it
Sheet worth(const Rules& rules, const GameState& s, FeatureId feature, bool finished);
// The segment that names a feature: on the tile just placed (first port), else the first by x, then
// y.
SegmentId naming_segment(const Rules& rules, const GameState& s, FeatureId feature);
std::uint64_t state_hash(const Rules& rules, const GameState& s);
const PlacedTile* tile_at(const GameState& s, Pos at);

// One consistency check, for debug builds, tests and fuzzing: meeples and tiles conserved, features
// equal to a recomputation, open cells equal to the neighbourhood. Returns what is wrong, or "".
std::string check(const Rules& rules, const GameState& s);

}  // namespace bastide
