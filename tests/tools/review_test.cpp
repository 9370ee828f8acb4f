// Reviews: every move is looked at, costs are never below nothing, and the end is exact.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "bots/play_out.h"
#include "tests/tools/cli_run.h"
#include "review/review.h"
#include "tools/review/page.h"

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
  EXPECT_EQ(result.moves.back().judged, Judged::exact);
  // Random play costs more than judged play.
  EXPECT_GT(result.seats[1].cost_points, 2 * result.seats[0].cost_points);
  EXPECT_LT(result.seats[1].best_moves * result.seats[0].moves,
            result.seats[0].best_moves * result.seats[1].moves);
  ASSERT_EQ(result.moments.size(), 3u);
  EXPECT_LT(result.moves[result.moments[0]].turn, result.moves[result.moments[2]].turn);
}

// Luck is measured from the average: over all tiles that may come it is nothing.
// Actions before the first that is looked at are played only.
TEST(Review, MayBeginLate) {
  const Record record = game_of({"judge", "random"});
  ReviewPlan late = quick();
  late.from = record.actions.size() - 10;
  const Review result = std::get<Review>(review(record, late));
  EXPECT_EQ(result.moves.size() + result.draws.size(), 10u);
  EXPECT_GE(result.moves.front().index, late.from);
  EXPECT_TRUE(result.finished);
  EXPECT_FALSE(result.account.has_value());
  late.from = record.actions.size() + 5;
  EXPECT_TRUE(std::get<Review>(review(record, late)).moves.empty());
}

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

// What the last player can reach with no tile left, by trying everything: chance and lead.
std::pair<double, double> best_end(const Rules& rules, const GameState& s, Seat seat) {
  if (is_over(s)) {
    const int mine = s.core->players[seat].score, other = s.core->players[1 - seat].score;
    return {mine > other ? 1 : mine == other ? 0.5 : 0, mine - other};
  }
  std::vector<Action> options;
  legal(rules, s, options);
  std::pair<double, double> best{-1, 0};
  for (const Action& action : options) {
    GameState child = s;
    apply_assume_legal(rules, child, action);
    best = std::max(best, best_end(rules, child, seat));
  }
  return best;
}

TEST(Review, TheLastTurnIsTheTruth) {
  for (const char* loser : {"greedy", "random"}) {
    const Record record = game_of({"judge", loser}, "abbot");
    const Review result = std::get<Review>(review(record, quick()));
    const int last_turn = result.moves.back().turn;
    for (const ReviewedMove& move : result.moves) {
      if (move.turn != last_turn) continue;
      Record before{record.setup, {}};
      before.actions.assign(record.actions.begin(),
                            record.actions.begin() + static_cast<std::ptrdiff_t>(move.index));
      auto position = std::get<PlayedRecord>(play_record(before));
      const auto best = best_end(*position.rules, position.state, move.seat);
      EXPECT_DOUBLE_EQ(move.chance_best, best.first);
      EXPECT_DOUBLE_EQ(move.lead_best, best.second);
      ASSERT_FALSE(apply_named(*position.rules, position.state, move.played));
      const auto mine = best_end(*position.rules, position.state, move.seat);
      EXPECT_DOUBLE_EQ(move.chance_played, mine.first);
      EXPECT_DOUBLE_EQ(move.lead_played, mine.second);
    }
  }
}

// What is called better can be played, to the end of the turn.
TEST(Review, BetterTurnsAreLegal) {
  for (const char* set : {"princess_dragon", "bridges_castles_bazaars"}) {
    Record record = game_of({"random", "greedy", "random"}, set);
    record.actions.resize(80);
    const Review result = std::get<Review>(review(record, quick()));
    int followed = 0;
    for (const ReviewedMove& move : result.moves) {
      if (move.was_best()) {
        EXPECT_TRUE(move.then.empty());
        continue;
      }
      Record other{record.setup, {}};
      other.actions.assign(record.actions.begin(),
                           record.actions.begin() + static_cast<std::ptrdiff_t>(move.index));
      other.actions.push_back(move.best);
      for (const FurtherAnswer& next : move.then) other.actions.push_back(next.action);
      EXPECT_TRUE(std::holds_alternative<PlayedRecord>(play_record(other)));
      EXPECT_TRUE(move.cost_points() > 0 || move.cost_chance() > 0);
      followed += move.then.empty() ? 0 : 1;
    }
    EXPECT_GT(followed, 0);
  }
}

