// Points in play and at the end: what holds over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/scoring/majority.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::base_rules;
using base_play::Ply;
using base_play::supply_of;
using base_play::twenty_games;

int points_in(const std::vector<Event>& events, int seat) {
  int sum = 0;
  for (const Event& e : events)
    if (e.kind == EventKind::score && e.player == seat) sum += e.points;
  return sum;
}

TEST(BaseScoring, SCORE_3_SCORE_10_EveryPointIsAScoreThatNobodyWasAskedFor) {
  twenty_games(100, [](const Ply& ply) {
    for (int seat = 0; seat < 3; ++seat)
      ASSERT_EQ(ply.after.core->players[seat].score,
                ply.before.core->players[seat].score + points_in(ply.events, seat));
  });
}

// SCORE-1: nothing is scored between the placement and the answer of step 2, if there is one.
TEST(BaseScoring, SCORE_1_PointsComeAfterTheMeepleStep) {
  twenty_games(100, [](const Ply& ply) {
    if (decision(ply.after) != DecisionKind::meeple) return;
    for (const Event& e : ply.events) ASSERT_NE(e.kind, EventKind::score);
  });
}

TEST(BaseScoring, SCORE_4_SCORE_5_SCORE_6_MostMeeplesLeadAndTiesLeadTogether) {
  EXPECT_EQ(leading_seats(0), 0u);
  EXPECT_EQ(leading_seats(one_of_seat(1)), 0b10u);
  EXPECT_EQ(leading_seats(2 * one_of_seat(0) + one_of_seat(1)), 0b01u);
  EXPECT_EQ(leading_seats(2 * one_of_seat(0) + 2 * one_of_seat(1) + one_of_seat(2)), 0b011u);
  EXPECT_EQ(leading_seats(7 * one_of_seat(4) + 7 * one_of_seat(5) + 6 * one_of_seat(0)), 0b110000u);
}

// Whoever came home from a finished feature stood on it: the leaders recounted from them.
TEST(BaseScoring, SCORE_2_SCORE_4_SCORE_5_SCORE_6_TheLeadersOfAFeatureGetAllOfItEach) {
  int ties = 0;
  const RulesPtr rules = base_rules(3);
  const auto recount = [&](const Ply& ply) {
    std::map<FeatureId, std::array<int, 3>> stood;
    std::map<FeatureId, std::map<int, int>> scored;
    for (const Event& e : ply.events) {
      if (e.kind == EventKind::returned) ++stood[ply.after.segments[e.segment].feature][e.player];
      if (e.kind == EventKind::score && !is_over(ply.after))
        scored[ply.after.segments[e.segment].feature][e.player] = e.points;
    }
    if (is_over(ply.after)) return;
    for (const auto& [feature, counts] : stood) {
      const int most = *std::max_element(counts.begin(), counts.end());
      const int value = worth(ply.rules, ply.after, feature, true).total();
      std::map<int, int> expected;
      for (int seat = 0; seat < 3; ++seat) {
        if (counts[static_cast<std::size_t>(seat)] == most) expected[seat] = value;
      }
      ties += expected.size() > 1;
      ASSERT_EQ(scored[feature], expected);
    }
    ASSERT_EQ(scored.size(), stood.size());
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) base_play::play_random(*rules, seed, recount);
  EXPECT_GT(ties, 0) << "the seeds no longer show a tie";
}

TEST(BaseScoring, SCORE_7_MeeplesReturnOnlyAfterTheirFeatureIsScored) {
  twenty_games(100, [](const Ply& ply) {
    std::set<FeatureId> left;  // features whose meeples have gone home
    for (const Event& e : ply.events) {
      const bool placed = e.has_place && e.segment != kNone;
      if (e.kind == EventKind::returned) left.insert(ply.after.segments[e.segment].feature);
      if (e.kind == EventKind::score && placed) {
        ASSERT_FALSE(left.contains(ply.after.segments[e.segment].feature));
      }
    }
    for (int i = 0; i < ply.after.core->pieces; ++i)
      ASSERT_FALSE(left.contains(ply.after.segments[ply.after.pieces[i].segment].feature));
  });
}

// SCORE-13, END-7: a road, city or monastery is reported complete once and scored at most once.
TEST(BaseScoring, SCORE_13_END_7_AFinishedFeatureIsScoredOnceOnly) {
  const RulesPtr rules = base_rules(3);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::map<FeatureId, int> completed;
    std::map<std::pair<FeatureId, int>, int> scored;
    base_play::play_random(*rules, seed, [&](const Ply& ply) {
      for (const Event& e : ply.events) {
        if (e.kind != EventKind::feature_completed && e.kind != EventKind::score) continue;
        const FeatureId feature = ply.after.segments[e.segment].feature;
        if (e.kind == EventKind::feature_completed) {
          ASSERT_EQ(++completed[feature], 1);
        }
        if (e.kind == EventKind::score) {
          ASSERT_EQ((++scored[{feature, e.player}]), 1);
        }
      }
    });
  }
}

