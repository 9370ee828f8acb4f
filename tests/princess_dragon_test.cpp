// The set as a whole: its tiles, its options, what a player reads of it. Single positions are in
// tests/scenarios/princess_dragon.
#include <set>
#include <nlohmann/json.hpp>

#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "tests/princess_dragon_play.h"

namespace bastide::dragon_play {
namespace {

constexpr Mark kMarked[] = {Mark::volcano, Mark::dragon, Mark::princess, Mark::portal};

TEST(PrincessDragonTiles, PD_1_thirty_tiles_each_with_one_of_four_marks) {
  const SetDef* set = catalogue().find_set("princess_dragon");
  ASSERT_NE(set, nullptr);
  int counts[4] = {};
  for (const TileDef& tile : set->tiles) {
    int marks = 0;
    for (int i = 0; i < 4; ++i) {
      if (!tile.has(kMarked[i])) continue;
      ++marks;
      counts[i] += tile.count;
    }
    EXPECT_EQ(marks, 1) << tile.full_id();
  }
  EXPECT_EQ(counts[0], 6);
  EXPECT_EQ(counts[1], 12);
  EXPECT_EQ(counts[2], 6);
  EXPECT_EQ(counts[3], 6);
}

TEST(PrincessDragonTiles, PRINCESS_2_every_princess_sits_in_one_city) {
  for (const TileDef& tile : catalogue().find_set("princess_dragon")->tiles) {
    int princesses = 0;
    for (const SegmentDef& segment : tile.segments) {
      if (!segment.princess) continue;
      ++princesses;
      EXPECT_EQ(segment.kind, SegmentKind::city) << tile.full_id();
    }
    EXPECT_EQ(princesses, tile.has(Mark::princess) ? 1 : 0) << tile.full_id();
  }
}

TEST(PrincessDragonTiles, PD_10_PD_11_a_tunnel_is_one_road_between_two_fields) {
  const TileDef* tunnel = catalogue().find_tile("princess_dragon/PD-dragon-tunnel");
  ASSERT_NE(tunnel, nullptr);
  int roads = 0, fields = 0;
  for (const SegmentDef& segment : tunnel->segments) {
    roads += segment.kind == SegmentKind::road ? 1 : 0;
    fields += segment.kind == SegmentKind::field ? 1 : 0;
    EXPECT_EQ(segment.end, RoadEnd::none);
  }
  EXPECT_EQ(roads, 1);
  EXPECT_EQ(fields, 2);
}

TEST(PrincessDragonSetup, PD_3_all_tiles_are_in_the_one_stack) {
  const RulesPtr rules = dragon_rules(2);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(rules->stack_count, 1);
  EXPECT_EQ(s.core->left[0], 71 + 30);
}

TEST(PrincessDragonSetup, PD_2_PD_4_dragon_and_fairy_are_nobodys_and_off_the_board) {
  const RulesPtr rules = dragon_rules(5);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(part(*rules, s).dragon_in_play, 0);
  EXPECT_EQ(part(*rules, s).fairy_in_play, 0);
  for (int kind = 0; kind < kPieceKinds; ++kind)
    EXPECT_EQ(rules->piece_in_play[kind], kind == static_cast<int>(PieceKind::meeple));
}

TEST(PrincessDragonSetup, its_options_need_the_set) {
  for (const char* name : {"princess", "fairy_final", "fairy_placement", "dragon_move"}) {
    auto setup = base_play::setup_for(2);
    for (const OptionInfo& info : option_infos())
      if (info.name == name)
        setup.options.emplace_back(name, OptionValue(std::string(info.values[1])));
    ASSERT_EQ(setup.options.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<SetupError>(compile(setup))) << name;
    setup.sets.push_back({"princess_dragon", 1});
    EXPECT_TRUE(std::holds_alternative<RulesPtr>(compile(setup))) << name;
  }
}

TEST(PrincessDragonSetup, a_game_without_the_set_pays_nothing_for_it) {
  const RulesPtr rules = base_play::base_rules(2);
  EXPECT_EQ(rules->layout.module_bytes, 0u);
  EXPECT_EQ(initial_state(*rules).aside, nullptr);
  EXPECT_EQ(rules->ending_index, 5);
}

// DRAGON-22, DRAGON-23, DRAGON-25: what lives is eaten. X-5, X-21.
TEST(PrincessDragonPieces, traits_of_the_pieces_in_the_box) {
  const RulesPtr rules = rules_with({"base", "abbot", "princess_dragon"}, 2);
  for (PieceKind kind : {PieceKind::meeple, PieceKind::abbot}) {
    const PieceTraits& traits = rules->traits[kind];
    EXPECT_TRUE(traits.living && traits.person);
  }
  for (PieceKind kind : {PieceKind::barn, PieceKind::bridge, PieceKind::castle})
    EXPECT_FALSE(rules->traits[kind].living);
}

TEST(PrincessDragonState, the_public_state_shows_dragon_fairy_and_tiles_set_aside) {
  const RulesPtr rules = dragon_rules(2);
  PositionSpec spec;
  spec.tiles = {
      {base_play::tile_type(*rules, "base/B"), {0, 0}, 0, {{PieceKind::meeple, 1, "monastery"}}}};
  spec.module_words = {
      {"fairy", "0,0 P1 meeple monastery"},
      {"aside", "princess_dragon/PD-dragon-curve princess_dragon/PD-dragon-curve"}};
  const GameState s = load(*rules, spec);
  const Json json = state_to_json(*rules, s);
  EXPECT_TRUE(json["dragon"].is_null());
  EXPECT_EQ(json["fairy"],
            Json::parse(R"({"at":[0,0],"piece":"meeple","owner":1,"seg":"monastery"})"));
  EXPECT_EQ(json["set_aside"], Json::parse(R"({"princess_dragon/PD-dragon-curve":2})"));
  EXPECT_FALSE(json["discarded"].contains("princess_dragon/PD-dragon-curve"));
  EXPECT_FALSE(json.contains("flight"));
}

TEST(PrincessDragonState, words_of_a_position_that_make_no_sense_are_refused) {
  const RulesPtr rules = dragon_rules(2);
  const std::pair<const char*, const char*> wrong[] = {
      {"dragon", "7,7"},       {"dragon", "here"},        {"fairy", "7,7"},
      {"fairy", "0,0 P0 pig"}, {"aside", "base/nothing"}, {"unicorn", "0,0"}};
  for (const auto& [word, value] : wrong) {
    PositionSpec spec;
    spec.module_words = {{word, value}};
    EXPECT_TRUE(std::holds_alternative<SetupError>(load_position(*rules, spec))) << word << value;
  }
}

}  // namespace
}  // namespace bastide::dragon_play