TEST(Review, SumsAreSumsAndForcedMovesAreNoMerit) {
  const Record record = game_of({"random", "judge"}, "river");
  const Review result = std::get<Review>(review(record, quick()));
  std::vector<SeatReview> seats(2);
  int forced = 0;
  for (const ReviewedMove& move : result.moves) {
    seats[move.seat].cost_points += move.cost_points();
    seats[move.seat].cost_chance += move.cost_chance();
    seats[move.seat].moves += move.choices > 1 ? 1 : 0;
    forced += move.choices == 1 ? 1 : 0;
    if (move.choices == 1) {
      EXPECT_TRUE(move.was_best());
    }
  }
  EXPECT_GT(forced, 0);  // the lake
  for (const std::size_t seat : {0, 1}) {
    EXPECT_DOUBLE_EQ(result.seats[seat].cost_points, seats[seat].cost_points);
    EXPECT_DOUBLE_EQ(result.seats[seat].cost_chance, seats[seat].cost_chance);
    EXPECT_EQ(result.seats[seat].moves, seats[seat].moves);
    EXPECT_LE(result.seats[seat].best_moves, seats[seat].moves);
  }
  ASSERT_TRUE(result.account);
  EXPECT_EQ(result.account->margin, result.seats[0].score - result.seats[1].score);
  EXPECT_DOUBLE_EQ(result.account->draws, result.seats[0].luck - result.seats[1].luck);
  EXPECT_DOUBLE_EQ(result.account->moves, seats[1].cost_points - seats[0].cost_points);
}

// A game that nobody can turn any more is still played for points.
TEST(Review, ALostGameStillCostsPoints) {
  const Review result = std::get<Review>(review(game_of({"judge", "random"}), quick()));
  double points = 0;
  for (const ReviewedMove& move : result.moves)
    if (move.seat == 1 && move.chance_best < 0.005) points += move.cost_points();
  EXPECT_GT(points, 10);
}

TEST(Review, WildBidsCostWhatTheyThrowAway) {
  const Record record = game_of({"random", "random"}, "bridges_castles_bazaars");
  const Review result = std::get<Review>(review(record, quick()));
  int wild = 0;
  for (const ReviewedMove& move : result.moves) {
    if (move.decision != DecisionKind::bid && move.decision != DecisionKind::auction) continue;
    EXPECT_EQ(move.judged, Judged::estimate);
    if (move.played.points < 30) continue;
    EXPECT_GT(move.cost_points(), 20);
    ++wild;
  }
  EXPECT_GT(wild, 0);
}

TEST(Review, GraphsEndWithTheResult) {
  const Review two = std::get<Review>(review(game_of({"judge", "random"}), quick()));
  ASSERT_EQ(two.graph.size(), 2u);
  ASSERT_EQ(two.graph[0].size(), two.moves.size() + 1);
  for (std::size_t i = 0; i < two.graph[0].size(); ++i)
    EXPECT_DOUBLE_EQ(two.graph[0][i].chance + two.graph[1][i].chance, 1);
  EXPECT_EQ(two.graph[0].back().chance, 1);
  Record record = game_of({"random", "judge", "random"});
  const Review three = std::get<Review>(review(record, quick()));
  ASSERT_EQ(three.graph.size(), 3u);
  for (std::size_t seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(three.graph[seat].back().index, record.actions.size());
    EXPECT_EQ(three.graph[seat].back().chance, seat == 1 ? 1 : 0);
    for (const ChanceAt& at : three.graph[seat]) {
      EXPECT_GE(at.chance, 0);
      EXPECT_LE(at.chance, 1);
    }
  }
  // Three who have all the same have a third each, or nearly.
  for (const ReviewedMove& move : three.moves)
    if (move.turn <= 3) {
      EXPECT_NEAR(move.chance_best, 0.33, 0.12);
    }
}

