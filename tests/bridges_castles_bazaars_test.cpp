// Bridges, Castles and Bazaars: its setup, and what holds over whole games.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/expansions/bridges_castles_bazaars/state.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using bridges_castles_bazaars::BcbState;

Setup bcb_setup(int players, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"base", "bridges_castles_bazaars"});
  return setup_of(more, players);
}

int supply(const GameState& s, int seat, PieceKind kind) {
  return s.core->players[seat].supply[kind];
}

TEST(BridgesCastlesBazaars, BCB_1_BCB_2_TwelveTilesInTheStock) {
  const RulesPtr rules = rules_of(bcb_setup(2));
  ASSERT_TRUE(rules);
  int tiles = 0, bazaars = 0;
  for (const TileInPlay& tile : rules->tiles) {
    if (tile.def->set != "bridges_castles_bazaars") continue;
    tiles += tile.copies;
    bazaars += tile.def->has(Mark::bazaar) ? tile.copies : 0;
    EXPECT_EQ(tile.stack, 0);
  }
  EXPECT_EQ(tiles, 12);
  EXPECT_EQ(bazaars, 8);
  EXPECT_EQ(initial_state(*rules).core->left[0], 71 + 12);
}

TEST(BridgesCastlesBazaars, BCB_3_ThreeEachOrTwoOfFive) {
  for (int players = 2; players <= 5; ++players) {
    const RulesPtr rules = rules_of(bcb_setup(players));
    ASSERT_TRUE(rules);
    const GameState s = initial_state(*rules);
    for (int seat = 0; seat < players; ++seat) {
      EXPECT_EQ(supply(s, seat, PieceKind::bridge), players <= 4 ? 3 : 2);
      EXPECT_EQ(supply(s, seat, PieceKind::castle), players <= 4 ? 3 : 2);
    }
  }
}

// Q-X-21
TEST(BridgesCastlesBazaars, NotWithTheOtherBridgesAndCastles) {
  auto compiled = compile(bcb_setup(2, {"castles_bridges"}));
  EXPECT_TRUE(std::holds_alternative<SetupError>(compiled));
}

// BRIDGE-13, CASTLE-6, CASTLE-14: what is built stays; points come from events alone.
void expect_built_stays(const Ply& ply) {
  const auto& before = ply.rules.ext<BcbState>(ply.before);
  const auto& after = ply.rules.ext<BcbState>(ply.after);
  ASSERT_GE(after.castle_count, before.castle_count);
  for (int i = 0; i < before.castle_count; ++i)
    ASSERT_GE(after.castles[i].completed, before.castles[i].completed);
  for (int i = 0; i < ply.before.core->tiles; ++i) {
    if (ply.before.tiles[i].added_segment == kNone) continue;
    ASSERT_EQ(ply.after.tiles[i].added_segment, ply.before.tiles[i].added_segment);
  }
  for (int seat = 0; seat < ply.rules.player_count(); ++seat) {
    int points = ply.before.core->players[seat].score;
    for (const Event& event : ply.events)
      if (event.kind == EventKind::score && event.player == seat) points += event.points;
    ASSERT_EQ(points, ply.after.core->players[seat].score);
  }
}

TEST(BridgesCastlesBazaars, WholeGamesStaySound) {
  int bridges = 0, castles = 0, auctions = 0;
  for (const auto& more :
       std::vector<std::vector<std::string>>{{}, {"princess_dragon", "abbot"}, {"wheel"}}) {
    for (int players = 2; players <= 5; ++players) {
      const RulesPtr rules = rules_of(bcb_setup(players, more));
      ASSERT_TRUE(rules);
      for (std::uint64_t seed = 1; seed <= 3; ++seed)
        play_random(*rules, seed, [&](const Ply& ply) {
          ASSERT_EQ(check(ply.rules, ply.after), "");
          expect_built_stays(ply);
          for (const Event& event : ply.events) {
            bridges += event.kind == EventKind::bridge_built ? 1 : 0;
            castles += event.kind == EventKind::castle_built ? 1 : 0;
            auctions += event.kind == EventKind::auction ? 1 : 0;
          }
        });
    }
  }
  EXPECT_GT(bridges, 50);
  EXPECT_GT(castles, 10);
  EXPECT_GT(auctions, 50);
}

// a castle is no completed city for others who count those.
TEST(BridgesCastlesBazaars, X_45_X_74_ACastleIsMarkedOnItsFeature) {
  const RulesPtr rules = rules_of(bcb_setup(3));
  ASSERT_TRUE(rules);
  int marked = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) {
      const auto& bcb = ply.rules.ext<BcbState>(ply.after);
      for (int i = 0; i < bcb.castle_count; ++i) {
        const FeatureId f = ply.after.segments[bcb.castles[i].segment].feature;
        ASSERT_TRUE(ply.after.features[f].has(FeatureMark::built_over));
        ++marked;
      }
    });
  EXPECT_GT(marked, 0);
}

TEST(BridgesCastlesBazaars, ShowsCastlesBridgesAndTheBazaar) {
  const RulesPtr rules = rules_of(bcb_setup(2));
  ASSERT_TRUE(rules);
  bool bridge = false, castle = false, bazaar = false;
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) {
      if (decision(ply.after) == DecisionKind::meeple) return;
      const Json state = state_to_json(ply.rules, ply.after);
      for (const Json& tile : state["tiles"]) bridge |= tile.contains("bridge");
      castle |= !state["castles"].empty();
      bazaar |= !state["bazaar"].is_null();
      for (const auto& [tile, count] : state["discarded"].items())
        ASSERT_GT(count.get<int>(), 0) << tile;
    });
  EXPECT_TRUE(bridge && castle && bazaar);
}

}  // namespace
}  // namespace bastide
