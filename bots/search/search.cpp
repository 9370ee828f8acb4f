#include "bots/search/search.h"

#include <algorithm>
#include <limits>

#if !defined(BASTIDE_NO_THREADS)
#include <thread>
#endif

#include "bots/search/idle_cores.h"
#include "bots/search/worker.h"
#include "engine/core/sort_stably.h"

namespace bastide {

namespace {

constexpr std::uint64_t kDecidedEvery = 128;  // simulations

}  // namespace

Search::Search(const Rules& rules, const Weights& weights, const SearchSettings& settings)
    : rules_(rules), weights_(weights), settings_(settings) {
  // Two halves: what is kept when the game goes on is copied from one to the other.
  tree_ = std::make_unique<Tree>(settings.memory / 2);
  spare_ = std::make_unique<Tree>(settings.memory / 2);
}

Search::~Search() = default;

void Search::run(const GameState& state, SearchBudget budget, Rng& rng,
                 const std::atomic<bool>* stop) {
  begin(state, budget, rng);
  go_on(state, {}, stop);
}

void Search::begin(const GameState& state, SearchBudget budget, Rng& rng) {
  if (root_ == kNoNode) {
    tree_->clear();
    root_ = tree_->add_node(actor(state));
  }
  allow(budget, rng);
}

// A slice ends with the tree: the run-off begins in the next one.
bool Search::go_on(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop) {
  if (runoff_) return run_off(state, slice, stop);
  if (simulate_all(state, slice, stop, nullptr)) return true;
  if (budget_.runoff == 0) return false;
  begin_runoff();
  const bool is_slice = slice.nodes != 0 || slice.ms != 0;
  return is_slice || run_off(state, slice, stop);
}

bool Search::run_through(const GameState& state, const Action& action, SearchBudget budget,
                         Rng& rng) {
  if (root_ == kNoNode || tree_->node(root_).growth.load() != Growth::grown) return false;
  allow(budget, rng);
  grow_root(state);  // before an answer is looked for: it may replace them all
  for (Edge& edge : tree_->edges(tree_->node(root_))) {
    if (!(edge.action == action)) continue;
    simulate_all(state, {}, nullptr, &edge);
    return true;
  }
  return false;
}

// The caller's worker is the first one, and draws last.
void Search::allow(SearchBudget budget, Rng& rng) {
  simulations_ = followed_ = 0;
  runoff_.reset();
  generators_.assign(threads_for(budget), Rng(0));
  while (workers_.size() < generators_.size())
    workers_.push_back(std::make_unique<Worker>(rules_, weights_, settings_));
  for (std::size_t i = 1; i < generators_.size(); ++i) generators_[i] = Rng(rng.next());
  generators_.front() = Rng(rng.next());
  budget_ = budget;
  if (!is_worth_a_runoff(budget)) budget_.runoff = 0;
  if (budget_.runoff > 0) runoff_seed_ = rng.next();
  allowance_ = std::make_unique<Allowance>(budget_of_tree());
}

// To follow an answer must be cheap: placements are rated without being laid. And where simulations
// are counted there must be enough of them to tell at least two answers apart.
bool Search::is_worth_a_runoff(SearchBudget budget) const {
  if (budget.nodes == 0 && budget.ms == 0) return false;
  if (!workers_.front()->rates_placements()) return false;
  const double simulations = budget.runoff * static_cast<double>(budget.nodes);
  return budget.nodes == 0 || Runoff::is_possible(static_cast<std::uint64_t>(simulations));
}

SearchBudget Search::budget_of_tree() const {
  SearchBudget tree = budget_;
  if (budget_.runoff == 0) return tree;
  const auto part = [this](std::uint64_t all) {
    const auto own = static_cast<std::uint64_t>((1 - budget_.runoff) * static_cast<double>(all));
    return all == 0 ? all : std::max<std::uint64_t>(1, own);
  };
  tree.nodes = part(tree.nodes);
  tree.ms = part(tree.ms);
  tree.reserve = 0;
  return tree;
}

std::size_t Search::threads_for([[maybe_unused]] SearchBudget budget) const {
#if defined(BASTIDE_NO_THREADS)
  return 1;
#else
  if (settings_.threads > 0) return static_cast<std::size_t>(settings_.threads);
  return budget.nodes != 0 ? 1 : static_cast<std::size_t>(IdleCores::for_one_more());
#endif
}

// Before the threads start: one that comes while another looks at the root's answers would judge
// the root itself.
void Search::grow_root(const GameState& state) {
  if (!is_over(state))
    workers_.front()->grow_root(*tree_, tree_->node(root_), state, allowance_->careful_until());
}

// Calls work(which, gives_way) in every thread: a worker, and whether it leaves where others need
// its core.
template <class Work>
void Search::share_out(const Work& work) {
  const auto begin = [&](std::size_t which) {
    const BusyCore busy;
    work(which, which != 0 && settings_.threads == 0);
  };
#if !defined(BASTIDE_NO_THREADS)
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < generators_.size(); ++i) pool.emplace_back(begin, i);
#endif
  begin(0);
}

