#include "tools/bench_search.h"

#include <cstdint>
#include <vector>

#include "bots/bot.h"
#include "bots/dealer.h"
#include "bots/search/endgame.h"
#include "bots/search/search.h"
#include "engine/game/signature.h"

namespace bastide::tools {
namespace {

constexpr std::uint64_t kTreeSize = 2000;  // simulations
constexpr int kTurns = 71;                 // of a base game

RulesPtr base_for_two() { return rules_for(mixtures().front().sets, 2); }

// Positions of sensible games: a tile drawn in this turn and waiting for its place.
std::vector<GameState> sensible_positions(const Rules& rules, int turn, int count) {
  std::vector<GameState> states;
  const auto bot = make_judge_bot();
  for (int game = 0; game < count; ++game) {
    Rng rng = Rng::stream(9, static_cast<std::uint64_t>(game));
    GameState s = initial_state(rules);
    while (!(s.core->turn >= turn && decision(s) == DecisionKind::place))
      apply_assume_legal(rules, s, is_chance(s) ? deal(rules, s, rng) : bot->choose(rules, s, rng));
    states.push_back(s);
  }
  return states;
}

double growth_ns(double seconds) {
  const RulesPtr rules = base_for_two();
  const std::vector<GameState> states = sensible_positions(*rules, 60, 32);
  TurnView view(*rules);
  std::vector<RatedAction> rated;
  std::size_t next = 0;
  return 1e9 / calls_per_second(seconds, 32, [&] {
           view.rate(states[next++ % states.size()], rated, Look::quick);
         });
}

double simulations_per_second(double seconds) {
  const RulesPtr rules = base_for_two();
  std::vector<GameState> states;
  for (const int turn : {10, 25, 40, 55}) states.push_back(sensible_positions(*rules, turn, 1)[0]);
  Search search(*rules, default_weights(), {.memory = std::size_t{64} << 20});
  const double rounds = calls_per_second(seconds, 1, [&] {
    for (const GameState& s : states) {
      Rng rng(5);
      search.forget();
      search.run(s, {.nodes = kTreeSize}, rng);
    }
  });
  return rounds * static_cast<double>(kTreeSize * states.size());
}

double ending_ns(double seconds) {
  const RulesPtr rules = base_for_two();
  const std::vector<GameState> states = sensible_positions(*rules, kTurns - 2, 12);
  std::size_t next = 0;
  return 1e9 / calls_per_second(seconds, 12, [&] {
           best_ending(*rules, states[next++ % states.size()], {1'000'000});
         });
}

}  // namespace

std::vector<BenchFigure> search_figures() {
  return {
      {"growth", "grow_node_ns", "growing a node late in a game", growth_ns},
      {"simulations", "simulations_per_second", "simulations of the search, trees of 2,000",
       simulations_per_second},
      {"ending", "exact_end_ns", "exact end, two tiles to come", ending_ns},
  };
}

}  // namespace bastide::tools
