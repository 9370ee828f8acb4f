#include "bots/search/endgame.h"

#include <algorithm>
#include <array>

namespace bastide {

namespace {

struct Ending {
  std::array<double, kMaxPlayers> chance{}, lead{};
  // Chance first; the lead only tells equals apart.
  double utility(Seat seat) const { return chance[seat] + 1e-5 * lead[seat]; }
};

class Solver {
 public:
  Solver(const Rules& rules, std::uint64_t limit) : rules_(rules), limit_(limit) {}

  bool spent() const { return looked_at_ > limit_; }

  Ending value(const GameState& s) {
    ++looked_at_;
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
      if (spent()) break;
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
      if (spent()) break;
      child = s;
      apply_assume_legal(rules_, child, action);
      const Ending one = value(child);
      if (!any || one.utility(seat) > best.utility(seat)) best = one;
      any = true;
    }
    return best;
  }

  const Rules& rules_;
  const std::uint64_t limit_;
  std::uint64_t looked_at_ = 0;
};

// Tiles left with which it is not hopeless to begin: a turn has about a hundred answers.
int most_tiles(std::uint64_t limit) { return limit < 1'000'000 ? 1 : limit < 100'000'000 ? 2 : 3; }

}  // namespace

std::optional<std::vector<SolvedAction>> solve_endgame(const Rules& rules, const GameState& state,
                                                       std::uint64_t limit) {
  if (limit == 0 || tiles_left(state) > most_tiles(limit) || is_over(state) ||
      actor(state) == kDealer)
    return std::nullopt;
  Solver solver(rules, limit);
  std::vector<Action> options;
  legal(rules, state, options);
  std::vector<SolvedAction> out;
  GameState child = state;
  for (const Action& action : options) {
    child = state;
    apply_assume_legal(rules, child, action);
    const Ending outcome = solver.value(child);
    if (solver.spent()) return std::nullopt;
    out.push_back({action, outcome.chance[actor(state)], outcome.lead[actor(state)]});
  }
  return out;
}

}  // namespace bastide
