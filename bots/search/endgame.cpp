#include "bots/search/endgame.h"

#include <algorithm>
#include <array>

#include "bots/search/duel.h"

namespace bastide {

namespace {

struct Ending {
  std::array<double, kMaxPlayers> chance{}, lead{};
  double utility(Seat seat) const { return ending_utility(chance[seat], lead[seat]); }
};

class Solver {
 public:
  Solver(const Rules& rules, const EndingLimit& limit) : rules_(rules), effort_(limit) {}

  bool is_spent() const { return effort_.is_spent(); }
  bool is_hopeless(std::size_t answers) const { return effort_.is_hopeless(answers); }

  Ending value(const GameState& s) {
    effort_.look_at();
    if (is_over(s)) return final_outcome(s);
    return actor(s) == kDealer ? expectation(s) : best_answer(s);
  }

 private:
  Ending final_outcome(const GameState& s) const {
    Ending out;
    const int players = rules_.player_count();
    Points points{};
    for (int seat = 0; seat < players; ++seat) points[seat] = s.core->players[seat].score;
    double best = *std::max_element(points.begin(), points.begin() + players);
    const auto first = std::count(points.begin(), points.begin() + players, best);
    for (int seat = 0; seat < players; ++seat) {
      out.lead[seat] = bastide::lead(points, players, static_cast<Seat>(seat));
      if (points[seat] == best) out.chance[seat] = first == 1 ? 1 : 0.5;
    }
    return out;
  }

  Ending expectation(const GameState& s) {
    Ending sum;
    const double all = chance_total(rules_, s);
    std::vector<Outcome> possible;
    distinct_outcomes(rules_, s, possible);
    GameState child = s;
    for (const auto& [action, weight] : possible) {
      if (is_spent()) break;
      child = s;
      apply_assume_legal(rules_, child, action);
      const Ending one = value(child);
      for (int seat = 0; seat < rules_.player_count(); ++seat) {
        sum.chance[seat] += weight / all * one.chance[seat];
        sum.lead[seat] += weight / all * one.lead[seat];
      }
    }
    return sum;
  }

  Ending best_answer(const GameState& s) {
    std::vector<Action> options;
    legal(rules_, s, options);
    const Seat seat = actor(s);
    Ending best;
    bool any = false;
    GameState child = s;
    for (const Action& action : options) {
      if (is_spent()) break;
      child = s;
      apply_assume_legal(rules_, child, action);
      const Ending one = value(child);
      if (!any || one.utility(seat) > best.utility(seat)) best = one;
      any = true;
    }
    return best;
  }

  const Rules& rules_;
  EndingEffort effort_;
};

const SolvedAction& best_solved(const std::vector<SolvedAction>& solved) {
  return *std::ranges::max_element(solved, [](const SolvedAction& a, const SolvedAction& b) {
    return a.chance != b.chance ? a.chance < b.chance : a.lead < b.lead;
  });
}

constexpr int kMostTiles = 3;  // left: more are hopeless always

bool may_be_solved(const GameState& state, const EndingLimit& limit) {
  return limit.positions != 0 && !is_over(state) && actor(state) != kDealer &&
         tiles_left(state) <= kMostTiles;
}

// With so many tiles left it is not hopeless to begin: a turn has about a hundred answers.
bool is_worth_trying(const GameState& state, const EndingLimit& limit) {
  const int most = limit.positions < 1'000'000 ? 1 : limit.positions < 100'000'000 ? 2 : 3;
  return tiles_left(state) <= most;
}

// The same for two players. Where placements are rated, the best answer with two tiles left takes
// some 8,000 positions, with three some 250,000.
bool is_worth_trying(const DuelSolver& solver, const GameState& state, const EndingLimit& limit) {
  if (!solver.rates_placements()) return is_worth_trying(state, limit);
  const int most = limit.positions < 2'000 ? 1 : limit.positions < 100'000 ? 2 : 3;
  return tiles_left(state) <= most;
}

// Answer by answer, with whoever knows what one is worth to the one who decides.
template <class Solver, class Value>
std::optional<std::vector<SolvedAction>> solve_each(Solver& solver, const Rules& rules,
                                                    const GameState& state, Value&& value) {
  std::vector<Action> options;
  legal(rules, state, options);
  std::vector<SolvedAction> out;
  GameState child = state;
  for (const Action& action : options) {
    child = state;
    apply_assume_legal(rules, child, action);
    const DuelValue one = value(child);
    if (solver.is_spent()) return std::nullopt;
    out.push_back({action, one.chance, one.lead});
    if (out.size() == 1 && solver.is_hopeless(options.size())) return std::nullopt;
  }
  return out;
}

std::optional<std::vector<SolvedAction>> solve_for_all(const Rules& rules, const GameState& state,
                                                       const EndingLimit& limit) {
  if (!is_worth_trying(state, limit)) return std::nullopt;
  Solver solver(rules, limit);
  const Seat seat = actor(state);
  return solve_each(solver, rules, state, [&](const GameState& child) {
    const Ending outcome = solver.value(child);
    return DuelValue{outcome.chance[seat], outcome.lead[seat]};
  });
}

}  // namespace

std::optional<std::vector<SolvedAction>> solve_endgame(const Rules& rules, const GameState& state,
                                                       const EndingLimit& limit) {
  if (!may_be_solved(state, limit)) return std::nullopt;
  if (rules.player_count() != 2) return solve_for_all(rules, state, limit);
  DuelSolver solver(rules, actor(state), limit);
  if (!is_worth_trying(solver, state, limit)) return std::nullopt;
  return solve_each(solver, rules, state,
                    [&](const GameState& child) { return solver.value(child); });
}

std::optional<SolvedAction> best_ending(const Rules& rules, const GameState& state,
                                        const EndingLimit& limit) {
  if (!may_be_solved(state, limit)) return std::nullopt;
  if (rules.player_count() != 2) {
    const auto solved = solve_for_all(rules, state, limit);
    return solved ? std::optional(best_solved(*solved)) : std::nullopt;
  }
  DuelSolver solver(rules, actor(state), limit);
  if (!is_worth_trying(solver, state, limit)) return std::nullopt;
  std::vector<Action> options;
  legal(rules, state, options);
  solver.order(state, options);
  std::optional<SolvedAction> best;
  GameState child = state;
  double low = DuelSolver::lowest().utility();
  for (const Action& action : options) {
    child = state;
    apply_assume_legal(rules, child, action);
    const DuelValue value = solver.value(child, low, DuelSolver::highest().utility());
    if (solver.is_spent()) return std::nullopt;
    if (!best && solver.is_hopeless(options.size())) return std::nullopt;
    if (best && value.utility() <= low + DuelSolver::kNoDifference) continue;
    best = {action, value.chance, value.lead};
    low = value.utility();
  }
  return best;
}

}  // namespace bastide
