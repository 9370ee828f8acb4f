#include "bots/search/search.h"

#include <algorithm>
#include <thread>

#include "bots/search/worker.h"

namespace bastide {

using Clock = std::chrono::steady_clock;

Search::Search(const Rules& rules, const Weights& weights, const SearchSettings& settings)
    : rules_(rules), weights_(weights), settings_(settings) {
  // Two halves: what is kept when the game goes on is copied from one to the other.
  tree_ = std::make_unique<Tree>(settings.memory / 2);
  spare_ = std::make_unique<Tree>(settings.memory / 2);
  for (int i = 0; i < std::max(1, settings.threads); ++i)
    workers_.push_back(std::make_unique<Worker>(rules_, weights_, settings_));
}

Search::~Search() = default;

void Search::run(const GameState& state, SearchBudget budget, Rng& rng,
                 const std::atomic<bool>* stop) {
  if (root_ == kNoNode) {
    tree_->clear();
    root_ = tree_->add_node(actor(state));
  }
  simulate_all(state, budget, rng, stop, nullptr);
}

bool Search::run_through(const GameState& state, const Action& action, SearchBudget budget,
                         Rng& rng) {
  if (root_ == kNoNode || tree_->node(root_).growth.load() != Growth::grown) return false;
  for (Edge& edge : tree_->edges(tree_->node(root_))) {
    if (!(edge.action == action)) continue;
    simulate_all(state, budget, rng, nullptr, &edge);
    return true;
  }
  return false;
}

void Search::simulate_all(const GameState& state, SearchBudget budget, Rng& rng,
                          const std::atomic<bool>* stop, Edge* through) {
  const auto end = Clock::now() + std::chrono::milliseconds(budget.ms);
  std::atomic<std::uint64_t> started{0}, finished{0};
  const auto work = [&](Worker& worker, Rng own) {
    for (;;) {
      const std::uint64_t number = started.fetch_add(1, std::memory_order_relaxed);
      if (budget.nodes != 0 && number >= budget.nodes) break;
      if (budget.ms != 0 && number % 8 == 0 && Clock::now() >= end) break;
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
      worker.simulate(*tree_, root_, state, own, through);
      finished.fetch_add(1, std::memory_order_relaxed);
    }
  };
  {
    std::vector<std::jthread> pool;
    for (std::size_t i = 1; i < workers_.size(); ++i)
      pool.emplace_back(work, std::ref(*workers_[i]), Rng(rng.next()));
    work(*workers_.front(), Rng(rng.next()));
  }
  simulations_ = finished;
}

std::vector<SearchedAction> Search::answers() {
  std::vector<SearchedAction> out;
  if (root_ == kNoNode) return out;
  const Node& node = tree_->node(root_);
  if (node.growth.load() != Growth::grown) return out;
  for (const Edge& edge : tree_->edges(node)) {
    const std::uint32_t visits = edge.visits.load();
    out.push_back({edge.action, visits, visits == 0 ? edge.hint : edge.mean(),
                   visits == 0 ? 0 : edge.mean_lead()});
  }
  std::sort(out.begin(), out.end(), [](const SearchedAction& a, const SearchedAction& b) {
    return a.visits != b.visits ? a.visits > b.visits : a.chance > b.chance;
  });
  return out;
}

void Search::advance(const Action& action) {
  if (root_ == kNoNode) return;
  const Node& node = tree_->node(root_);
  NodeIndex child = kNoNode;
  if (node.growth.load() == Growth::grown)
    for (const Edge& edge : tree_->edges(node))
      if (edge.action == action) child = edge.child.load();
  root_ = kNoNode;
  if (child == kNoNode) return;
  tree_->copy_below(child, *spare_);
  std::swap(tree_, spare_);
  root_ = 0;
}

void Search::forget() { root_ = kNoNode; }

}  // namespace bastide
