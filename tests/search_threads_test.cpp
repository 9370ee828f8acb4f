// Several threads in one tree; also run under the thread sanitizer.
#include <gtest/gtest.h>

#include "bots/dealer.h"
#include "bots/search/playout.h"
#include "bots/search/search.h"

namespace bastide {
namespace {

GameState middle(const Rules& rules, int turns) {
  GameState s = initial_state(rules);
  Rng rng(9);
  random_turns(rules, s, turns, 77, rng);
  apply_assume_legal(rules, s, deal(rules, s, rng));
  return s;
}

RulesPtr base_rules() {
  Setup setup;
  setup.sets.push_back({"base", 1});
  setup.players = {{"a"}, {"b"}};
  return std::get<RulesPtr>(compile(setup));
}

TEST(SearchThreads, EverySimulationIsCountedOnce) {
  const RulesPtr rules = base_rules();
  const GameState s = middle(*rules, 30);
  SearchSettings settings;
  settings.threads = 3;
  settings.memory = std::size_t{16} << 20;
  Search search(*rules, default_weights(), settings);
  Rng rng(2);
  search.run(s, {600, 0}, rng);
  EXPECT_EQ(search.simulations(), 600u);
  std::uint64_t visits = 0;
  for (const SearchedAction& one : search.answers()) {
    EXPECT_TRUE(is_legal(*rules, s, one.action));
    EXPECT_GE(one.chance, 0);
    EXPECT_LE(one.chance, 1);
    visits += one.visits;
  }
  // A thread that comes while another looks at the root's answers judges the root itself.
  EXPECT_LE(visits, 600u);
  EXPECT_GE(visits, 560u);
}

// A tree without room for more is searched on.
TEST(SearchThreads, AFullTreeIsNoObstacle) {
  const RulesPtr rules = base_rules();
  const GameState s = middle(*rules, 20);
  SearchSettings settings;
  settings.threads = 2;
  settings.memory = std::size_t{1} << 18;
  Search search(*rules, default_weights(), settings);
  Rng rng(2);
  search.run(s, {1500, 0}, rng);
  EXPECT_EQ(search.simulations(), 1500u);
  EXPECT_LE(search.tree().bytes_used(), search.tree().bytes_limit());
  EXPECT_FALSE(search.answers().empty());
}

}  // namespace
}  // namespace bastide
