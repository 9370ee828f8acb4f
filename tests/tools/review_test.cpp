// Reviews: every move is looked at, costs are never below nothing, and the end is exact.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bots/play_out.h"
#include "tools/review/review_core.h"

namespace bastide::tools {
namespace {

Record game_of(const std::vector<std::string>& names, const std::string& more_sets = "") {
  Record record;
  record.setup.sets.push_back({"base", 1});
  if (!more_sets.empty()) record.setup.sets.push_back({more_sets, 1});
  std::vector<std::unique_ptr<Bot>> bots;
  for (const std::string& name : names) {
    record.setup.players.push_back({"<" + name + ">"});
    bots.push_back(make_bot(name));
  }
  const RulesPtr rules = std::get<RulesPtr>(compile(record.setup));
  GameState state = initial_state(*rules);
  GameRng rng(Rng::stream(3, 7));
  play_out(*rules, state, bots, rng, nullptr, [&](const GameState& s, const Action& a) {
    record.actions.push_back(name_action(*rules, s, a));
  });
  return record;
}

ReviewPlan quick() {
  ReviewPlan plan;
  plan.nodes = 20;
  plan.endgame = 30'000;
  return plan;
}

TEST(Review, EveryMoveAndEveryDrawIsLookedAt) {
  const Record record = game_of({"judge", "random"});
  const Review result = std::get<Review>(review(record, quick()));
  EXPECT_EQ(result.moves.size() + result.draws.size(), record.actions.size());
  for (const ReviewedMove& move : result.moves) {
    EXPECT_EQ(move.played, record.actions[move.index]);
    EXPECT_GE(move.cost_points(), 0);
    EXPECT_GE(move.cost_chance(), 0);
    EXPECT_LE(move.cost_chance(), 1);
    if (move.played == move.best) {
      EXPECT_EQ(move.cost_chance(), 0);
    }
  }
  EXPECT_TRUE(result.moves.back().exact);
  // Random play costs more than judged play.
  EXPECT_GT(result.seats[1].cost_points, 2 * result.seats[0].cost_points);
  EXPECT_LT(result.seats[1].best_moves * result.seats[0].moves,
            result.seats[0].best_moves * result.seats[1].moves);
  ASSERT_EQ(result.moments.size(), 3u);
  EXPECT_LT(result.moves[result.moments[0]].turn, result.moves[result.moments[2]].turn);
}

// Luck is measured from the average: over all tiles that may come it is nothing.
TEST(Review, LuckAveragesOut) {
  Record record = game_of({"judge", "judge"});
  record.actions.resize(1);
  const RulesPtr rules = std::get<RulesPtr>(compile(record.setup));
  const GameState start = initial_state(*rules);
  double sum = 0;
  std::vector<Action> draws;
  legal(*rules, start, draws);
  for (const Action& draw : draws) {
    record.actions[0] = name_action(*rules, start, draw);
    sum += start.stock[draw.tile] * std::get<Review>(review(record, quick())).draws[0].luck;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
}

TEST(Review, TheSameSeedGivesTheSameReview) {
  Record record = game_of({"judge", "greedy"}, "abbot");
  record.actions.resize(30);
  const auto text = [&] {
    return review_to_json(std::get<Review>(review(record, quick()))).dump();
  };
  EXPECT_EQ(text(), text());
}

TEST(Review, PagesEscapeNames) {
  Record record = game_of({"judge", "greedy"});
  record.actions.resize(12);
  const Review result = std::get<Review>(review(record, quick()));
  const std::string html = review_to_html(result, record);
  EXPECT_EQ(html.find("<judge>"), std::string::npos);
  EXPECT_NE(html.find("&lt;judge&gt;"), std::string::npos);
  EXPECT_NE(review_to_text(result).find("<judge>"), std::string::npos);
}

TEST(Review, PagesShowTheBoardsOfEveryMoment) {
  Record record = game_of({"random", "random"});
  record.actions.resize(24);
  const Review result = std::get<Review>(review(record, quick()));
  ASSERT_FALSE(result.moments.empty());
  const std::string html = review_to_html(result, record);
  std::size_t pictures = 0;
  for (std::size_t at = html.find("data:image/svg+xml,%3Csvg"); at != std::string::npos;
       at = html.find("data:image/svg+xml,%3Csvg", at + 1))
    ++pictures;
  EXPECT_EQ(pictures, 2 * result.moments.size());  // played and better
}

TEST(Review, AnIllegalRecordIsRefused) {
  Record record = game_of({"random", "random"});
  std::swap(record.actions[0], record.actions[1]);
  const auto result = review(record, quick());
  ASSERT_TRUE(std::holds_alternative<PlayError>(result));
  EXPECT_EQ(std::get<PlayError>(result).index, 0u);
}

}  // namespace
}  // namespace bastide::tools
