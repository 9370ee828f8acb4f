// What holds of Castles & Bridges in the setup, in supplies that run out, and over whole games.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/scoring/pieces.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using base_play::tile_type;
using castles_bridges::CastlesBridgesState;

// --- Setup ---

TEST(CastlesBridges, CB_1_CB_2_CB_BRIDGE_20_SixteenTilesAndOneSupplyForAll) {
  const SetDef& set = *catalogue().find_set("castles_bridges");
  EXPECT_EQ(set.total, 16);
  const RulesPtr rules = rules_of({"base", "castles_bridges"}, 2);
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  const auto& cb = rules->ext<CastlesBridgesState>(s);
  EXPECT_EQ(cb.bridges, 12);
  EXPECT_EQ(cb.castles, 6);
  EXPECT_EQ(cb.granaries, 6);
  EXPECT_FALSE(rules->piece_in_play[PieceKind::bridge]);
  EXPECT_FALSE(rules->piece_in_play[PieceKind::castle]);
  const Json state = state_to_json(*rules, s);
  EXPECT_EQ(state["common_supply"].dump(), R"({"bridge":12,"castle":6,"granary":6})");
  EXPECT_EQ(state["players"][0]["supply"].dump(), R"({"meeple":7})");
}

// Q-CB-26: without a river its tile stays in the box.
TEST(CastlesBridges, CB_3_CB_4_X_81_TheRiverTileJoinsTheRiver) {
  const RulesPtr without = rules_of({"base", "castles_bridges"}, 2);
  ASSERT_TRUE(without);
  EXPECT_EQ(tiles_left(initial_state(*without)), 71 + 15);
  for (const TileInPlay& tile : without->tiles) EXPECT_NE(tile.def->id, "RV");
  const RulesPtr with = rules_of({"base", "castles_bridges", "river"}, 2);
  const RulesPtr river = rules_of({"base", "river"}, 2);
  ASSERT_TRUE(with && river);
  const GameState s = initial_state(*with);
  EXPECT_EQ(tiles_left(s), tiles_left(initial_state(*river)) + 16);
  EXPECT_TRUE(is_legal(*with, s, Action::draw(tile_type(*with, "castles_bridges/RV"))));
  EXPECT_FALSE(is_legal(*with, s, Action::draw(tile_type(*with, "castles_bridges/A"))));
}

TEST(CastlesBridges, RefusesTheOtherCastles) {  // Q-X-21
  const auto compiled =
      compile(setup_of({"base", "castles_bridges", "bridges_castles_bazaars"}, 2));
  EXPECT_TRUE(std::holds_alternative<SetupError>(compiled));
}

TEST(CastlesBridges, CB_7_SpecialTiles) {
  const auto segments = [](const char* id, SegmentKind kind) {
    int count = 0;
    for (const SegmentDef& segment : catalogue().find_tile(id)->segments)
      count += segment.kind == kind ? 1 : 0;
    return count;
  };
  EXPECT_EQ(segments("castles_bridges/A", SegmentKind::road), 2);  // both end in the village
  EXPECT_EQ(segments("castles_bridges/B", SegmentKind::road), 2);  // one ends there, one runs on
  EXPECT_EQ(segments("castles_bridges/B", SegmentKind::field), 3);
  EXPECT_EQ(segments("castles_bridges/RV", SegmentKind::field), 3);  // two of them above the river
}

// --- Supplies that run out; figures of other sets ---

struct Position {
  RulesPtr rules;
  GameState s;
};

// E below, and a tile drawn whose city closes that of E; a farmer of seat 0 on E's field.
Position before_a_castle(PieceKind inside) {
  RulesPtr rules = rules_of({"base", "castles_bridges", "abbot"}, 2);
  PositionSpec spec;
  spec.keep_start = false;
  spec.tiles.push_back({tile_type(*rules, "base/E"), {0, 0}, 0, {}, -1, kNobody});
  auto loaded = load_position(*rules, spec);
  GameState s = std::get<GameState>(std::move(loaded));
  if (inside != PieceKind::builder) {  // builder: nobody
    const int city =
        find_segment(*rules->tiles[s.tiles[0].type].def, rules->face(s.tiles[0].type, 0), "city:N");
    put_piece(*rules, s, {inside, 1, s.tiles[0].segment(city)});
    --s.core->players[1].supply[inside];
  }
  EXPECT_FALSE(apply(*rules, s, Action::draw(tile_type(*rules, "base/H"))));
  return {std::move(rules), std::move(s)};
}

