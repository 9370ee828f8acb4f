// Several threads in one tree; also run under the thread sanitizer.
#include <gtest/gtest.h>

#include <limits>
#include <list>
#include <thread>
#include <vector>

#include "bots/dealer.h"
#include "bots/search/idle_cores.h"
#include "bots/search/playout.h"
#include "bots/search/search.h"
#include "tests/setups.h"

namespace bastide {
namespace {

GameState middle(const Rules& rules, int turns) {
  GameState s = initial_state(rules);
  Rng rng(9);
  play_on(rules, s, random_turns(turns, 77), rng);
  apply_assume_legal(rules, s, deal(rules, s, rng));
  return s;
}

// A search of the base game from after `turns` random ones.
struct Searched {
  Searched(int turns, int threads, std::size_t memory, std::uint64_t simulations)
      : rules(rules_of({"base"}, 2)),
        state(middle(*rules, turns)),
        search(*rules, default_weights(), settings_of(threads, memory)) {
    Rng rng(2);
    search.run(state, {simulations, 0}, rng);
  }

  static SearchSettings settings_of(int threads, std::size_t memory) {
    SearchSettings settings;
    settings.threads = threads;
    settings.memory = memory;
    return settings;
  }

  RulesPtr rules;
  GameState state;
  Search search;
};

TEST(SearchThreads, EverySimulationIsCountedOnce) {
  Searched one(30, 3, std::size_t{16} << 20, 600);
  EXPECT_EQ(one.search.simulations(), 600u);
  std::uint64_t visits = 0;
  for (const SearchedAction& answer : one.search.answers()) {
    EXPECT_TRUE(is_legal(*one.rules, one.state, answer.action));
    EXPECT_GE(answer.chance, 0);
    EXPECT_LE(answer.chance, 1);
    visits += answer.visits;
  }
  EXPECT_EQ(visits, 600u);
}

// A tree without room for more is searched on.
TEST(SearchThreads, AFullTreeIsNoObstacle) {
  Searched one(20, 2, std::size_t{1} << 18, 1500);
  EXPECT_EQ(one.search.simulations(), 1500u);
  EXPECT_LE(one.search.tree().bytes_used(), one.search.tree().bytes_limit());
  EXPECT_FALSE(one.search.answers().empty());
}

// By default a search with a limit of time takes the cores that no other one uses, and gives back
// what another one needs.
TEST(SearchThreads, IdleCoresAreTakenAndGivenBack) {
  const int all = IdleCores::for_one_more();
  EXPECT_GE(all, 1);
  {
    std::list<BusyCore> others;
    for (int i = 1; i < all; ++i) others.emplace_back();
    EXPECT_EQ(IdleCores::for_one_more(), 1);
    const BusyCore own;
    EXPECT_TRUE(IdleCores::is_room());
    const BusyCore one_too_many;
    EXPECT_FALSE(IdleCores::is_room());
  }
  EXPECT_EQ(IdleCores::for_one_more(), all);
  IdleCores::keep_to(1);
  EXPECT_EQ(IdleCores::for_one_more(), 1);
  IdleCores::keep_to(std::numeric_limits<int>::max());
}

TEST(SearchThreads, SearchesThatThinkAtOnceShareTheCores) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const GameState state = middle(*rules, 30);
  const auto think = [&] {
    Search search(*rules, default_weights(), Searched::settings_of(0, std::size_t{16} << 20));
    Rng rng(2);
    search.run(state, {0, 60, true, 30}, rng);
    EXPECT_GT(search.simulations(), 0u);
    std::uint64_t visits = 0;
    for (const SearchedAction& answer : search.answers()) visits += answer.visits;
    EXPECT_EQ(visits, search.simulations());
  };
  {
    std::vector<std::jthread> searches;
    for (int i = 0; i < 3; ++i) searches.emplace_back(think);
  }
  EXPECT_TRUE(IdleCores::is_room());
}

}  // namespace
}  // namespace bastide
