// What holds of River II, the count, king and robber, and the cult at setup and over whole games.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/expansions/count/state.h"
#include "engine/expansions/king_robber/state.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using count::CountState;

int stock_of(const Rules& rules, const GameState& s, std::string_view set) {
  int sum = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t)
    if (rules.tiles[t].def->set == set) sum += s.stock[t];
  return sum;
}

// --- The set ------------------------------------------------------------------

TEST(CountKingCult, CKC_1_CULT_1_FiveAndFiveAndTwelveTilesAndTwelveSquares) {
  EXPECT_EQ(catalogue().find_set("cult")->total, 5);
  EXPECT_EQ(catalogue().find_set("king_robber")->total, 5);
  EXPECT_EQ(catalogue().find_set("river2")->total, 12);
  EXPECT_EQ(catalogue().find_set("count")->board->cells.size(), 12u);
}

TEST(CountKingCult, CKC_2_ShrinesAndOrdinaryTilesAreShuffledInAndRiverTilesAreNot) {
  const RulesPtr rules = rules_of(setup_of({"base", "river2", "king_robber", "cult"}, 3));
  ASSERT_TRUE(rules);
  for (const TileInPlay& tile : rules->tiles) {
    const bool river = tile.def->set == "river2";
    EXPECT_EQ(tile.stack == rules->stack_count - 1, !river) << tile.def->full_id();
  }
  const GameState s = initial_state(*rules);
  EXPECT_EQ(stock_of(*rules, s, "king_robber"), 5);
  EXPECT_EQ(stock_of(*rules, s, "cult"), 5);
  EXPECT_EQ(stock_of(*rules, s, "base"), 71);
}

TEST(CountKingCult, CKC_3_CrossingCitiesAreTwoFeatures) {
  const RulesPtr rules = rules_of(setup_of({"base", "king_robber"}, 3));
  ASSERT_TRUE(rules);
  const TileDef* tile = catalogue().find_tile("king_robber/KR-crossed-cities");
  int cities = 0;
  for (const SegmentDef& segment : tile->segments) cities += segment.kind == SegmentKind::city;
  EXPECT_EQ(cities, 2);
}

TEST(CountKingCult, CKC_4_BoardsOrRiverTakeThePlaceOfTheStartTile) {
  for (const char* set : {"count", "river2"}) {
    const RulesPtr rules = rules_of(setup_of({"base", set}, 3));
    ASSERT_TRUE(rules);
    const GameState s = initial_state(*rules);
    EXPECT_EQ(start_name(*rules), set);
    EXPECT_EQ(stock_of(*rules, s, "base"), 71);
    for (int i = 0; i < s.core->tiles; ++i)
      EXPECT_NE(rules->tiles[s.tiles[i].type].def->set, "base");
    bastide::Setup other = setup_of({"base", set}, 3);
    other.start = "tile";
    EXPECT_NE(refusal_of(other), "");
  }
}

// --- River II -------------------------------------------------------------------

TEST(CountKingCult, RIVER2_1_RIVER2_2_RIVER2_3_SpringForkNineTilesAndTheLake) {
  const RulesPtr rules = rules_of(setup_of({"base", "river2"}, 3));
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  ASSERT_EQ(s.core->tiles, 1);
  EXPECT_EQ(rules->tiles[s.tiles[0].type].def->full_id(), "river2/R2-spring");
  ASSERT_EQ(rules->stack_count, 4);
  EXPECT_EQ(s.core->left[0], 1);
  EXPECT_EQ(s.core->left[1], 9);
  EXPECT_EQ(s.core->left[2], 1);
  EXPECT_EQ(rules->tiles[rules->stack_begin[0]].def->full_id(), "river2/R2-fork");
  EXPECT_TRUE(rules->tiles[rules->stack_begin[2]].def->has(Mark::lake));
}

TEST(CountKingCult, RIVER2_10_MixedRiversHaveOneSpringAndOneLake) {
  const RulesPtr rules = rules_of(setup_of({"base", "river", "river2"}, 3));
  ASSERT_TRUE(rules);
  EXPECT_EQ(start_name(*rules), "rivers");
  const GameState s = initial_state(*rules);
  EXPECT_EQ(rules->tiles[s.tiles[0].type].def->full_id(), "river/RV-spring");
  EXPECT_EQ(s.core->left[0], 1);
  EXPECT_EQ(s.core->left[1], 10 + 9);
  EXPECT_EQ(s.core->left[2], 1);
  EXPECT_EQ(rules->tiles[rules->stack_begin[2]].def->full_id(), "river2/R2-volcano-lake");
  bastide::Setup named = setup_of({"base", "river", "river2"}, 3);
  named.start = "rivers";
  EXPECT_EQ(refusal_of(named), "");
  named.start = "river2";
  EXPECT_NE(refusal_of(named).find("rivers"), std::string::npos);
}

