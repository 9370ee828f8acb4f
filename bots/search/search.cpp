#include "bots/search/search.h"

#include <algorithm>
#include <limits>

#if !defined(BASTIDE_NO_THREADS)
#include <thread>
#endif

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
  explicit Allowance(SearchBudget budget) : budget_(budget) {}

  bool until_decided() const { return budget_.until_decided; }

  bool is_spent(std::uint64_t number) const {
    if (budget_.nodes != 0 && number >= budget_.nodes) return true;
    return budget_.ms != 0 && number % 8 == 0 && passed() >= static_cast<double>(budget_.ms);
  }

  // Simulations, at the rate of those so far.
  double left(std::uint64_t number) const {
    double most = std::numeric_limits<double>::infinity();
    if (budget_.nodes != 0) most = static_cast<double>(budget_.nodes - number);
    if (budget_.ms != 0 && number != 0) {
      const double gone = std::max(passed(), 1e-3);
      const double rest = static_cast<double>(budget_.ms) - gone;
      most = std::min(most, static_cast<double>(number) / gone * rest);
    }
    return most;
  }

 private:
  double passed() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

  const SearchBudget budget_;
  const Clock::time_point begin_ = Clock::now();
};

Search::Search(const Rules& rules, const Weights& weights, const SearchSettings& settings)
    : rules_(rules), weights_(weights), settings_(settings) {
  // Two halves: what is kept when the game goes on is copied from one to the other.
  tree_ = std::make_unique<Tree>(settings.memory / 2);
  spare_ = std::make_unique<Tree>(settings.memory / 2);
#if defined(BASTIDE_NO_THREADS)
  constexpr int threads = 1;
#else
  const int threads = std::max(1, settings.threads);
#endif
  for (int i = 0; i < threads; ++i)
    workers_.push_back(std::make_unique<Worker>(rules_, weights_, settings_));
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
  draw_generators(budget, rng);
}

bool Search::go_on(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop) {
  return simulate_all(state, slice, stop, nullptr);
}

bool Search::run_through(const GameState& state, const Action& action, SearchBudget budget,
                         Rng& rng) {
  if (root_ == kNoNode || tree_->node(root_).growth.load() != Growth::grown) return false;
  for (Edge& edge : tree_->edges(tree_->node(root_))) {
    if (!(edge.action == action)) continue;
    draw_generators(budget, rng);
    simulate_all(state, {}, nullptr, &edge);
    return true;
  }
  return false;
}

// The caller's worker is the first one, and draws last.
void Search::draw_generators(SearchBudget budget, Rng& rng) {
  allowance_ = std::make_unique<Allowance>(budget);
  simulations_ = 0;
  generators_.assign(workers_.size(), Rng(0));
  for (std::size_t i = 1; i < workers_.size(); ++i) generators_[i] = Rng(rng.next());
  generators_.front() = Rng(rng.next());
}

bool Search::simulate_all(const GameState& state, SearchBudget slice, const std::atomic<bool>* stop,
                          Edge* through) {
  const Allowance& whole = *allowance_;
  const Allowance part(slice);
  const std::uint64_t before = simulations_;
  // Before the threads start: one that comes while another looks at the root's answers would judge
  // the root itself.
  if (!is_over(state)) workers_.front()->grow(*tree_, tree_->node(root_), state, true);
  std::atomic<std::uint64_t> started{before}, finished{before};
  std::atomic<bool> decided{false}, spent{false};
  const auto work = [&](Worker& worker, Rng& own) {
    for (;;) {
      const std::uint64_t number = started.fetch_add(1, std::memory_order_relaxed);
      if (decided.load(std::memory_order_relaxed)) break;
      if (whole.is_spent(number)) {
        spent = true;
        break;
      }
      if (part.is_spent(number - before)) break;
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
      if (whole.until_decided() && number % kDecidedEvery == 0 && is_decided(whole.left(number)))
        decided = true;
      worker.simulate(*tree_, root_, state, own, through);
      finished.fetch_add(1, std::memory_order_relaxed);
    }
  };
  {
#if !defined(BASTIDE_NO_THREADS)
    std::vector<std::jthread> pool;
    for (std::size_t i = 1; i < workers_.size(); ++i)
      pool.emplace_back(work, std::ref(*workers_[i]), std::ref(generators_[i]));
#endif
    work(*workers_.front(), generators_.front());
  }
  simulations_ = finished;
  return !decided && !spent;
}

bool Search::is_decided(double simulations_left) {
  const Node& node = tree_->node(root_);
  if (node.growth.load(std::memory_order_acquire) != Growth::grown) return false;
  std::uint32_t first = 0, second = 0;
  for (const Edge& edge : tree_->edges(node)) {
    const std::uint32_t visits = edge.visits.load(std::memory_order_relaxed);
    second = std::max(second, std::min(first, visits));
    first = std::max(first, visits);
  }
  return first - second > simulations_left;
}

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
