// Monte Carlo tree search with chance nodes: what the dealer may turn up is a node like any other,
// by type of tile, and is drawn from what is left. Where to lay the tile and what to put on it are
// two stages. Answers are tried by the evaluation's opinion of them (PUCT); leaves are judged by
// the evaluation after a few quick turns. In the end the best answers may play it off (Runoff).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bots/search/allowance.h"
#include "bots/search/playout.h"
#include "bots/search/runoff.h"
#include "bots/search/tree.h"
#include "bots/turn_view.h"
#include "engine/core/rng.h"

namespace bastide {

// Bytes for all of a tree, where nothing else is asked for. In a page there are several searches,
// and what a page has taken once it does not give back.
#if defined(BASTIDE_WASM)
inline constexpr std::size_t kSearchMemory = std::size_t{64} << 20;
#else
inline constexpr std::size_t kSearchMemory = std::size_t{512} << 20;
#endif

// Every coefficient of the search.
struct SearchSettings {
  // 0: as many as there are idle cores, or one where the budget is in simulations, so that the same
  // seed gives the same answer.
  int threads = 0;
  std::size_t memory = kSearchMemory;
  double exploration = 0.25;
  double prior_points = 3;         // points of lead that make an answer e times as likely
  double hint_visits = 3;          // visits that the evaluation's opinion counts for
  unsigned expand_after = 8;       // visits of a decision before its answers are looked at
  Playout playout{};               // before a leaf is judged; none with less than no turns
  double margin_share = 0.1;       // of the utility: points ahead, where the winner is clear
  std::uint32_t widest = 48;       // answers that are looked at below the root
  std::uint64_t endgame = 60'000;  // positions that an exact end may take; 0: never
};

struct SearchedAction {
  Action action;
  std::uint32_t visits = 0;
  double chance = 0;  // of winning, for the one who decides
  double lead = 0;    // points ahead at the end, to be expected
};

class Search {
 public:
  Search(const Rules& rules, const Weights& weights, const SearchSettings& settings);
  ~Search();

  // Searches below `state` until the budget is used up or `stop` is set. What an earlier call found
  // below the same position counts on.
  void run(const GameState& state, SearchBudget budget, Rng& rng,
           const std::atomic<bool>* stop = nullptr);
  // The same in slices, for a host that has one thread for everything: however `begin` is followed
  // by calls of `go_on`, their sum is one run. False: there is nothing left to do.
  void begin(const GameState& state, SearchBudget budget, Rng& rng);
  bool go_on(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop = nullptr);
  // As run, but every simulation begins with this answer; false if the search does not know it.
  bool run_through(const GameState& state, const Action& action, SearchBudget budget, Rng& rng);
  // Of the root, most visited first; but first of all the one that has won the run-off.
  std::vector<SearchedAction> answers();
  // The same after these answers of the root's and of what follows it; none where the search has
  // not been.
  std::vector<SearchedAction> answers_after(std::span<const Action> line);
  // An answer of the root's, and what the tree would answer to whatever it makes the same seat be
  // asked at once: to a placement the piece. The evaluation alone would often choose another one.
  std::vector<Action> with_what_it_asks(const Action& answer);
  // The game goes on: keeps what lies below this answer of the root.
  void advance(const Action& action);
  void forget();

  const Tree& tree() const { return *tree_; }
  // Of the last run; to follow an answer in the run-off counts for some of them, too.
  std::uint64_t simulations() const { return simulations_ + followed_; }
  // What the last run took, in the unit of its budget: simulations, or else milliseconds.
  std::uint64_t used() const;

 private:
  class Worker;
  void allow(SearchBudget budget, Rng& rng);
  std::size_t threads_for(SearchBudget budget) const;
  void grow_root(const GameState& state);
  bool simulate_all(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop,
                    Edge* through);
  bool is_worth_a_runoff(SearchBudget budget) const;
  SearchBudget budget_of_tree() const;
  void begin_runoff();
  bool run_off(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop);
  template <class Work>
  void share_out(const Work& work);
  bool is_decided(const Allowance& whole, std::uint64_t number);
  bool is_in_doubt();
  std::vector<SearchedAction> answers_of(const Node& node);
  NodeIndex child_of(NodeIndex at, const Action& action);

  const Rules& rules_;
  const Weights weights_;
  const SearchSettings settings_;
  std::unique_ptr<Tree> tree_, spare_;
  NodeIndex root_ = kNoNode;
  std::vector<std::unique_ptr<Worker>> workers_;  // as many as were ever needed
  // Of the present run
  SearchBudget budget_;
  std::unique_ptr<Allowance> allowance_;
  std::unique_ptr<Runoff> runoff_;  // once it has begun
  std::uint64_t runoff_seed_ = 0, rounds_begun_ = 0;
  std::uint64_t used_by_tree_ = 0;  // in the unit of the budget
  std::vector<Rng> generators_;     // by worker, of those who take part
  std::uint64_t simulations_ = 0, followed_ = 0;
};

}  // namespace bastide
