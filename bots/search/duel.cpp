#include "bots/search/duel.h"

#include <algorithm>

#include "engine/core/sort_stably.h"

namespace bastide {

namespace {

DuelValue operator+(DuelValue a, DuelValue b) { return {a.chance + b.chance, a.lead + b.lead}; }
DuelValue operator-(DuelValue a, DuelValue b) { return {a.chance - b.chance, a.lead - b.lead}; }
DuelValue operator*(double share, DuelValue a) { return {share * a.chance, share * a.lead}; }

// What is the best so far of the answers to one decision, and what may still matter.
struct Contest {
  bool mine;  // the one whose value it is decides; or else the other
  double low, high;
  DuelValue best{};
  bool any = false;

  bool add(DuelValue value) {
    const double gain = value.utility() - best.utility();
    if (any && (mine ? gain : -gain) <= DuelSolver::kNoDifference) return false;
    any = true;
    best = value;
    (mine ? low : high) = mine ? std::max(low, best.utility()) : std::min(high, best.utility());
    return true;
  }
  bool is_over() const { return any && low >= high; }
};

}  // namespace

DuelSolver::DuelSolver(const Rules& rules, Seat seat, const EndingLimit& limit)
    : rules_(rules), seat_(seat), effort_(limit), view_(rules) {}

DuelValue DuelSolver::value(const GameState& s, double low, double high) {
  return look(s, low, high, 0);
}

DuelSolver::Level& DuelSolver::level(std::size_t depth) {
  while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>(rules_));
  return *levels_[depth];
}

DuelValue DuelSolver::look(const GameState& s, double low, double high, std::size_t depth) {
  effort_.look_at();
  if (is_over(s)) return final_value(s);
  if (is_chance(s)) return expect(s, low, high, depth);
  const bool last = decision(s) == DecisionKind::place && tiles_left(s) == 0;
  return last && rates_placements() ? lay_last_tile(s, low, high, depth)
                                    : decide(s, low, high, depth);
}

DuelValue DuelSolver::final_value(const GameState& s) const {
  return with_lead(s.core->players[seat_].score - s.core->players[1 - seat_].score);
}

DuelValue DuelSolver::with_lead(double lead) const {
  return {lead > 0 ? 1 : lead < 0 ? 0 : 0.5, lead};
}

// --- Decisions ---------------------------------------------------------------------

DuelValue DuelSolver::decide(const GameState& s, double low, double high, std::size_t depth) {
  Level& here = level(depth);
  legal(rules_, s, here.options);
  order(s, here.options, here.best);
  Contest contest{actor(s) == seat_, low, high};
  for (const Action& action : here.options) {
    here.state = s;
    apply_assume_legal(rules_, here.state, action);
    if (contest.add(look(here.state, contest.low, contest.high, depth + 1))) here.best = action;
    if (contest.is_over() || is_spent()) break;
  }
  return contest.best;
}

// With no tile left the table knows the final scores, the best piece included.
DuelValue DuelSolver::lay_last_tile(const GameState& s, double low, double high,
                                    std::size_t depth) {
  Level& here = level(depth);
  legal(rules_, s, here.options);
  put_first(here.options, here.best);
  PlacementTable& table = view_.placements();
  table.look(s);
  Contest contest{actor(s) == seat_, low, high};
  for (const Action& action : here.options) {
    effort_.look_at();
    const double lead = table.best_lead(action);
    if (contest.add(with_lead(contest.mine ? lead : -lead))) here.best = action;
    if (contest.is_over()) break;
  }
  return contest.best;
}

// By the evaluation, or else what was best in a position like this one.
void DuelSolver::order(const GameState& s, std::vector<Action>& options, const Action& likely) {
  const bool rated = decision(s) == DecisionKind::place || decision(s) == DecisionKind::meeple;
  if (!rates_placements() || !rated) {
    put_first(options, likely);
    return;
  }
  effort_.look_at(options.size());
  view_.rate(s, rated_, Look::quick);
  sort_stably(rated_, [](const RatedAction& a, const RatedAction& b) { return a.lead > b.lead; });
  for (std::size_t i = 0; i < options.size(); ++i) options[i] = rated_[i].action;
}

void DuelSolver::put_first(std::vector<Action>& options, const Action& action) {
  const auto found = std::ranges::find(options, action);
  if (found != options.end()) std::iter_swap(options.begin(), found);
}

// --- Chance ------------------------------------------------------------------------

// Star1: what the other outcomes can bring at most and at least bounds what this one must bring to
// matter.
DuelValue DuelSolver::expect(const GameState& s, double low, double high, std::size_t depth) {
  Level& here = level(depth);
  distinct_outcomes(rules_, s, here.outcomes);
  const double all = chance_total(rules_, s);
  bound_outcomes(s, low, high, depth);
  DuelValue sum, most, least;
  for (std::size_t i = 0; i < here.outcomes.size(); ++i) {
    most = most + here.outcomes[i].weight / all * here.bounds[i].most;
    least = least + here.outcomes[i].weight / all * here.bounds[i].least;
  }
  for (std::size_t i = 0; i < here.outcomes.size(); ++i) {
    if ((sum + most).utility() <= low) return sum + most;
    if ((sum + least).utility() >= high) return sum + least;
    const double share = here.outcomes[i].weight / all;
    most = most - share * here.bounds[i].most;
    least = least - share * here.bounds[i].least;
    here.state = s;
    apply_assume_legal(rules_, here.state, here.outcomes[i].action);
    sum = sum + share * look(here.state, (low - (sum + most).utility()) / share,
                             (high - (sum + least).utility()) / share, depth + 1);
    if (is_spent()) break;
  }
  return sum;
}

// Star2: one good answer to an outcome bounds it from the side of the one who gives it.
void DuelSolver::bound_outcomes(const GameState& s, double low, double high, std::size_t depth) {
  Level& here = level(depth);
  here.bounds.assign(here.outcomes.size(), {highest(), lowest()});
  const bool low_matters = low > lowest().utility(), high_matters = high < highest().utility();
  if (here.outcomes.size() == 1 || (!low_matters && !high_matters)) return;
  for (std::size_t i = 0; i < here.outcomes.size() && !is_spent(); ++i) {
    here.state = s;
    apply_assume_legal(rules_, here.state, here.outcomes[i].action);
    if (is_over(here.state) || is_chance(here.state)) continue;
    const bool mine = actor(here.state) == seat_;
    if (!(mine ? high_matters : low_matters)) continue;
    Level& below = level(depth + 1);
    legal(rules_, here.state, below.options);
    order(here.state, below.options, below.best);
    below.state = here.state;
    apply_assume_legal(rules_, below.state, below.options.front());
    const DuelValue one = look(below.state, lowest().utility(), highest().utility(), depth + 2);
    (mine ? here.bounds[i].least : here.bounds[i].most) = one;
  }
}

}  // namespace bastide
