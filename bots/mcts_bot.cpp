#include "bots/mcts_bot.h"

#include <algorithm>
#include <optional>

#include "bots/bazaar.h"
#include "bots/search/endgame.h"
#include "bots/soft_choice.h"

namespace bastide {

namespace {

class MctsBot final : public Bot {
 public:
  MctsBot(const MctsOptions& options, const Weights& weights)
      : options_(options), budget_(options.budget), weights_(weights) {}

  void begin(const Setup&, const Rules&, Seat) override { forget(); }

  void observe(const Rules& rules, const GameState& before, const Action& action) override {
    if (rules_ != &rules || !search_) return;
    if (!options_.reuse || state_hash(rules, before) != expected_) {
      forget();
      return;
    }
    search_->advance(action);
    GameState after = before;
    apply_assume_legal(rules, after, action);
    expected_ = state_hash(rules, after);
  }

  Action choose(const Rules& rules, const GameState& state, Rng& rng) override {
    std::optional<Action> answer = begin_answer(rules, state, rng);
    while (!answer) answer = go_on(std::chrono::milliseconds(0));
    return *answer;
  }

  std::optional<Action> begin_answer(const Rules& rules, const GameState& state,
                                     Rng& rng) override {
    prepare(rules);
    if (is_bazaar_decision(decision(state))) return by_opinion(state, rng);
    if (count_legal(rules, state) == 1) return nth_legal(rules, state, 0);
    if (options_.temperature <= 0)
      if (const auto best = best_ending(rules, state, endgame_limit())) return best->action;
    expect(rules, state);
    SearchBudget budget = budget_;
    budget.until_decided = options_.temperature <= 0;
    search_->begin(state, budget, rng);
    position_ = &state;
    rng_ = &rng;
    return std::nullopt;
  }

  // No time at all: without a limit.
  std::optional<Action> go_on(std::chrono::milliseconds slice) override {
    const SearchBudget part{0, static_cast<std::uint64_t>(slice.count())};
    const bool goes_on = search_->go_on(*position_, part, stop_);
    const bool stopped = stop_ != nullptr && stop_->load(std::memory_order_relaxed);
    if (goes_on && !stopped && part.ms != 0) return std::nullopt;
    const std::vector<SearchedAction> answers = search_->answers();
    if (answers.empty() || answers.front().visits == 0) return by_opinion(*position_, *rng_);
    return pick(answers, *rng_);
  }

  // A tenth is left for everything that is not thinking.
  void allow(std::chrono::milliseconds time) override {
    if (options_.budget.ms != 0)
      budget_.ms = static_cast<std::uint64_t>(std::max<std::int64_t>(1, time.count() * 9 / 10));
  }

  void heed(const std::atomic<bool>* stop) override { stop_ = stop; }

  void ponder(const Rules& rules, const GameState& state, Rng& rng,
              const std::atomic<bool>& stop) override {
    if (is_over(state) || !options_.reuse) return;
    prepare(rules);
    expect(rules, state);
    search_->run(state, {}, rng, &stop);
  }

  std::string_view name() const override { return "mcts"; }

 private:
  // The search is to begin here: it keeps what it knows only if it was here already.
  void expect(const Rules& rules, const GameState& state) {
    const std::uint64_t hash = state_hash(rules, state);
    if (hash != expected_) forget();
    expected_ = hash;
  }

  void prepare(const Rules& rules) {
    if (rules_ == &rules && search_) return;
    rules_ = &rules;
    view_.emplace(rules, weights_);
    search_ = std::make_unique<Search>(rules, weights_, options_.search);
  }

  void forget() {
    if (search_) search_->forget();
    expected_ = 0;
  }

  Action by_opinion(const GameState& state, Rng& rng) {
    std::vector<RatedAction> rated;
    view_->rate(state, rated);
    return soft_choice(rated, 0, rng);
  }

  // A quarter of the time, where the budget is time; three tiles need no more than the most, and
  // nobody can stop it.
  std::uint64_t endgame_limit() const {
    constexpr std::uint64_t kPositionsAMillisecond = 1500, kMost = 1'000'000;
    const std::uint64_t limit = options_.search.endgame;
    if (limit == 0 || budget_.ms == 0) return limit;
    return std::min(kMost, budget_.ms * kPositionsAMillisecond / 4);
  }

  Action pick(const std::vector<SearchedAction>& answers, Rng& rng) const {
    if (options_.temperature <= 0) return answers.front().action;
    std::vector<RatedAction> rated;
    for (const SearchedAction& answer : answers)
      if (answer.visits > 0) rated.push_back({answer.action, portable_log(answer.visits)});
    return soft_choice(rated, options_.temperature, rng);
  }

  const MctsOptions options_;
  SearchBudget budget_;  // of the next answer
  const Weights weights_;
  const std::atomic<bool>* stop_ = nullptr;
  const Rules* rules_ = nullptr;
  std::optional<TurnView> view_;
  std::unique_ptr<Search> search_;
  // Of the answer that is thought about
  const GameState* position_ = nullptr;
  Rng* rng_ = nullptr;
  std::uint64_t expected_ = 0;  // hash of the position at the root of the search
};

}  // namespace

std::unique_ptr<Bot> make_mcts_bot(const MctsOptions& options, const Weights& weights) {
  return std::make_unique<MctsBot>(options, weights);
}

}  // namespace bastide
