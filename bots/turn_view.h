// How good each answer to a decision is, looked at to the end of the turn: every answer on a copy,
// and the best of one's own answers to whatever is asked next.
#pragma once

#include <vector>

#include "bots/evaluation/evaluator.h"

namespace bastide {

struct RatedAction {
  Action action;
  double lead = 0;  // of the one who decides, projected
};

class TurnView {
 public:
  explicit TurnView(const Rules& rules, const Weights& weights = default_weights());

  // All legal answers (bids: those worth a thought), in the order of `legal`.
  void rate(const GameState& s, std::vector<RatedAction>& out);
  // The best lead that `seat` can still reach in this turn.
  double best_lead(const GameState& s, Seat seat, int depth = kDepth);

  Evaluator& evaluator() { return evaluator_; }

 private:
  static constexpr int kDepth = 4;          // decisions of one's own
  static constexpr std::size_t kWide = 64;  // look no further below wider decisions

  struct Level {
    explicit Level(const Rules& rules) : state(rules.layout) {}
    GameState state;
    std::vector<Action> options;
  };

  const Rules& rules_;
  Evaluator evaluator_;
  std::vector<Level> levels_;
  Level root_;
};

}  // namespace bastide