// The rulebook warns of the two together; we cannot lay them, since both begin the map.
TEST(CountKingCult, RIVER2_11_BoardsAndARiverAreRefusedWithTheReason) {
  for (const char* river : {"river", "river2"})
    EXPECT_NE(refusal_of(setup_of({"base", "count", river}, 3)).find("boards of Carcassonne"),
              std::string::npos);
  EXPECT_NE(refusal_of(setup_of({"base", "count", "wheel"}, 3)).find("Carcassonne"),
            std::string::npos);
}

// RIVER2-4..9, RIVER2-14, RIVER2-15 over whole games: the river stack first, no ring, nobody in the
// water, no figure on the lake, and its player goes on.
TEST(CountKingCult, RIVER2_5_RIVER2_9_RIVER2_15_RandomRivers) {
  const RulesPtr rules = rules_of(setup_of({"base", "river2"}, 3));
  ASSERT_TRUE(rules);
  int lakes = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    bool laid = false, discarded = false;
    play_random(*rules, seed, [&](const Ply& ply) {
      for (const Event& event : ply.events)
        if (event.kind == EventKind::discarded)
          discarded |= rules->tiles[event.tile].def->has(Mark::lake);
      if (ply.action.kind == ActionKind::draw && !laid && !discarded) {
        EXPECT_EQ(rules->tiles[ply.action.tile].def->set, "river2");
      }
      if (ply.action.kind != ActionKind::place) return;
      const TileDef& def = *rules->tiles[ply.action.tile].def;
      if (!def.has(Mark::lake)) return;
      laid = true;
      ++lakes;
      EXPECT_EQ(decision(ply.after), DecisionKind::draw);
      EXPECT_EQ(ply.after.core->active, ply.before.core->active);
      EXPECT_EQ(ply.after.core->turn, ply.before.core->turn);
    });
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(lakes, 50);
}

// --- Count ------------------------------------------------------------------------

TEST(CountKingCult, COUNT_1_COUNT_2_COUNT_3_COUNT_4_TheBoardsLieInTheMiddle) {
  const RulesPtr flags = rules_of(setup_of({"base", "count"}, 3));
  ASSERT_TRUE(flags);
  const GameState s = initial_state(*flags);
  EXPECT_EQ(s.core->tiles, 12);
  for (std::int16_t x = 0; x < 4; ++x)
    for (std::int16_t y = -2; y <= 0; ++y) EXPECT_NE(tile_at(s, {x, y}), nullptr);
  EXPECT_EQ(flags->ext<CountState>(s).count, Quarter::palace);
  const Json json = state_to_json(*flags, s);
  EXPECT_EQ(json["count"]["quarter"], "palace");
  for (const char* quarter : {"palace", "market", "forge", "cathedral"})
    EXPECT_TRUE(json["count"][quarter].empty());
  // Without flags it is merely a large start tile.
  bastide::Setup setup = setup_of({"base", "count"}, 3);
  setup.start = "count_plain";
  const RulesPtr plain = rules_of(setup);
  ASSERT_TRUE(plain);
  EXPECT_EQ(initial_state(*plain).core->tiles, 12);
  EXPECT_FALSE(state_to_json(*plain, initial_state(*plain)).contains("count"));
  EXPECT_EQ(plain->index_of(Step::deploy), -1);
}

