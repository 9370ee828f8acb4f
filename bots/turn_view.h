// How good each answer to a decision is, looked at to the end of the turn: every answer on a copy,
// and the best of one's own answers to whatever is asked next. A quick look stops at the question
// of the piece and judges all meeples there at once, where a careful one tries every answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/evaluation/placement_table.h"

namespace bastide {

struct RatedAction {
  Action action;
  double lead = 0;  // of the one who decides, projected
};

enum class Look : std::uint8_t { careful, quick };

class TurnView {
 public:
  explicit TurnView(const Rules& rules, const Weights& weights = default_weights());

  // All legal answers (bids: those worth a thought), in the order of `legal`.
  // Where time is short, what is left then gets a quick look.
  void rate(const GameState& s, std::vector<RatedAction>& out, Look look = Look::careful,
            std::optional<std::chrono::steady_clock::time_point> careful_until = {});
  // The best lead that `seat` can still reach in this turn.
  double best_lead(const GameState& s, Seat seat, int depth = kDepth);

  Evaluator& evaluator() { return evaluator_; }
  PlacementTable& placements() { return placements_; }
  const PlacementTable& placements() const { return placements_; }

 private:
  static constexpr int kDepth = 4;          // decisions of one's own
  static constexpr std::size_t kWide = 64;  // look no further below wider decisions

  struct Level {
    explicit Level(const Rules& rules) : state(rules.layout) {}
    GameState state;
    std::vector<Action> options;
    std::vector<Outcome> outcomes;
  };

  static bool is_chance_within_a_turn(const GameState& s);
  void rate_placements(const GameState& s, std::vector<RatedAction>& out);
  void rate_pieces(const GameState& s, std::vector<RatedAction>& out);
  double expected_lead(const GameState& s, Seat seat, int depth);

  const Rules& rules_;
  Look look_ = Look::careful;
  Evaluator evaluator_;
  PlacementTable placements_;
  std::vector<double> leads_;
  std::vector<Level> levels_;
  Level root_;
};

}  // namespace bastide
