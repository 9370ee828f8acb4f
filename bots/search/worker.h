// One thread of a search: goes down the tree, grows it, judges a leaf, and reports upwards.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "bots/search/even_draws.h"
#include "bots/search/search.h"

namespace bastide {

class Search::Worker {
 public:
  using Until = std::optional<std::chrono::steady_clock::time_point>;

  Worker(const Rules& rules, const Weights& weights, const SearchSettings& settings);

  // `through`: the answer at the root that is taken whatever it promises, or null.
  void simulate(Tree& tree, NodeIndex root, const GameState& state, Rng& rng, Edge* through);
  // Utility of answers that are given one after the other, by one way through chance: for so many
  // turns beyond the present one everybody takes what the evaluation thinks best.
  double follow(const GameState& state, std::span<const Action> answers, int turns,
                EvenDraws draws);
  bool rates_placements() const { return view_.placements().suits(); }
  // Before others look at it. What was found below a root that was kept stays.
  void grow_root(Tree& tree, Node& root, const GameState& state, Until careful_until);

 private:
  static constexpr std::size_t kMostAnswers = std::numeric_limits<std::uint16_t>::max();

  struct Step {
    Edge* edge;
    Node* node;
  };

  Edge* choose_edge(Tree& tree, const Node& node, bool is_root) const;
  Edge* chance_edge(Tree& tree, const Node& node, Rng& rng) const;
  bool grow(Tree& tree, Node& node, const GameState& state);
  bool grow_chance(Tree& tree, Node& node, const GameState& state);
  bool grow_decision(Tree& tree, Node& node, const GameState& state);
  bool add_answers(Tree& tree, Node& node, const GameState& state, std::size_t most);
  void judge(Rng& rng);
  double utility_of(const Points& points, Seat seat) const;
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
