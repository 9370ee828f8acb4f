// The exact end of a game of two. What one gains the other loses, so answers that cannot change the
// result are left out: alpha and beta below decisions, and below chance the bounds of Ballard's
// Star1 and Star2.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bots/search/ending_effort.h"
#include "bots/turn_view.h"
#include "engine/game/game.h"

namespace bastide {

// Chance first; the lead only tells equals apart.
inline double ending_utility(double chance, double lead) { return chance + 1e-5 * lead; }

// For one of the two: chance of winning, and lead.
struct DuelValue {
  double chance = 0, lead = 0;
  double utility() const { return ending_utility(chance, lead); }
};

class DuelSolver {
 public:
  DuelSolver(const Rules& rules, Seat seat, const EndingLimit& limit);

  // Exact between the bounds; beyond them it is a bound itself. Meaningless when spent.
  DuelValue value(const GameState& s, double low, double high);
  DuelValue value(const GameState& s) { return value(s, lowest().utility(), highest().utility()); }
  bool is_spent() const { return effort_.is_spent(); }
  // After the first of so many answers.
  bool is_hopeless(std::size_t answers) const { return effort_.is_hopeless(answers); }
  // Good answers first, where they can be told quickly; or else this one, if it is there.
  void order(const GameState& s, std::vector<Action>& options, const Action& likely = {});
  bool rates_placements() const { return view_.placements().suits(); }

  // Below what two results can differ by, and above what rounding does to bounds.
  static constexpr double kNoDifference = 1e-9;
  static DuelValue lowest() { return {0, -kMostPoints}; }
  static DuelValue highest() { return {1, kMostPoints}; }

 private:
  static constexpr double kMostPoints = 10'000;  // more than anybody is ever ahead

  struct Bounds {
    DuelValue most, least;
  };
  struct Level {
    explicit Level(const Rules& rules) : state(rules.layout) {}
    GameState state;
    std::vector<Action> options;
    std::vector<Outcome> outcomes;
    std::vector<Bounds> bounds;  // by outcome
    Action best;                 // of the last decision here: likely to be good in the next one
  };

  DuelValue look(const GameState& s, double low, double high, std::size_t depth);
  DuelValue final_value(const GameState& s) const;
  DuelValue with_lead(double lead) const;
  DuelValue decide(const GameState& s, double low, double high, std::size_t depth);
  DuelValue lay_last_tile(const GameState& s, double low, double high, std::size_t depth);
  DuelValue expect(const GameState& s, double low, double high, std::size_t depth);
  void bound_outcomes(const GameState& s, double low, double high, std::size_t depth);
  Level& level(std::size_t depth);
  static void put_first(std::vector<Action>& options, const Action& action);

  const Rules& rules_;
  const Seat seat_;
  EndingEffort effort_;
  TurnView view_;
  std::vector<RatedAction> rated_;
  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace bastide
