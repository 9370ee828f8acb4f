// One thread of a search: goes down the tree, grows it, judges a leaf, and reports upwards.
#pragma once

#include <vector>

#include "bots/search/search.h"

namespace bastide {

class Search::Worker {
 public:
  Worker(const Rules& rules, const Weights& weights, const SearchSettings& settings);

  // `through`: the answer at the root that is taken whatever it promises, or null.
  void simulate(Tree& tree, NodeIndex root, const GameState& state, Rng& rng, Edge* through);
  bool grow(Tree& tree, Node& node, const GameState& state, bool is_root);

 private:
  struct Step {
    Edge* edge;
    Node* node;
  };

  Edge* choose_edge(Tree& tree, const Node& node, bool is_root) const;
  Edge* chance_edge(Tree& tree, const Node& node, Rng& rng) const;
  bool grow_chance(Tree& tree, Node& node, const GameState& state);
  bool grow_decision(Tree& tree, Node& node, const GameState& state, bool is_root);
  void judge(Rng& rng);
  double utility(double lead, int left) const;
  double mixed(double chance, double lead) const;

  const Rules& rules_;
  const Weights& weights_;
  const SearchSettings& settings_;
  const Playout playout_;
  TurnView view_;
  GameState state_;
  std::vector<Step> path_;
  std::vector<RatedAction> rated_;
  std::vector<Outcome> possible_;
  std::array<double, kMaxPlayers> utilities_{}, leads_{};
};

}  // namespace bastide
