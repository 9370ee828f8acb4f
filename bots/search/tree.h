// The tree of a search: nodes are decisions, those of the dealer included; edges are answers.
// Several threads grow it at once. Its memory is reserved once and never exceeded: a full tree
// grows no more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/game/game.h"

namespace bastide {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0xFFFFFFFF;

// Utilities are chances of winning, summed as whole millionths: sums then do not depend on the
// order.
inline constexpr double kUtilityUnit = 1e6;
inline constexpr double kLeadUnit = 1e3;

struct Edge {
  Action action;
  float prior = 0;  // share of the visits it deserves at first sight
  float hint = 0;   // utility at first sight, of the one who decides
  std::atomic<std::int64_t> value{0};
  std::atomic<std::int64_t> lead{0};  // in thousandths of a point, likewise
  std::atomic<std::uint32_t> visits{0};
  std::atomic<NodeIndex> child{kNoNode};

  // What was found below another edge that stands for the same answer.
  void take_over(const Edge& other) {
    value = other.value.load();
    lead = other.lead.load();
    visits = other.visits.load();
    child = other.child.load();
  }
  double mean() const {
    return static_cast<double>(value.load(std::memory_order_relaxed)) / kUtilityUnit /
           visits.load(std::memory_order_relaxed);
  }
  double mean_lead() const {
    return static_cast<double>(lead.load(std::memory_order_relaxed)) / kLeadUnit /
           visits.load(std::memory_order_relaxed);
  }
};

enum class Growth : std::uint8_t { leaf, growing, grown };

struct Node {
  std::atomic<Growth> growth{Growth::leaf};
  Seat actor = kNobody;
  bool is_complete = true;  // otherwise answers that looked bad were left out
  std::uint16_t edge_count = 0;
  std::uint32_t first_edge = 0;
  std::atomic<std::uint32_t> visits{0};
};

class Tree {
 public:
  explicit Tree(std::size_t bytes);

  void clear();
  Node& node(NodeIndex index) { return nodes()[index]; }
  const Node& node(NodeIndex index) const { return nodes()[index]; }
  std::span<Edge> edges(const Node& node) { return {edge_at(node.first_edge), node.edge_count}; }

  // kNoNode, and null, when the memory is used up.
  NodeIndex add_node(Seat actor);
  Edge* add_edges(std::uint32_t count, std::uint32_t& first);

  // Something has been refused. Whoever wants to add answers asks first, since to look at them is
  // the dearest part of it.
  bool is_full() const { return is_full_.load(std::memory_order_relaxed); }
  std::size_t bytes_used() const;
  std::size_t bytes_limit() const { return bytes_; }

  // The part below `root`, copied into an empty tree of the same size; its root comes first.
  void copy_below(NodeIndex root, Tree& into);

 private:
  Node* nodes() const { return reinterpret_cast<Node*>(memory_.get()); }
  Edge* edge_at(std::uint32_t index) const {
    return reinterpret_cast<Edge*>(memory_.get() + edges_at_) + index;
  }

  std::size_t bytes_, edges_at_;
  std::uint32_t node_limit_, edge_limit_;
  std::unique_ptr<std::byte[]> memory_;
  std::atomic<std::uint32_t> node_count_{0}, edge_count_{0};
  std::atomic<bool> is_full_{false};
};

}  // namespace bastide