TEST(BaseScoring, SCORE_14_TheOrderIsNeverAsked) {
  int several = 0;
  twenty_games(100, [&](const Ply& ply) {
    ASSERT_NE(decision(ply.after), DecisionKind::order);
    several += std::count_if(ply.events.begin(), ply.events.end(), [](const Event& e) {
                 return e.kind == EventKind::feature_completed;
               }) > 1;
  });
  EXPECT_GT(several, 0) << "the seeds no longer complete two features at once";
}

TEST(BaseScoring, SCORE_15_PointsAreNeverLost) {
  twenty_games(100, [](const Ply& ply) {
    for (int seat = 0; seat < 3; ++seat)
      ASSERT_GE(ply.after.core->players[seat].score, ply.before.core->players[seat].score);
    for (const Event& e : ply.events)
      if (e.kind == EventKind::score) {
        ASSERT_GT(e.points, 0);
      }
  });
}

// FIELD-4, END-4: fields are scored when the game is over, after everything else.
TEST(BaseScoring, FIELD_4_END_4_FieldsComeLastAndOnlyAtTheEnd) {
  int fields = 0;
  twenty_games(100, [&](const Ply& ply) {
    bool field_seen = false;
    for (const Event& e : ply.events) {
      if (e.kind != EventKind::score) continue;
      const bool field = e.reason == ScoreFor::field;
      if (field) {
        ASSERT_TRUE(is_over(ply.after));
      }
      ASSERT_FALSE(field_seen && !field);
      field_seen |= field;
      fields += field;
    }
  });
  EXPECT_GT(fields, 0) << "the seeds no longer score a field";
}

TEST(BaseScoring, END_1_END_6_AtTheEndTheStockIsEmptyAndEverybodyIsHome) {
  twenty_games(100, [](const Ply& ply) {
    if (!is_over(ply.after)) return;
    ASSERT_EQ(tiles_left(ply.after), 0);
    ASSERT_EQ(ply.after.core->pieces, 0);
    ASSERT_EQ(actor(ply.after), kNobody);
    for (int seat = 0; seat < 3; ++seat) ASSERT_EQ(supply_of(ply.after, seat), 7);
    ASSERT_EQ(ply.events.back().kind, EventKind::game_over);
    for (int i = 0; i + 1 < static_cast<int>(ply.events.size()); ++i)
      ASSERT_NE(ply.events[static_cast<std::size_t>(i)].kind, EventKind::turn);
  });
}

// END-8: nobody scored, so nobody has points, whatever is left in hand.
TEST(BaseScoring, END_3_END_8_NoTurnIsMadeUpForAndMeeplesInHandAreWorthNothing) {
  const RulesPtr rules = base_rules(4);
  GameState s = initial_state(*rules);
  Rng rng(2);
  int turns[4] = {};
  while (!is_over(s)) {
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    Action action = Action::pass();
    if (decision(s) == DecisionKind::draw) action = sample_chance(*rules, s, word);
    if (decision(s) == DecisionKind::place) {
      action = sample_legal(*rules, s, word);
      ++turns[actor(s)];
    }
    ASSERT_FALSE(apply(*rules, s, action));
  }
  // 71 tiles for four players: the last round is not played to its end.
  EXPECT_EQ(turns[0] + turns[1] + turns[2] + turns[3], s.core->tiles - 1);
  EXPECT_EQ(turns[0], turns[3] + 1);
  for (int seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(s.core->players[seat].score, 0);
    EXPECT_EQ(supply_of(s, seat), 7);
  }
}

// FIELD-20: without fields nobody farms, and no field pays.
TEST(BaseScoring, FIELD_20_FieldsCanBeLeftOut) {
  auto setup = base_play::setup_for(3);
  setup.options.emplace_back("fields", false);
  const auto compiled = compile(setup);
  ASSERT_TRUE(std::holds_alternative<RulesPtr>(compiled));
  base_play::play_random(*std::get<RulesPtr>(compiled), 4, [](const Ply& ply) {
    for (int i = 0; i < ply.after.core->pieces; ++i)
      ASSERT_NE(base_play::kind_of(ply.after, ply.after.pieces[i].segment), SegmentKind::field);
    for (const Event& e : ply.events)
      if (e.kind == EventKind::score) {
        ASSERT_NE(e.reason, ScoreFor::field);
      }
  });
}

}  // namespace
}  // namespace bastide
