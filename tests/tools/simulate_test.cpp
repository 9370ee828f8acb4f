// Figures and records of a simulation depend on its seed and on nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <string>
#include <nlohmann/json.hpp>

#include "tools/simulate_core.h"

namespace bastide::tools {
namespace {

SimulationPlan plan_for(int players, std::vector<std::string> bots, std::uint64_t games,
                        const std::vector<std::string>& sets = {"base"}) {
  SimulationPlan plan;
  for (const std::string& set : sets) plan.setup.sets.push_back({set, 1});
  for (int i = 1; i <= players; ++i) plan.setup.players.push_back({"P" + std::to_string(i)});
  auto rules = compile(plan.setup);
  plan.rules = std::get<RulesPtr>(rules);
  plan.bots = std::move(bots);
  plan.games = games;
  plan.seed = 42;
  return plan;
}

TEST(SimulateThreads, FiguresAreTheSameForAnyNumberOfThreads) {
  SimulationPlan plan = plan_for(3, {"random", "greedy", "random"}, 40);
  const Figures one = simulate(plan).figures;
  EXPECT_EQ(one.games, 40);
  for (const int threads : {2, 4}) {
    plan.threads = threads;
    const Figures many = simulate(plan).figures;
    EXPECT_TRUE(one == many) << threads;
    EXPECT_EQ(figures_to_json(plan, one).dump(), figures_to_json(plan, many).dump());
  }
}

TEST(SimulateThreads, RecordsComeInTheOrderOfGames) {
  SimulationPlan plan = plan_for(2, {"random", "random"}, 300);
  std::string texts[2];
  for (const int run : {0, 1}) {
    plan.threads = run == 0 ? 1 : 4;
    std::ostringstream out;
    SimulationHooks hooks;
    hooks.records = &out;
    const SimulationResult result = simulate(plan, hooks);
    EXPECT_FALSE(result.records_failed);
    texts[run] = out.str();
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(SimulateThreads, ARequestToStopLeavesWholeGames) {
  SimulationPlan plan = plan_for(2, {"random", "random"}, 1'000'000);
  plan.threads = 2;
  std::atomic<bool> stop{false};
  std::ostringstream out;
  SimulationHooks hooks;
  hooks.stop = &stop;
  hooks.records = &out;
  hooks.progress = [&](std::uint64_t done) { stop = done > 20; };
  const SimulationResult result = simulate(plan, hooks);
  EXPECT_LT(result.figures.games, 1'000'000);
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), result.figures.games);
}

TEST(Simulate, RecordsReplayToTheSameScores) {
  const SimulationPlan plan = plan_for(2, {"greedy", "random"}, 10);
  std::stringstream records;
  SimulationHooks hooks;
  hooks.records = &records;
  const Figures figures = simulate(plan, hooks).figures;
  RecordReader reader(records);
  Tally scores[2];
  for (auto next = reader.next(); next; next = reader.next()) {
    ASSERT_TRUE(std::holds_alternative<Record>(*next));
    auto played = play_record(std::get<Record>(*next));
    ASSERT_TRUE(std::holds_alternative<PlayedRecord>(played));
    const GameState& state = std::get<PlayedRecord>(played).state;
    EXPECT_TRUE(is_over(state));
    for (const int seat : {0, 1}) scores[seat].add(state.core->players[seat].score);
  }
  EXPECT_TRUE(scores[0] == figures.seats[0].score);
  EXPECT_TRUE(scores[1] == figures.seats[1].score);
}

TEST(Simulate, PointsBySourceSumToTheScores) {
  const SimulationPlan plan = plan_for(4, {"greedy", "random", "greedy", "random"}, 20);
  const Figures figures = simulate(plan).figures;
  std::int64_t scores = 0, sources = 0;
  for (const SeatFigures& seat : figures.seats) scores += seat.score.sum;
  for (std::size_t i = 0; i < kSources; ++i) sources += figures.during[i] + figures.at_end[i];
  EXPECT_EQ(scores, sources);
  EXPECT_EQ(figures.during[static_cast<std::size_t>(ScoreFor::field)], 0);
  EXPECT_GT(figures.during[static_cast<std::size_t>(ScoreFor::city)], 0);
  EXPECT_GT(figures.at_end[static_cast<std::size_t>(ScoreFor::city)], 0);
}

// GOODS-8, KING-8: what is paid after the last turn is paid at the end, whatever it is for.
TEST(Simulate, PointsOfTheEndAreToldApart) {
  const SimulationPlan plan =
      plan_for(3, {"greedy", "greedy", "greedy"}, 10, {"base", "traders_builders", "king_robber"});
  const Figures figures = simulate(plan).figures;
  for (const ScoreFor source : {ScoreFor::goods, ScoreFor::king, ScoreFor::robber}) {
    EXPECT_EQ(figures.during[static_cast<std::size_t>(source)], 0) << name_of(source);
    EXPECT_GT(figures.at_end[static_cast<std::size_t>(source)], 0) << name_of(source);
  }
}

TEST(Simulate, BotsAreRepeatedAndUnknownOnesRefused) {
  EXPECT_EQ(std::get<0>(seat_bots({}, 2)), (std::vector<std::string>{"random", "random"}));
  EXPECT_EQ(std::get<0>(seat_bots({"greedy", "random"}, 3)),
            (std::vector<std::string>{"greedy", "random", "greedy"}));
  EXPECT_NE(std::get<SetupError>(seat_bots({"clever"}, 2)).reason.find("clever"),
            std::string::npos);
  EXPECT_TRUE(std::holds_alternative<SetupError>(seat_bots({"random", "random", "random"}, 2)));
}

}  // namespace
}  // namespace bastide::tools