// COUNT-7..14, COUNT-18..28 hold whenever something is asked.
TEST(CountKingCult, COUNT_19_COUNT_25_TheCountStaysInAndTheMarketEmptiesAtTheEnd) {
  const RulesPtr rules = rules_of(setup_of({"base", "abbot", "count", "king_robber", "cult"}, 3));
  ASSERT_TRUE(rules);
  std::map<DecisionKind, int> asked;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    play_random(*rules, seed, [&](const Ply& ply) {
      ++asked[decision(ply.before)];
      const CountState& state = rules->ext<CountState>(ply.after);
      EXPECT_LT(static_cast<int>(state.count), kQuarters);
      if (decision(ply.before) == DecisionKind::redeploy && ply.action.kind != ActionKind::pass) {
        EXPECT_NE(static_cast<int>(rules->ext<CountState>(ply.before).count), ply.action.value);
      }
      if (decision(ply.before) == DecisionKind::market_to_field) {
        EXPECT_EQ(ply.action.value, static_cast<int>(Quarter::market));
      }
      if (decision(ply.before) == DecisionKind::deploy) {
        EXPECT_EQ(actor(ply.before), ply.before.core->active);
      }
      EXPECT_EQ(check(*rules, ply.after), "");
    });
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(asked[DecisionKind::deploy], 20);
  EXPECT_GT(asked[DecisionKind::redeploy], 5);
  EXPECT_GT(asked[DecisionKind::market_to_field], 5);
}

TEST(CountKingCult, COUNT_30_CarcassonneFeedsEveryFieldAtItsWalls) {
  const RulesPtr rules = rules_of(setup_of({"base", "count"}, 3));
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  int fields = 0;
  for (FeatureId f = 0; f < s.core->features; ++f) {
    if (s.features[f].segments == 0 || s.features[f].kind != SegmentKind::field) continue;
    EXPECT_EQ(worth(*rules, s, f, false).total(), 3);
    ++fields;
  }
  EXPECT_EQ(fields, 3);
}

// --- King and robber ----------------------------------------------------------------

TEST(CountKingCult, KING_1_ROBBER_1_NobodyHoldsATitleAtFirst) {
  const RulesPtr rules = rules_of(setup_of({"base", "king_robber"}, 3));
  ASSERT_TRUE(rules);
  const Json json = state_to_json(*rules, initial_state(*rules));
  EXPECT_TRUE(json["king"].is_null());
  EXPECT_TRUE(json["robber"].is_null());
}

// KING-5, KING-6, KING-8, ROBBER-3, ROBBER-5: the token lies on a largest completed feature, and
// the end pays one point for each.
TEST(CountKingCult, KING_8_ROBBER_5_OverWholeGames) {
  const RulesPtr rules = rules_of(setup_of({"base", "king_robber"}, 3));
  ASSERT_TRUE(rules);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    play_random(*rules, seed, [&](const Ply& ply) {
      if (!is_over(ply.after)) return;
      int cities = 0, longest = 0;
      for (FeatureId f = 0; f < ply.after.core->features; ++f) {
        const Feature& feature = ply.after.features[f];
        if (feature.segments == 0 || feature.kind != SegmentKind::city || feature.open != 0)
          continue;
        ++cities;
        longest = std::max(longest, tile_count(ply.after, f));
      }
      const auto& king = rules->ext<king_robber::KingRobberState>(ply.after).king;
      EXPECT_EQ(king.finished, cities);
      EXPECT_EQ(king.size, longest);
      for (const Event& event : ply.events)
        if (event.kind == EventKind::score && event.reason == ScoreFor::king) {
          EXPECT_EQ(event.points, cities);
        }
    });
    if (testing::Test::HasFailure()) return;
  }
}

// Q-CKC-36..38 need nothing kept: a challenge is two pieces side by side.
TEST(CountKingCult, CULT_2_CULT_3_LimitsHoldOverWholeGames) {
  bastide::Setup setup = setup_of({"base", "cult", "abbot"}, 3);
  setup.sets[1].copies = 4;
  const RulesPtr rules = rules_of(setup);
  ASSERT_TRUE(rules);
  const auto has = [&](const GameState& s, Pos at, SegmentKind kind) {
    const PlacedTile* tile = tile_at(s, at);
    if (tile == nullptr) return false;
    for (int i = 0; i < tile->segment_count; ++i)
      if (base_play::kind_of(s, tile->segment(i)) == kind) return true;
    return false;
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    play_random(*rules, seed, [&](const Ply& ply) {
      if (!is_over(ply.after)) return;
      for (int t = 0; t < ply.after.core->tiles; ++t) {
        const Pos at = ply.after.tiles[t].at;
        for (const auto& [mine, other] : {std::pair(SegmentKind::shrine, SegmentKind::monastery),
                                          std::pair(SegmentKind::monastery, SegmentKind::shrine)}) {
          if (!has(ply.after, at, mine)) continue;
          int around = 0;
          for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
              around +=
                  has(ply.after,
                      {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)},
                      other);
          EXPECT_LE(around, 1);
        }
      }
    });
  }
}

}  // namespace
}  // namespace bastide
