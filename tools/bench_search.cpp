#include "tools/bench_search.h"

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "bots/bot.h"
#include "bots/dealer.h"
#include "bots/search/endgame.h"
#include "bots/search/search.h"
#include "engine/game/signature.h"

namespace bastide::tools {
namespace {

constexpr std::uint64_t kTreeSize = 2000;  // simulations, as `level7` takes

double cpu_now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

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

// The best of three rounds: on a shared machine the others measure somebody else's work.
template <class Work>
double seconds_a_call(double seconds, Work work) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    const double begin = cpu_now();
    double spent = 0;
    int calls = 0;
    do {
      work();
      ++calls;
      spent = cpu_now() - begin;
    } while (spent < seconds / 3);
    best = std::min(best, spent / calls);
  }
  return best;
}

void measure_growth(const Rules& rules, double seconds, SearchRates& rates) {
  const std::vector<GameState> states = sensible_positions(rules, 60, 32);
  TurnView view(rules);
  std::vector<RatedAction> rated;
  std::size_t placements = 0;
  for (const GameState& s : states) placements += count_legal(rules, s);
  rates.placements = static_cast<double>(placements) / static_cast<double>(states.size());
  rates.grow_us = 1e6 / static_cast<double>(states.size()) * seconds_a_call(seconds, [&] {
                    for (const GameState& s : states) view.rate(s, rated, Look::quick);
                  });
}

void measure_simulations(const Rules& rules, double seconds, SearchRates& rates) {
  std::vector<GameState> states;
  for (const int turn : {10, 25, 40, 55}) states.push_back(sensible_positions(rules, turn, 1)[0]);
  Search search(rules, default_weights(), {.memory = std::size_t{64} << 20});
  const double all = seconds_a_call(seconds, [&] {
    for (const GameState& s : states) {
      Rng rng(5);
      search.forget();
      search.run(s, {.nodes = kTreeSize}, rng);
    }
  });
  rates.simulations = static_cast<double>(kTreeSize * states.size()) / all;
}

void measure_ending(const Rules& rules, double seconds, SearchRates& rates) {
  constexpr int kTurns = 71;  // of a base game
  const std::vector<GameState> states = sensible_positions(rules, kTurns - 2, 12);
  rates.ending_ms = 1e3 / static_cast<double>(states.size()) * seconds_a_call(seconds, [&] {
                      for (const GameState& s : states) best_ending(rules, s, 1'000'000);
                    });
}

}  // namespace

SearchRates measure_search(double seconds) {
  const RulesPtr rules = rules_for(mixtures().front().sets, 2);
  SearchRates rates;
  measure_growth(*rules, seconds, rates);
  measure_simulations(*rules, seconds, rates);
  measure_ending(*rules, seconds, rates);
  return rates;
}

void print_search_rates(double seconds) {
  const SearchRates rates = measure_search(seconds);
  fmt::print("growing a node late in a game  {:>13.1f} us   ({:.0f} placements)\n", rates.grow_us,
             rates.placements);
  fmt::print("simulations of the search      {:>13.0f} /s   (trees of {})\n", rates.simulations,
             kTreeSize);
  fmt::print("exact end, two tiles to come   {:>13.2f} ms\n", rates.ending_ms);
}

}  // namespace bastide::tools
