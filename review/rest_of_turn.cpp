#include "review/rest_of_turn.h"

#include <algorithm>

#include "bots/bazaar.h"

namespace bastide {

namespace {

constexpr std::size_t kLongestLine = 8;
constexpr double kRounding = 1e-9;

}  // namespace

std::vector<FurtherAnswer> rest_of_turn(
    const Rules& rules, const GameState& s, const Action& first,
    const std::function<Action(const GameState&, std::span<const Action>)>& next) {
  const Seat seat = actor(s);
  GameState at = s;
  std::vector<Action> line{first};
  std::vector<FurtherAnswer> out;
  apply_assume_legal(rules, at, first);
  while (!is_over(at) && actor(at) == seat && at.core->turn == s.core->turn &&
         !is_bazaar_decision(decision(at)) && out.size() < kLongestLine) {
    const Action answer = next(at, line);
    out.push_back({decision(at), name_action(rules, at, answer)});
    apply_assume_legal(rules, at, answer);
    line.push_back(answer);
  }
  return out;
}

const SolvedAction& best_of(const std::vector<SolvedAction>& solved) {
  const auto is_better = [](const SolvedAction& a, const SolvedAction& b) {
    if (a.chance - b.chance >= kRounding) return true;
    return b.chance - a.chance < kRounding && a.lead - b.lead >= kRounding;
  };
  const SolvedAction* best = &solved.front();
  for (const SolvedAction& one : solved)
    if (is_better(one, *best)) best = &one;
  return *best;
}

const RatedAction& best_of(const std::vector<RatedAction>& rated) {
  return *std::max_element(rated.begin(), rated.end(),
                           [](const auto& a, const auto& b) { return a.lead < b.lead; });
}

}  // namespace bastide