bool Search::simulate_all(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop,
                          Edge* through) {
  Allowance& whole = *allowance_;
  const Allowance part(slice);
  const std::uint64_t before = simulations_;
  grow_root(state);
  std::atomic<std::uint64_t> started{before}, finished{before};
  std::atomic<bool> decided{false}, spent{false};
  share_out([&](std::size_t which, bool gives_way) {
    Worker& worker = *workers_[which];
    Rng& own = generators_[which];
    for (;;) {
      if (gives_way && !IdleCores::is_room()) break;
      const std::uint64_t number = started.fetch_add(1, std::memory_order_relaxed);
      if (decided.load(std::memory_order_relaxed)) break;
      while (!spent.load(std::memory_order_relaxed) && whole.is_spent(number))
        if (!is_in_doubt() || !whole.extend()) spent = true;
      if (spent.load(std::memory_order_relaxed)) break;
      if (part.is_spent(number - before)) break;
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
      if (whole.until_decided() && number % kDecidedEvery == 0 && is_decided(whole, number))
        decided = true;
      worker.simulate(*tree_, root_, state, own, through);
      finished.fetch_add(1, std::memory_order_relaxed);
    }
  });
  simulations_ = finished;
  return !decided && !spent;
}

// With what the tree has left, and the reserve: as long as it goes on, the answer is in doubt.
void Search::begin_runoff() {
  const Node& root = tree_->node(root_);
  const bool is_grown = root.growth.load() == Growth::grown;
  used_by_tree_ = allowance_->used(simulations_);
  rounds_begun_ = 0;
  const auto left = [this](std::uint64_t all) {
    return all == 0 ? all : std::max<std::uint64_t>(1, all - std::min(all, used_by_tree_));
  };
  const SearchBudget rest{
      .nodes = left(budget_.nodes), .ms = left(budget_.ms), .reserve = budget_.reserve};
  const double simulations =
      budget_.nodes != 0 ? static_cast<double>(rest.nodes)
                         : static_cast<double>(simulations_) * static_cast<double>(rest.ms) /
                               static_cast<double>(std::max<std::uint64_t>(1, used_by_tree_));
  runoff_ = std::make_unique<Runoff>(is_grown ? tree_->edges(root) : std::span<Edge>{},
                                     static_cast<std::uint64_t>(simulations));
  allowance_ = std::make_unique<Allowance>(rest);
}

// Round by round; a call goes on with one round at least, however small its slice.
bool Search::run_off(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop) {
  Allowance& whole = *allowance_;
  const Allowance part(slice);
  const std::uint64_t before = followed_;
  std::atomic<std::uint64_t> started{before}, finished{before}, rounds{rounds_begun_};
  std::atomic<bool> settled{false}, spent{false};
  share_out([&](std::size_t which, bool gives_way) {
    while (!settled.load(std::memory_order_relaxed)) {
      if (gives_way && !IdleCores::is_room()) break;
      std::vector<Runoff::Line> round = runoff_->next_round();
      if (round.size() < 2) {
        settled = true;
        break;
      }
      const std::uint64_t cost = runoff_->cost() * round.size();
      const std::uint64_t number = started.fetch_add(cost, std::memory_order_relaxed);
      while (!spent.load(std::memory_order_relaxed) && whole.is_spent(number, cost))
        if (!whole.extend()) spent = true;
      if (spent.load(std::memory_order_relaxed)) break;
      if (number != before && part.is_spent(number - before, cost)) break;
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
      const EvenDraws draws(runoff_seed_, rounds.fetch_add(1, std::memory_order_relaxed));
      for (Runoff::Line& line : round)
        line.value = workers_[which]->follow(state, with_what_it_asks(line.answer->action),
                                             runoff_->turns(), draws);
      runoff_->note(round);
      finished.fetch_add(cost, std::memory_order_relaxed);
    }
  });
  followed_ = finished;
  rounds_begun_ = rounds;
  return !settled && !spent;
}

