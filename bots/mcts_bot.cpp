#include "bots/mcts_bot.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "bots/bazaar.h"
#include "bots/search/endgame.h"
#include "bots/soft_choice.h"
#include "bots/turn_budget.h"

namespace bastide {

namespace {

class MctsBot final : public Bot {
 public:
  MctsBot(const MctsOptions& options, const Weights& weights)
      : options_(options), weights_(weights) {}

  // The rules of a game before may have lain at the same address: nothing that refers to them
  // stays.
  void begin(const Setup&, const Rules&, Seat) override {
    rules_ = nullptr;
    view_.reset();
    search_.reset();
    turn_.reset();
  }

  void observe(const Rules& rules, const GameState& before, const Action& action) override {
    if (rules_ != &rules || !search_) return;
    if (state_hash(rules, before) != expected_) {
      forget();
      return;
    }
    if (options_.reuse)
      search_->advance(action);
    else
      search_->forget();
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
    if (!expect(rules, state) || turn_ != state.core->turn) begin_turn(state);
    const auto begun = std::chrono::steady_clock::now();
    if (options_.temperature <= 0)
      if (const auto best = best_ending(rules, state, endgame_limit(begun))) return best->action;
    search_->begin(state, budget_of_answer(std::chrono::steady_clock::now() - begun), rng);
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
    budget_.spend(search_->used());
    const std::vector<SearchedAction> answers = search_->answers();
    if (answers.empty()) return by_opinion(*position_, *rng_);
    return pick(answers, *rng_);
  }

  // A tenth is left for everything that is not thinking.
  void allow(std::chrono::milliseconds time) override {
    if (options_.budget.ms != 0)
      granted_ = static_cast<std::uint64_t>(std::max<std::int64_t>(1, time.count() * 9 / 10));
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
  bool counts_nodes() const { return options_.budget.nodes != 0; }

  // A clock knows better than the settings what a turn may take.
  std::uint64_t of_a_turn() const {
    return counts_nodes() ? options_.budget.nodes : granted_.value_or(options_.budget.ms);
  }

  void begin_turn(const GameState& state) {
    if (turn_)
      budget_.begin_turn(of_a_turn(), options_.saved_turns);
    else
      budget_ = TurnBudget(of_a_turn());
    turn_ = state.core->turn;
  }

  // `gone`: what the answer has taken already.
  SearchBudget budget_of_answer(std::chrono::steady_clock::duration gone) {
    std::uint64_t most = granted_.value_or(std::numeric_limits<std::uint64_t>::max());
    if (!counts_nodes()) {
      const auto ms = static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::milliseconds>(gone).count());
      budget_.spend(ms);
      most -= std::min(most, ms);
    }
    const TurnBudget::Answer answer = budget_.for_an_answer(most);
    const bool best_only = options_.temperature <= 0;
    return {.nodes = counts_nodes() ? answer.usual : 0,
            .ms = counts_nodes() ? 0 : answer.usual,
            .until_decided = best_only,
            .reserve = best_only ? answer.reserve : 0,
            .runoff = best_only ? options_.runoff : 0};
  }

  // The search is to begin here: it keeps what it knows only if it was here already.
  bool expect(const Rules& rules, const GameState& state) {
    const std::uint64_t hash = state_hash(rules, state);
    const bool expected = hash == expected_;
    if (!expected) forget();
    expected_ = hash;
    return expected;
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

  // Where the budget is time, a quarter of it; three tiles need no more positions than the most.
  EndingLimit endgame_limit(std::chrono::steady_clock::time_point begun) const {
    constexpr std::uint64_t kPositionsAMillisecond = 1500, kMost = 1'000'000;
    EndingLimit limit{options_.search.endgame, {}, stop_};
    if (limit.positions == 0 || counts_nodes()) return limit;
    limit.positions = std::min(kMost, of_a_turn() * kPositionsAMillisecond / 4);
    limit.until = begun + std::chrono::milliseconds(of_a_turn()) / 4;
    return limit;
  }

  Action pick(const std::vector<SearchedAction>& answers, Rng& rng) const {
    if (options_.temperature <= 0 || answers.front().visits == 0) return answers.front().action;
    std::vector<RatedAction> rated;
    for (const SearchedAction& answer : answers)
      if (answer.visits > 0) rated.push_back({answer.action, portable_log(answer.visits)});
    return soft_choice(rated, options_.temperature, rng);
  }

  const MctsOptions options_;
  std::optional<std::uint64_t> granted_;  // milliseconds, by a clock, for one answer
  TurnBudget budget_{of_a_turn()};
  std::optional<int> turn_;  // that the budget is of
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
