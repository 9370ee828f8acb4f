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

using Clock = std::chrono::steady_clock;

namespace {

constexpr std::uint64_t kDecidedEvery = 128;  // simulations

}  // namespace

// What a search may still do.
class Search::Allowance {
 public:
  explicit Allowance(SearchBudget budget)
      : in_nodes_(budget.nodes != 0),
        until_decided_(budget.until_decided),
        usual_(in_nodes_ ? budget.nodes : budget.ms),
        most_(usual_ + budget.reserve),
        limit_(usual_) {}

  bool until_decided() const { return until_decided_; }
  bool has_reserve() const { return limit_.load(std::memory_order_relaxed) < most_; }

  bool is_spent(std::uint64_t number) const {
    if (usual_ == 0) return false;
    const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (in_nodes_) return number >= limit;
    return number % 8 == 0 && passed() >= static_cast<double>(limit);
  }

  // Simulations, at the rate of those so far.
  double left(std::uint64_t number) const {
    const auto limit = static_cast<double>(limit_.load(std::memory_order_relaxed));
    if (in_nodes_) return limit - static_cast<double>(number);
    if (usual_ == 0 || number == 0) return std::numeric_limits<double>::infinity();
    const double gone = std::max(passed(), 1e-3);
    return static_cast<double>(number) / gone * (limit - gone);
  }

  // A step into the reserve; false if there is none left. Of several threads that find the limit
  // reached, one moves it.
  bool extend() {
    std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (limit >= most_) return false;
    const std::uint64_t step = std::max<std::uint64_t>(1, usual_ / kStepsIntoTheReserve);
    limit_.compare_exchange_strong(limit, std::min(most_, limit + step));
    return true;
  }

  // With many sets, to look at all answers with care may take longer than there is in all.
  std::optional<Clock::time_point> careful_until() const {
    if (in_nodes_ || usual_ == 0) return std::nullopt;
    return begin_ + std::chrono::milliseconds(usual_) / 2;
  }

  std::uint64_t used(std::uint64_t simulations) const {
    return in_nodes_ ? simulations : static_cast<std::uint64_t>(passed());
  }

 private:
  static constexpr std::uint64_t kStepsIntoTheReserve = 4;

  double passed() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

  const bool in_nodes_;
  const bool until_decided_;
  const std::uint64_t usual_, most_;  // simulations or milliseconds; 0: no limit
  std::atomic<std::uint64_t> limit_;
  const Clock::time_point begin_ = Clock::now();
};

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

bool Search::go_on(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop) {
  return simulate_all(state, slice, stop, nullptr);
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
  allowance_ = std::make_unique<Allowance>(budget);
  simulations_ = 0;
  generators_.assign(threads_for(budget), Rng(0));
  while (workers_.size() < generators_.size())
    workers_.push_back(std::make_unique<Worker>(rules_, weights_, settings_));
  for (std::size_t i = 1; i < generators_.size(); ++i) generators_[i] = Rng(rng.next());
  generators_.front() = Rng(rng.next());
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

bool Search::simulate_all(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop,
                          Edge* through) {
  Allowance& whole = *allowance_;
  const Allowance part(slice);
  const std::uint64_t before = simulations_;
  grow_root(state);
  std::atomic<std::uint64_t> started{before}, finished{before};
  std::atomic<bool> decided{false}, spent{false};
  const auto work = [&](std::size_t which) {
    const BusyCore busy;
    Worker& worker = *workers_[which];
    Rng& own = generators_[which];
    const bool gives_way = which != 0 && settings_.threads == 0;
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
  };
  {
#if !defined(BASTIDE_NO_THREADS)
    std::vector<std::jthread> pool;
    for (std::size_t i = 1; i < generators_.size(); ++i) pool.emplace_back(work, i);
#endif
    work(0);
  }
  simulations_ = finished;
  return !decided && !spent;
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
  return first - second > whole.left(number) && !(whole.has_reserve() && is_in_doubt());
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

std::uint64_t Search::used() const { return allowance_ ? allowance_->used(simulations_) : 0; }

std::vector<SearchedAction> Search::answers() { return answers_after({}); }

std::vector<SearchedAction> Search::answers_after(std::span<const Action> line) {
  NodeIndex at = root_;
  for (const Action& action : line) at = child_of(at, action);
  return at == kNoNode ? std::vector<SearchedAction>{} : answers_of(tree_->node(at));
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
  if (root_ == kNoNode) return;
  const NodeIndex child = child_of(root_, action);
  root_ = kNoNode;
  if (child == kNoNode) return;
  tree_->copy_below(child, *spare_);
  std::swap(tree_, spare_);
  root_ = 0;
}

void Search::forget() { root_ = kNoNode; }

}  // namespace bastide
