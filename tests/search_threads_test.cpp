// Several threads in one tree; also run under the thread sanitizer.
#include <gtest/gtest.h>

#include "bots/dealer.h"
#include "bots/search/playout.h"
#include "bots/search/search.h"
#include "tests/setups.h"

namespace bastide {
namespace {

GameState middle(const Rules& rules, int turns) {
  GameState s = initial_state(rules);
  Rng rng(9);
  random_turns(rules, s, turns, 77, rng);
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

}  // namespace
}  // namespace bastide
