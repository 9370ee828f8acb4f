#include "bots/search/worker.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bots/evaluation/arithmetic.h"

namespace bastide {

Search::Worker::Worker(const Rules& rules, const Weights& weights, const SearchSettings& settings)
    : rules_(rules),
      weights_(weights),
      settings_(settings),
      playout_(suited_to(rules, settings.playout)),
      view_(rules, weights),
      state_(rules.layout) {}

double Search::Worker::utility(double lead, int left) const {
  return mixed(winning_chance(weights_, lead, left), lead);
}

// A game that is won or lost is still played for points: the chance alone would not tell answers
// apart.
double Search::Worker::mixed(double chance, double lead) const {
  constexpr double kWideLead = 40;
  const double points = sigmoid(1.7 * lead / kWideLead);
  return (1 - settings_.margin_share) * chance + settings_.margin_share * points;
}

// --- Growing -----------------------------------------------------------------------

bool Search::Worker::grow(Tree& tree, Node& node, const GameState& state) {
  if (tree.is_full()) return node.growth.load(std::memory_order_acquire) == Growth::grown;
  Growth expected = Growth::leaf;
  if (!node.growth.compare_exchange_strong(expected, Growth::growing))
    return expected == Growth::grown;
  const bool grown =
      node.actor == kDealer ? grow_chance(tree, node, state) : grow_decision(tree, node, state);
  node.growth.store(grown ? Growth::grown : Growth::leaf, std::memory_order_release);
  return grown;
}

bool Search::Worker::grow_decision(Tree& tree, Node& node, const GameState& state) {
  view_.rate(state, rated_, Look::quick);
  return add_answers(tree, node, state, settings_.widest);
}

// A root that was kept has been grown as a node like any other: where there were many answers, only
// with the best of them.
void Search::Worker::grow_root(Tree& tree, Node& root, const GameState& state,
                               Until careful_until) {
  const bool is_kept = root.growth.load() == Growth::grown;
  if (is_kept && (root.is_complete || tree.is_full())) return;
  if (root.actor == kDealer) {
    grow(tree, root, state);
    return;
  }
  const std::span<const Edge> kept = tree.edges(root);
  view_.rate(state, rated_, is_kept ? Look::quick : Look::careful, careful_until);
  if (!add_answers(tree, root, state, kMostAnswers)) return;
  const std::span<Edge> all = tree.edges(root);
  for (const Edge& edge : kept)
    for (Edge& known : all)
      if (known.action == edge.action) known.take_over(edge);
  root.is_complete = true;
  root.growth.store(Growth::grown, std::memory_order_release);
}

bool Search::Worker::grow_chance(Tree& tree, Node& node, const GameState& state) {
  distinct_outcomes(rules_, state, possible_);
  Edge* edge = tree.add_edges(static_cast<std::uint32_t>(possible_.size()), node.first_edge);
  if (edge == nullptr) return false;
  for (const auto& [action, weight] : possible_) {
    edge->action = action;
    edge->prior = static_cast<float>(weight);  // whole numbers: exact
    ++edge;
  }
  node.edge_count = static_cast<std::uint16_t>(possible_.size());
  return true;
}

// Those that were rated last.
bool Search::Worker::add_answers(Tree& tree, Node& node, const GameState& state, std::size_t most) {
  // Best first: choose_edge counts on it. A full order: which of two equals comes first must not
  // depend on the library.
  std::sort(rated_.begin(), rated_.end(), [](const RatedAction& a, const RatedAction& b) {
    return a.lead != b.lead ? a.lead > b.lead
                            : std::memcmp(&a.action, &b.action, sizeof a.action) < 0;
  });
  const bool is_complete = rated_.size() <= most;
  if (!is_complete) rated_.resize(most);
  std::uint32_t first = 0;
  Edge* edge = tree.add_edges(static_cast<std::uint32_t>(rated_.size()), first);
  if (edge == nullptr) return false;
  const double best = rated_.front().lead;
  double sum = 0;
  for (const RatedAction& r : rated_) sum += portable_exp((r.lead - best) / settings_.prior_points);
  const int left = tiles_left(state);
  for (const RatedAction& r : rated_) {
    edge->action = r.action;
    edge->prior = static_cast<float>(portable_exp((r.lead - best) / settings_.prior_points) / sum);
    edge->hint = static_cast<float>(utility(r.lead, left));
    ++edge;
  }
  node.first_edge = first;
  node.is_complete = is_complete;
  node.edge_count = static_cast<std::uint16_t>(rated_.size());
  return true;
}

// --- Going down --------------------------------------------------------------------

// By chance, but evenly: each outcome comes in proportion to what it lacks of its share of the
// visits. With few visits the mean then depends less on which of them came.
Edge* Search::Worker::chance_edge(Tree& tree, const Node& node, Rng& rng) const {
  const auto edges = tree.edges(node);
  double all = 0;
  std::uint32_t visits = 0;
  for (const Edge& edge : edges) {
    all += edge.prior;
    visits += edge.visits.load(std::memory_order_relaxed);
  }
  const double share = (visits + 1.0) / all;
  const auto lacks = [share](const Edge& edge) {
    return std::max(0.0, share * edge.prior - edge.visits.load(std::memory_order_relaxed));
  };
  double lacking = 0;
  for (const Edge& edge : edges) lacking += lacks(edge);
  double at = lacking * static_cast<double>(rng.next() >> 11) * 0x1p-53;
  Edge* last = &edges.front();
  for (Edge& edge : edges) {
    const double own = lacks(edge);
    if (own == 0) continue;
    last = &edge;
    if (at < own) break;
    at -= own;
  }
  return last;
}

// PUCT. An answer not tried yet is worth what the evaluation says, measured from the best one and
// from what the node has turned out to be worth. Of those not tried the first is the best, so that
// they are tried in order and the others need no look (at the root a caller may have tried any).
Edge* Search::Worker::choose_edge(Tree& tree, const Node& node, bool is_root) const {
  const auto edges = tree.edges(node);
  double sum = 0;
  std::uint32_t visits = 0;
  std::size_t considered = 0;
  while (considered < edges.size()) {
    const Edge& edge = edges[considered++];
    const std::uint32_t n = edge.visits.load(std::memory_order_relaxed);
    if (n == 0 && !is_root) break;
    sum += static_cast<double>(edge.value.load(std::memory_order_relaxed)) / kUtilityUnit;
    visits += n;
  }
  const double best_hint = edges.front().hint;
  const double base = (sum + best_hint) / (visits + 1);
  const double reach = settings_.exploration * std::sqrt(static_cast<double>(visits) + 1);
  Edge* best = nullptr;
  double best_score = -1;
  for (Edge& edge : edges.first(considered)) {
    const std::uint32_t n = edge.visits.load(std::memory_order_relaxed);
    const double value =
        static_cast<double>(edge.value.load(std::memory_order_relaxed)) / kUtilityUnit;
    const double opinion = std::max(0.0, base + edge.hint - best_hint);
    const double mean = (value + settings_.hint_visits * opinion) / (n + settings_.hint_visits);
    const double score = 1 + mean + reach * edge.prior / (1 + n);
    if (score > best_score) {
      best_score = score;
      best = &edge;
    }
  }
  return best;
}

// A few quick turns, then the evaluation; a finished game is what it is.
void Search::Worker::judge(Rng& rng) {
  if (!is_over(state_) && playout_.turns >= 0) play_on(rules_, state_, playout_, rng);
  const Points points = view_.evaluator().project(state_);
  for (int seat = 0; seat < rules_.player_count(); ++seat) {
    leads_[seat] = lead(points, rules_.player_count(), static_cast<Seat>(seat));
    utilities_[seat] = utility_of(points, static_cast<Seat>(seat));
  }
}

double Search::Worker::utility_of(const Points& points, Seat seat) const {
  const int players = rules_.player_count();
  const double ahead = lead(points, players, seat);
  if (!is_over(state_)) return utility(ahead, tiles_left(state_));
  double best = -1e9;
  for (int other = 0; other < players; ++other)
    if (other != seat) best = std::max(best, points[other]);
  const double won = points[seat] > best ? 1 : points[seat] < best ? 0 : 0.5;
  return mixed(won, ahead);
}

void Search::Worker::simulate(Tree& tree, NodeIndex root, const GameState& state, Rng& rng,
                              Edge* through) {
  state_ = state;
  path_.clear();
  NodeIndex at = root;
  while (at != kNoNode) {
    Node& node = tree.node(at);
    const std::uint32_t before = node.visits.fetch_add(1, std::memory_order_relaxed);
    if (is_over(state_)) break;
    if (node.growth.load(std::memory_order_acquire) != Growth::grown) {
      const bool ripe = before >= (node.actor == kDealer ? 1 : settings_.expand_after);
      if (!ripe || !grow(tree, node, state_)) break;
    }
    Edge* edge =
        node.actor == kDealer ? chance_edge(tree, node, rng) : choose_edge(tree, node, at == root);
    if (at == root && through != nullptr) edge = through;
    edge->visits.fetch_add(1, std::memory_order_relaxed);  // counts as lost until it reports
    path_.push_back({edge, &node});
    apply_assume_legal(rules_, state_, edge->action);
    NodeIndex child = edge->child.load(std::memory_order_acquire);
    if (child == kNoNode) {
      const NodeIndex fresh = tree.add_node(actor(state_));
      if (fresh == kNoNode) break;
      if (edge->child.compare_exchange_strong(child, fresh)) child = fresh;
    }
    at = child;
  }
  judge(rng);
  for (const Step& step : path_) {
    if (step.node->actor == kDealer) continue;
    step.edge->value.fetch_add(
        static_cast<std::int64_t>(utilities_[step.node->actor] * kUtilityUnit),
        std::memory_order_relaxed);
    step.edge->lead.fetch_add(static_cast<std::int64_t>(leads_[step.node->actor] * kLeadUnit),
                              std::memory_order_relaxed);
  }
}

// --- Following an answer -----------------------------------------------------------

double Search::Worker::follow(const GameState& state, std::span<const Action> answers, int turns,
                              EvenDraws draws) {
  const Seat seat = actor(state);
  const int last = state.core->turn + 1 + turns;
  state_ = state;
  for (const Action& answer : answers) apply_assume_legal(rules_, state_, answer);
  while (!is_over(state_)) {
    if (is_chance(state_)) {
      if (state_.core->turn >= last && state_.core->placed == kNone) break;
      apply_assume_legal(rules_, state_, sample_chance(rules_, state_, draws.next()));
      continue;
    }
    view_.rate(state_, rated_, Look::quick);
    const auto best = std::ranges::max_element(rated_, {}, &RatedAction::lead);
    apply_assume_legal(rules_, state_, best->action);
  }
  return utility_of(view_.evaluator().project(state_), seat);
}

}  // namespace bastide
