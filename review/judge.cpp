#include "review/judge.h"

#include <algorithm>
#include <cmath>

#include "bots/bazaar.h"
#include "review/odds.h"
#include "review/rest_of_turn.h"

namespace bastide {

namespace {

// How far single simulations of one answer lie apart, as measured on games of bots by reviews with
// different seeds.
constexpr double kLeadSpread = 3.4, kChanceSpread = 0.069;
// Less than this is not worth a word, whatever it comes from.
constexpr double kLeastLead = 0.1, kLeastChance = 0.001;

// The differences that the search can tell from chance: two standard errors.
struct Tolerance {
  double lead = kLeastLead, chance = kLeastChance;

  static Tolerance of(const SearchedAction& a, const SearchedAction& b) {
    const double visits = std::max(1u, a.visits), other = std::max(1u, b.visits);
    const double errors = 2 * std::sqrt(1 / visits + 1 / other);
    return {std::max(kLeastLead, errors * kLeadSpread),
            std::max(kLeastChance, errors * kChanceSpread)};
  }

  // The chance of winning comes first; points tell apart what wins as often.
  template <class Value>
  bool is_better(const Value& a, const Value& b) const {
    if (a.chance - b.chance >= chance) return true;
    return b.chance - a.chance < chance && a.lead - b.lead >= lead;
  }
};

const SearchedAction* find(const std::vector<SearchedAction>& answers, const Action& action) {
  for (const SearchedAction& one : answers)
    if (one.action == action) return &one;
  return nullptr;
}

}  // namespace

MoveJudge::MoveJudge(const Rules& rules, const ReviewPlan& plan, const std::atomic<bool>* stop)
    : rules_(rules), plan_(plan), stop_(stop), view_(rules), rng_(plan.seed) {
  SearchSettings settings;
  settings.threads = plan.threads;
  settings.margin_share = 0;  // chances are to be chances
  search_ = std::make_unique<Search>(rules, default_weights(), settings);
}

void MoveJudge::look_at(const GameState& s, const Action& played, ReviewedMove& move) {
  std::vector<Action> options;
  legal(rules_, s, options);
  move.choices = options.size();
  search_->forget();
  Verdict verdict;
  if (is_bazaar_decision(decision(s)))
    verdict = by_estimate(s, played);
  else if (const auto solved = solve_endgame(rules_, s, {plan_.endgame}))
    verdict = by_solution(*solved, played);
  else
    verdict = by_search(s, played);
  if (!Tolerance{}.is_better(verdict.best, verdict.played)) verdict.best = verdict.played;
  move.judged = verdict.how;
  move.best = name_action(rules_, s, verdict.best.action);
  move.chance_best = verdict.best.chance;
  move.lead_best = verdict.best.lead;
  move.chance_played = verdict.played.chance;
  move.lead_played = verdict.played.lead;
  if (verdict.best.action == played) return;
  move.then = rest_of_turn(
      rules_, s, verdict.best.action,
      [&](const GameState& at, std::span<const Action> line) { return next_answer(at, line); });
}

MoveJudge::Verdict MoveJudge::by_solution(const std::vector<SolvedAction>& solved,
                                          const Action& played) const {
  const SolvedAction& best = best_of(solved);
  const SolvedAction* mine = &best;
  for (const SolvedAction& one : solved)
    if (one.action == played) mine = &one;
  return {{best.action, best.chance, best.lead}, {played, mine->chance, mine->lead}, Judged::exact};
}

// The answer played gets as many simulations more as the favourite, so that both are judged alike.
MoveJudge::Verdict MoveJudge::by_search(const GameState& s, const Action& played) {
  search_->run(s, {plan_.nodes, 0}, rng_, stop_);
  std::vector<SearchedAction> answers = search_->answers();
  if (answers.empty() || find(answers, played) == nullptr) return by_estimate(s, played);
  const Action favourite = answers.front().action;
  const SearchBudget more{std::max<std::uint64_t>(1, plan_.nodes / 2), 0};
  search_->run_through(s, played, more, rng_);
  if (!(favourite == played)) search_->run_through(s, favourite, more, rng_);
  answers = search_->answers();
  SearchedAction best = *find(answers, favourite), mine = *find(answers, played);
  if (rules_.player_count() > 2)
    for (SearchedAction* one : {&best, &mine}) one->chance = chance_with(s, actor(s), one->lead);
  if (!Tolerance::of(best, mine).is_better(best, mine)) best = mine;
  return {{best.action, best.chance, best.lead}, {played, mine.chance, mine.lead}, Judged::search};
}

// What the evaluation thinks of the answers, measured from what it thinks of the position.
MoveJudge::Verdict MoveJudge::by_estimate(const GameState& s, const Action& played) {
  const Seat seat = actor(s);
  view_.rate(s, rated_);
  const RatedAction best = best_of(rated_);
  const double loss = std::max(0.0, best.lead - rating_of(played));
  const double now = lead(view_.evaluator().project(s), rules_.player_count(), seat);
  return {{best.action, chance_with(s, seat, now), now},
          {played, chance_with(s, seat, now - loss), now - loss},
          Judged::estimate};
}

// The evaluation lists only the bids that it takes seriously. Those above them cost their points,
// and somebody else gets the points.
double MoveJudge::rating_of(const Action& played) const {
  const RatedAction* nearest = nullptr;
  double worst = rated_.front().lead;
  for (const RatedAction& one : rated_) {
    if (one.action == played) return one.lead;
    worst = std::min(worst, one.lead);
    const bool alike = one.action.kind == played.kind && one.action.tile == played.tile;
    if (alike && (nearest == nullptr || one.action.points > nearest->action.points)) nearest = &one;
  }
  if (nearest == nullptr) return worst;
  return nearest->lead - 2.0 * std::max(0, played.points - nearest->action.points);
}

double MoveJudge::chance_with(const GameState& s, Seat seat, double expected_lead) {
  return chance_with_lead(view_.evaluator(), s, seat, expected_lead);
}

Action MoveJudge::next_answer(const GameState& s, std::span<const Action> line) {
  if (const auto solved = solve_endgame(rules_, s, {plan_.endgame})) return best_of(*solved).action;
  const std::vector<SearchedAction> answers = search_->answers_after(line);
  if (!answers.empty() && is_legal(rules_, s, answers.front().action))
    return answers.front().action;
  view_.rate(s, rated_);
  return best_of(rated_).action;
}

double MoveJudge::luck_of(const GameState& s, const Action& drawn) {
  const Seat seat = s.core->active;
  double mean = 0, actual = 0;
  const double all = chance_total(rules_, s);
  std::vector<Outcome> possible;
  outcomes(rules_, s, possible);
  GameState child = s;
  for (const auto& [action, weight] : possible) {
    child = s;
    apply_assume_legal(rules_, child, action);
    const double value = value_for(child, seat);
    mean += weight / all * value;
    if (action == drawn) actual = value;
  }
  return actual - mean;
}

double MoveJudge::value_for(const GameState& s, Seat seat) {
  if (is_over(s) || actor(s) != seat)
    return lead(view_.evaluator().project(s), rules_.player_count(), seat);
  view_.rate(s, rated_);
  return best_of(rated_).lead;
}

}  // namespace bastide
