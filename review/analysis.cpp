#include "review/analysis.h"

#include <algorithm>
#include <utility>

#include "bots/bazaar.h"
#include "engine/core/sort_stably.h"
#include "review/odds.h"
#include "review/rest_of_turn.h"

namespace bastide {

Analysis::Analysis(RulesPtr rules, const GameState& state, const AnalysisPlan& plan)
    : rules_(std::move(rules)), state_(state), plan_(plan), view_(*rules_) {
  if (is_bazaar_decision(decision(state_)))
    estimate();
  else
    solve();
  if (!found_.empty()) return;
  SearchSettings settings;
  settings.margin_share = 0;  // chances are to be chances
  search_ = std::make_unique<Search>(*rules_, default_weights(), settings);
  Rng rng(plan_.seed);
  search_->begin(state_, {plan_.nodes, 0}, rng);
}

bool Analysis::go_on(std::chrono::milliseconds slice) {
  return search_ != nullptr &&
         search_->go_on(state_, {0, static_cast<std::uint64_t>(slice.count())});
}

void Analysis::solve() {
  const auto solved = solve_endgame(*rules_, state_, {plan_.endgame});
  if (!solved) return;
  judged_ = Judged::exact;
  for (const SolvedAction& one : *solved) found_.push_back({one.action, 0, one.chance, one.lead});
  sort_stably(found_, [](const Worth& a, const Worth& b) {
    return a.chance != b.chance ? a.chance > b.chance : a.lead > b.lead;
  });
}

// What the evaluation thinks of the answers, measured from what it thinks of the position.
void Analysis::estimate() {
  judged_ = Judged::estimate;
  view_.rate(state_, rated_);
  const double best = best_of(rated_).lead;
  const double now = lead(view_.evaluator().project(state_), rules_->player_count(), by());
  for (const RatedAction& one : rated_) {
    const double expected = now - (best - one.lead);
    found_.push_back({one.action, 0, chance_with(expected), expected});
  }
  sort_stably(found_, [](const Worth& a, const Worth& b) { return a.lead > b.lead; });
}

double Analysis::chance_with(double expected_lead) {
  return chance_with_lead(view_.evaluator(), state_, by(), expected_lead);
}

std::vector<Analysis::Worth> Analysis::searched() {
  std::vector<Worth> out;
  for (const SearchedAction& one : search_->answers()) {
    if (one.visits == 0) break;
    const bool two = rules_->player_count() == 2;
    out.push_back({one.action, one.visits, two ? one.chance : chance_with(one.lead), one.lead});
  }
  return out;
}

std::vector<AnalysedAnswer> Analysis::answers(std::size_t most) {
  const std::vector<Worth> all = search_ ? searched() : found_;
  std::vector<AnalysedAnswer> out;
  for (const Worth& one : all) {
    if (out.size() == most) break;
    AnalysedAnswer answer{
        name_action(*rules_, state_, one.action), {}, one.visits, one.chance, one.lead};
    if (judged_ != Judged::estimate)
      answer.then = rest_of_turn(
          *rules_, state_, one.action,
          [&](const GameState& at, std::span<const Action> line) { return next_answer(at, line); });
    out.push_back(std::move(answer));
  }
  return out;
}

Action Analysis::next_answer(const GameState& at, std::span<const Action> line) {
  if (judged_ == Judged::exact) {
    if (const auto solved = solve_endgame(*rules_, at, {plan_.endgame}))
      return best_of(*solved).action;
  } else {
    const std::vector<SearchedAction> found = search_->answers_after(line);
    if (!found.empty() && is_legal(*rules_, at, found.front().action)) return found.front().action;
  }
  view_.rate(at, rated_);
  return best_of(rated_).action;
}

}  // namespace bastide