TEST(CastlesBridges, CB_CASTLE_1_NoCastleLeft) {
  for (const bool left : {true, false}) {
    Position p = before_a_castle(PieceKind::builder);
    if (!left) p.rules->ext<CastlesBridgesState>(p.s).castles = 0;
    ASSERT_FALSE(apply(*p.rules, p.s, Action::place(tile_type(*p.rules, "base/H"), {0, 1}, 0)));
    EXPECT_EQ(decision(p.s), left ? DecisionKind::build : DecisionKind::meeple);
  }
}

TEST(CastlesBridges, CB_CASTLE_6_X_79_NoCastleOverAnotherFigure) {
  for (const PieceKind inside : {PieceKind::meeple, PieceKind::abbot}) {
    Position p = before_a_castle(inside);
    ASSERT_FALSE(apply(*p.rules, p.s, Action::place(tile_type(*p.rules, "base/H"), {0, 1}, 0)));
    EXPECT_EQ(decision(p.s),
              inside == PieceKind::meeple ? DecisionKind::build : DecisionKind::meeple);
  }
}

TEST(CastlesBridges, CB_GRANARY_1_NoGranaryLeft) {
  const RulesPtr rules = rules_of({"base", "castles_bridges"}, 2);
  ASSERT_TRUE(rules);
  const TileType b = tile_type(*rules, "base/B");
  PositionSpec spec;
  spec.keep_start = false;
  spec.tiles.push_back({b, {0, 0}, 0, {{PieceKind::meeple, 0, "field:NL"}}, -1, kNobody});
  spec.tiles.push_back({b, {1, 0}, 0, {}, -1, kNobody});
  spec.tiles.push_back({b, {0, 1}, 0, {}, -1, kNobody});
  for (const bool left : {true, false}) {
    auto loaded = load_position(*rules, spec);
    ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
    GameState s = std::get<GameState>(std::move(loaded));
    if (!left) rules->ext<CastlesBridgesState>(s).granaries = 0;
    ASSERT_FALSE(apply(*rules, s, Action::draw(b)));
    ASSERT_FALSE(apply(*rules, s, Action::place(b, {1, 1}, 0)));
    EXPECT_EQ(decision(s), left ? DecisionKind::build : DecisionKind::meeple);
  }
}

// --- Whole games ---

// CB-5: whatever the set does not mention stays sound; every answer can be written and read again.
TEST(CastlesBridges, CB_5_WholeGamesAreSoundAndCanBeWritten) {
  int bridges = 0, castles = 0, granaries = 0, ladies = 0, recalls = 0;
  for (const auto& sets :
       {std::vector<std::string>{"base", "castles_bridges"},
        std::vector<std::string>{"base", "castles_bridges", "river", "abbot", "princess_dragon"}}) {
    const RulesPtr rules = rules_of(sets, 3);
    ASSERT_TRUE(rules);
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
      play_random(*rules, seed, [&](const Ply& ply) {
        ASSERT_EQ(check(*rules, ply.after), "");
        bridges += ply.after.core->placed != kNone && decision(ply.after) == DecisionKind::meeple &&
                   ply.after.tiles[ply.after.core->placed].added_segment != kNone;
        castles += ply.action.kind == ActionKind::build_castle;
        granaries += ply.action.kind == ActionKind::build_granary;
        ladies += ply.action.kind == ActionKind::lady;
        recalls += ply.action.kind == ActionKind::recall && ply.action.value != 0;
        const Json json = action_to_json(name_action(*rules, ply.before, ply.action));
        const auto read = action_from_json(json, Path{});
        ASSERT_TRUE(std::holds_alternative<NamedAction>(read)) << json.dump();
        const auto found = find_action(*rules, ply.before, std::get<NamedAction>(read));
        ASSERT_TRUE(std::holds_alternative<Action>(found)) << json.dump();
        EXPECT_TRUE(std::get<Action>(found) == ply.action) << json.dump();
        for (const Event& event : ply.events)
          EXPECT_FALSE(event_to_json(*rules, ply.after, event).empty());
      });
  }
  EXPECT_GT(bridges, 0);
  EXPECT_GT(castles, 0);
  EXPECT_GT(granaries + ladies + recalls, 0);
}

}  // namespace
}  // namespace bastide