TEST(Review, MomentsAreOfDifferentTurnsAndNotOfDecidedGames) {
  const Review result = std::get<Review>(review(game_of({"judge", "random"}), quick()));
  ASSERT_EQ(result.moments.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const ReviewedMove& move = result.moves[result.moments[i]];
    EXPECT_GT(move.cost_chance(), 0.02);
    if (i > 0) {
      EXPECT_LT(result.moves[result.moments[i - 1]].turn, move.turn);
    }
  }
}

TEST(Review, MomentsOfOnePlayer) {
  ReviewPlan plan = quick();
  plan.moments_of = Seat{1};
  const Review result = std::get<Review>(review(game_of({"random", "random"}), plan));
  ASSERT_EQ(result.moments.size(), 3u);
  for (const std::size_t i : result.moments) EXPECT_EQ(result.moves[i].seat, 1);
}

TEST(Review, TextFitsATerminal) {
  for (const char* set : {"princess_dragon", "castles_bridges"}) {
    Record record = game_of({"random", "greedy"}, set);
    record.actions.resize(80);
    const Review result = std::get<Review>(review(record, quick()));
    std::istringstream text(review_to_text(result));
    for (std::string line; std::getline(text, line);) {
      const auto width =
          std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(width, 80) << line;
      EXPECT_EQ(line.find("city:"), std::string::npos) << line;
      EXPECT_EQ(line.find("cost 0.0"), std::string::npos) << line;
    }
  }
}

TEST(Review, GamesWithoutMovesAndUnfinishedOnes) {
  Record record = game_of({"judge", "random"});
  record.actions.clear();
  const Review nothing = std::get<Review>(review(record, quick()));
  EXPECT_NE(review_to_text(nothing).find("not finished"), std::string::npos);
  EXPECT_EQ(review_to_html(nothing, record).find("<table"), std::string::npos);
  EXPECT_FALSE(nothing.account);
  EXPECT_FALSE(review_to_json(nothing)["finished"].get<bool>());
}

// Half of one simulation is none, and none once meant without end.
TEST(Review, OneSimulationAMoveIsEnough) {
  Record record = game_of({"judge", "random"});
  record.actions.resize(20);
  ReviewPlan plan = quick();
  plan.nodes = 1;
  EXPECT_FALSE(std::get<Review>(review(record, plan)).moves.empty());
}

TEST(Review, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  const Review result = std::get<Review>(review(game_of({"judge", "random"}), quick(), {}, &stop));
  EXPECT_TRUE(result.moves.empty());
  EXPECT_FALSE(result.finished);
}

class ReviewCommand : public test_help::CliRun {};

TEST_F(ReviewCommand, RefusesWhatMakesNoSense) {
  Record record = game_of({"judge", "random"});
  record.actions.resize(4);
  const std::string line = write_record(record) + "\n";
  for (const char* nodes : {"0", "10000001"}) {
    const auto got = run("review - --nodes " + std::string(nodes), line);
    EXPECT_EQ(got.code, 2);
    EXPECT_NE(got.err.find("1 to 10000000"), std::string::npos) << got.err;
    EXPECT_TRUE(got.out.empty());
  }
  const auto third = run("review - --nodes 2 --player 3", line);
  EXPECT_EQ(third.code, 2);
  EXPECT_NE(third.err.find("1 to 2"), std::string::npos) << third.err;
  const auto pages = run("review - --nodes 2 --html", line + line);
  EXPECT_EQ(pages.code, 2);
  EXPECT_NE(pages.err.find("one page"), std::string::npos) << pages.err;
  EXPECT_EQ(run("review - --nodes 2", line + line).code, 0);
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
