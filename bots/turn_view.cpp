#include "bots/turn_view.h"

#include <algorithm>

#include "bots/bazaar.h"

namespace bastide {

TurnView::TurnView(const Rules& rules, const Weights& weights)
    : rules_(rules), evaluator_(rules, weights), placements_(evaluator_), root_(rules) {
  levels_.reserve(kDepth + 1);
  for (int i = 0; i <= kDepth; ++i) levels_.emplace_back(rules);
}

void TurnView::rate(const GameState& s, std::vector<RatedAction>& out, Look look,
                    std::optional<std::chrono::steady_clock::time_point> careful_until) {
  look_ = look;
  out.clear();
  if (is_bazaar_decision(decision(s))) {
    rate_bazaar(rules_, s, *this, out);
    return;
  }
  const Seat seat = actor(s);
  legal(rules_, s, root_.options);
  if (decision(s) == DecisionKind::place && placements_.suits()) return rate_placements(s, out);
  if (decision(s) == DecisionKind::meeple && evaluator_.plain_turns()) return rate_pieces(s, out);
  const int depth = root_.options.size() > kWide ? 1 : kDepth;
  for (const Action& action : root_.options) {
    if (careful_until && std::chrono::steady_clock::now() >= *careful_until) look_ = Look::quick;
    root_.state = s;
    apply_assume_legal(rules_, root_.state, action);
    out.push_back({action, best_lead(root_.state, seat, depth)});
  }
}

// Nothing is laid where the table knows what would come of it.
void TurnView::rate_placements(const GameState& s, std::vector<RatedAction>& out) {
  placements_.look(s);
  for (const Action& action : root_.options) out.push_back({action, placements_.best_lead(action)});
}

void TurnView::rate_pieces(const GameState& s, std::vector<RatedAction>& out) {
  evaluator_.leads_with_piece(s, leads_);
  for (std::size_t i = 0; i < leads_.size(); ++i) out.push_back({root_.options[i], leads_[i]});
}

double TurnView::best_lead(const GameState& s, Seat seat, int depth) {
  const bool mine =
      !is_over(s) && actor(s) == seat && !rules_.decisions[decision(s)].weighed_as_a_whole;
  if (depth > 0 && mine) {
    if (decision(s) == DecisionKind::meeple && (look_ == Look::quick || evaluator_.plain_turns()))
      return evaluator_.best_lead_with_piece(s);
    Level& level = levels_[static_cast<std::size_t>(depth)];
    legal(rules_, s, level.options);
    if (level.options.size() <= kWide) {
      double best = -1e9;
      for (const Action& action : level.options) {
        level.state = s;
        apply_assume_legal(rules_, level.state, action);
        best = std::max(best, best_lead(level.state, seat, depth - 1));
      }
      return best;
    }
    if (decision(s) == DecisionKind::meeple) return evaluator_.best_lead_with_piece(s);
  }
  if (depth > 0 && !is_over(s) && is_chance_within_a_turn(s)) return expected_lead(s, seat, depth);
  return lead(evaluator_.project(s), rules_.player_count(), seat);
}

// A draw ends what can be seen of a turn; other chances are few outcomes, and the turn goes on.
bool TurnView::is_chance_within_a_turn(const GameState& s) {
  return actor(s) == kDealer && decision(s) != DecisionKind::draw;
}

double TurnView::expected_lead(const GameState& s, Seat seat, int depth) {
  Level& level = levels_[static_cast<std::size_t>(depth)];
  distinct_outcomes(rules_, s, level.outcomes);
  double sum = 0, weights = 0;
  for (const Outcome& outcome : level.outcomes) {
    level.state = s;
    apply_assume_legal(rules_, level.state, outcome.action);
    sum += outcome.weight * best_lead(level.state, seat, depth - 1);
    weights += outcome.weight;
  }
  return sum / weights;
}

}  // namespace bastide