// No other answer can become the most visited one in what is left, and there is no doubt that the
// reserve could settle. Without the latter hardly any search would get to its reserve: shortly
// before the end of the usual budget nearly every answer is decided by the former.
bool Search::is_decided(const Allowance& whole, std::uint64_t number) {
  const Node& node = tree_->node(root_);
  if (node.growth.load(std::memory_order_acquire) != Growth::grown) return false;
  std::uint32_t first = 0, second = 0;
  for (const Edge& edge : tree_->edges(node)) {
    const std::uint32_t visits = edge.visits.load(std::memory_order_relaxed);
    second = std::max(second, std::min(first, visits));
    first = std::max(first, visits);
  }
  const double left = whole.left(number);
  if (budget_.runoff > 0)  // when nobody will be there to run against
    return first / Runoff::kSeriouslyTried > second + left;
  return first - second > left && !(whole.has_reserve() && is_in_doubt());
}

// Another answer has been tried a third as often, or promises more than the one tried most.
bool Search::is_in_doubt() {
  // Those parts of the visits of the most visited one
  constexpr std::uint32_t kSeriouslyTried = 8, kRival = 3;
  const Node& node = tree_->node(root_);
  if (node.growth.load(std::memory_order_acquire) != Growth::grown) return false;
  const auto edges = tree_->edges(node);
  const Edge* first = &edges.front();
  for (const Edge& edge : edges)
    if (edge.visits.load() > first->visits.load()) first = &edge;
  const std::uint32_t most = first->visits.load();
  for (const Edge& edge : edges) {
    const std::uint32_t visits = edge.visits.load();
    if (&edge == first || visits == 0 || visits < most / kSeriouslyTried) continue;
    if (visits > most / kRival || edge.mean() > first->mean()) return true;
  }
  return false;
}

std::uint64_t Search::used() const {
  if (!allowance_) return 0;
  return runoff_ ? used_by_tree_ + allowance_->used(followed_) : allowance_->used(simulations_);
}

std::vector<SearchedAction> Search::answers() {
  std::vector<SearchedAction> all = answers_after({});
  const Edge* winner = runoff_ ? runoff_->winner() : nullptr;
  if (winner == nullptr) return all;
  const auto at = std::ranges::find(all, winner->action, &SearchedAction::action);
  std::rotate(all.begin(), at, at + 1);
  return all;
}

std::vector<SearchedAction> Search::answers_after(std::span<const Action> line) {
  NodeIndex at = root_;
  for (const Action& action : line) at = child_of(at, action);
  return at == kNoNode ? std::vector<SearchedAction>{} : answers_of(tree_->node(at));
}

std::vector<Action> Search::with_what_it_asks(const Action& answer) {
  std::vector<Action> all{answer};
  NodeIndex at = child_of(root_, answer);
  while (at != kNoNode) {
    const Node& node = tree_->node(at);
    if (node.actor != tree_->node(root_).actor || node.growth.load() != Growth::grown) break;
    const auto edges = tree_->edges(node);
    const auto most = std::ranges::max_element(
        edges, {}, [](const Edge& edge) { return edge.visits.load(std::memory_order_relaxed); });
    if (most->visits.load() == 0) break;
    all.push_back(most->action);
    at = most->child.load();
  }
  return all;
}

std::vector<SearchedAction> Search::answers_of(const Node& node) {
  std::vector<SearchedAction> out;
  if (node.growth.load() != Growth::grown) return out;
  for (const Edge& edge : tree_->edges(node)) {
    const std::uint32_t visits = edge.visits.load();
    out.push_back({edge.action, visits, visits == 0 ? edge.hint : edge.mean(),
                   visits == 0 ? 0 : edge.mean_lead()});
  }
  // Stable: which of two equals is first must not depend on the library.
  sort_stably(out, [](const SearchedAction& a, const SearchedAction& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.chance > b.chance;
  });
  return out;
}

NodeIndex Search::child_of(NodeIndex at, const Action& action) {
  if (at == kNoNode) return kNoNode;
  const Node& node = tree_->node(at);
  if (node.growth.load() != Growth::grown) return kNoNode;
  for (const Edge& edge : tree_->edges(node))
    if (edge.action == action) return edge.child.load();
  return kNoNode;
}

void Search::advance(const Action& action) {
  runoff_.reset();
  if (root_ == kNoNode) return;
  const NodeIndex child = child_of(root_, action);
  root_ = kNoNode;
  if (child == kNoNode) return;
  tree_->copy_below(child, *spare_);
  std::swap(tree_, spare_);
  root_ = 0;
}

void Search::forget() {
  runoff_.reset();
  root_ = kNoNode;
}

}  // namespace bastide
