// Bots play by the rules, and the greedy one plays well enough to be worth beating.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bots/play_out.h"

namespace bastide {
namespace {

RulesPtr base_rules(int players) {
  Setup setup;
  setup.sets.push_back({"base", 1});
  for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
  auto rules = compile(setup);
  return std::get<RulesPtr>(rules);
}

std::vector<std::unique_ptr<Bot>> seats(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<Bot>> bots;
  for (const std::string& name : names) bots.push_back(make_bot(name));
  return bots;
}

TEST(Bots, AreFoundByTheirNames) {
  for (const std::string_view name : bot_names()) {
    const auto bot = make_bot(name);
    ASSERT_NE(bot, nullptr) << name;
    EXPECT_EQ(bot->name(), name);
  }
  EXPECT_EQ(make_bot("nobody"), nullptr);
  EXPECT_EQ(make_bot(""), nullptr);
}

TEST(Bots, ReturnOnlyLegalActionsWithAnyNumberOfPlayers) {
  for (int players = 2; players <= 5; ++players) {
    const RulesPtr rules = base_rules(players);
    std::vector<std::string> names;
    for (int i = 0; i < players; ++i) names.emplace_back(i % 2 == 0 ? "greedy" : "random");
    const auto bots = seats(names);
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(11, static_cast<std::uint64_t>(players)));
    play_out(*rules, state, bots, rng, nullptr, [&](const GameState& s, const Action& action) {
      ASSERT_TRUE(is_legal(*rules, s, action));
    });
    EXPECT_TRUE(is_over(state));
    EXPECT_EQ(check(*rules, state), "");
  }
}

TEST(Bots, TheSameSeedGivesTheSameGame) {
  const RulesPtr rules = base_rules(3);
  const auto play = [&] {
    const auto bots = seats({"greedy", "random", "greedy"});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(5, 1));
    play_out(*rules, state, bots, rng);
    return state;
  };
  EXPECT_TRUE(play() == play());
}

TEST(Bots, TheTilesDoNotDependOnTheBots) {
  const RulesPtr rules = base_rules(2);
  const auto first_draws = [&](const std::string& name) {
    const auto bots = seats({name, name});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(9, 0));
    std::vector<TileType> draws;
    play_out(*rules, state, bots, rng, nullptr, [&](const GameState&, const Action& action) {
      if (action.kind == ActionKind::draw && draws.size() < 20) draws.push_back(action.tile);
    });
    return draws;
  };
  EXPECT_EQ(first_draws("random"), first_draws("greedy"));
}

TEST(Bots, GreedyBeatsRandom) {
  const RulesPtr rules = base_rules(2);
  int wins = 0;
  for (std::uint64_t game = 0; game < 100; ++game) {
    const bool first = game % 2 == 0;
    const auto bots = first ? seats({"greedy", "random"}) : seats({"random", "greedy"});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(2024, game));
    play_out(*rules, state, bots, rng);
    const int greedy = state.core->players[first ? 0 : 1].score;
    const int random = state.core->players[first ? 1 : 0].score;
    wins += greedy > random ? 1 : 0;
  }
  EXPECT_GE(wins, 95);
}

}  // namespace
}  // namespace bastide
