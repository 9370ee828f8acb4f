#include "bots/search/tree.h"

#include <algorithm>
#include <new>
#include <vector>

namespace bastide {

namespace {

// A decision has some thirty answers, and most answers have no node of their own yet.
constexpr std::size_t kShareOfNodes = 8;
constexpr std::size_t kMostEntries = 0x7FFFFFFF;

std::uint32_t entries(std::size_t bytes, std::size_t size) {
  return static_cast<std::uint32_t>(std::min(kMostEntries, bytes / size));
}

}  // namespace

Tree::Tree(std::size_t bytes) : bytes_(bytes) {
  node_limit_ = entries(bytes / kShareOfNodes, sizeof(Node));
  edges_at_ = (node_limit_ * sizeof(Node) + alignof(Edge) - 1) / alignof(Edge) * alignof(Edge);
  edge_limit_ = bytes > edges_at_ ? entries(bytes - edges_at_, sizeof(Edge)) : 0;
  // Not touched before it is used: the system gives it page by page.
  memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes + alignof(Edge));
}

void Tree::clear() {
  node_count_ = 0;
  edge_count_ = 0;
  is_full_ = false;
}

// Counters stop at their limit, so that many refusals do not wrap them round.
NodeIndex Tree::add_node(Seat actor) {
  std::uint32_t at = node_count_.load();
  do {
    if (at >= node_limit_) {
      is_full_ = true;
      return kNoNode;
    }
  } while (!node_count_.compare_exchange_weak(at, at + 1));
  (new (nodes() + at) Node)->actor = actor;
  return at;
}

Edge* Tree::add_edges(std::uint32_t count, std::uint32_t& first) {
  first = edge_count_.load();
  do {
    if (count > edge_limit_ - std::min(first, edge_limit_)) {
      is_full_ = true;
      return nullptr;
    }
  } while (!edge_count_.compare_exchange_weak(first, first + count));
  for (std::uint32_t i = 0; i < count; ++i) new (edge_at(first + i)) Edge;
  return edge_at(first);
}

std::size_t Tree::bytes_used() const {
  return node_count_.load() * sizeof(Node) + edge_count_.load() * sizeof(Edge);
}

void Tree::copy_below(NodeIndex root, Tree& into) {
  into.clear();
  into.add_node(node(root).actor);
  std::vector<std::pair<NodeIndex, NodeIndex>> waiting{{root, 0}};
  while (!waiting.empty()) {
    const auto [from, to] = waiting.back();
    waiting.pop_back();
    const Node& old = node(from);
    Node& copy = into.node(to);
    copy.visits = old.visits.load();
    if (old.growth.load() != Growth::grown) continue;
    Edge* edges = into.add_edges(old.edge_count, copy.first_edge);
    copy.edge_count = old.edge_count;
    copy.is_complete = old.is_complete;
    copy.growth = Growth::grown;
    for (const Edge& edge : this->edges(old)) {
      edges->action = edge.action;
      edges->prior = edge.prior;
      edges->hint = edge.hint;
      edges->take_over(edge);
      if (edge.child.load() != kNoNode) {
        edges->child = into.add_node(node(edge.child.load()).actor);
        waiting.emplace_back(edge.child.load(), edges->child.load());
      }
      ++edges;
    }
  }
}

}  // namespace bastide
