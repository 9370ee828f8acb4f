// What holds of the river over whole games and over thousands of random rivers.
#include <gtest/gtest.h>

#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;

Setup river_setup(int players = 2) {
  Setup setup = base_play::setup_for(players);
  setup.sets.push_back({"river", 1});
  return setup;
}

bool is_river(const Rules& rules, TileType type) { return rules.tiles[type].def->set == "river"; }
bool is_lake(const Rules& rules, TileType type) { return rules.tiles[type].def->has(Mark::lake); }

TEST(River, RIVER_1_TwelveTilesReplaceTheStartTile) {
  const RulesPtr rules = rules_of(river_setup());
  ASSERT_TRUE(rules);
  EXPECT_EQ(start_name(*rules), "river");
  const GameState s = initial_state(*rules);
  ASSERT_EQ(s.core->tiles, 1);
  EXPECT_EQ(rules->tiles[s.tiles[0].type].def->full_id(), "river/RV-spring");
  EXPECT_EQ(s.tiles[0].at, (Pos{0, 0}));
  int river = 0, base = 0;
  for (std::size_t t = 0; t < rules->tiles.size(); ++t)
    (is_river(*rules, static_cast<TileType>(t)) ? river : base) += s.stock[t];
  EXPECT_EQ(river, 11);
  EXPECT_EQ(base, 71);
  EXPECT_EQ(s.stock[base_play::tile_type(*rules, "base/D")], 3);
  EXPECT_EQ(rules->layout.max_tiles, 83);
}

TEST(River, RIVER_1_AnotherStartIsRefusedWithAReason) {
  auto setup = river_setup();
  setup.start = "tile";
  EXPECT_NE(refusal_of(setup).find("spring"), std::string::npos) << refusal_of(setup);
  setup.start = "river";
  EXPECT_EQ(refusal_of(setup), "");
  auto without = base_play::setup_for(2);
  without.start = "river";
  EXPECT_NE(refusal_of(without).find("not in play"), std::string::npos) << refusal_of(without);
}

// RIVER-30: two fixed starts do not go together.
TEST(River, RIVER_30_TheWheelAndTheRiverAreNotCombined) {
  auto setup = river_setup();
  setup.sets.push_back({"wheel", 1});
  EXPECT_NE(refusal_of(setup), "");
  setup.start = "river";
  EXPECT_NE(refusal_of(setup), "");
}

TEST(River, ItsOptionsNeedTheRiver) {
  auto setup = base_play::setup_for(2);
  setup.options = {{"river_turns", std::string("immediate_only")}};
  EXPECT_NE(refusal_of(setup).find("not in play"), std::string::npos);
  setup.sets.push_back({"river", 1});
  EXPECT_EQ(refusal_of(setup), "");
  setup.options = {{"river_turns", std::string("never")}};
  EXPECT_NE(refusal_of(setup), "");
  setup.options = {{"spring_divides", true}};
  EXPECT_EQ(refusal_of(setup), "");
}

// RIVER-2, RIVER-4, RIVER-5, RIVER-21, RIVER-26: river tiles, then the lake as the eleventh, then
// the base stock, whose last tile ends the game.
TEST(River, RIVER_4_TheLakeIsTheEleventhDrawAndBaseTilesFollow) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RulesPtr rules = rules_of(river_setup(2 + static_cast<int>(seed % 4)));
    ASSERT_TRUE(rules);
    int draws = 0, discards = 0;
    Seat expected = 0;
    play_random(*rules, seed, [&](const Ply& ply) {
      for (const Event& event : ply.events) discards += event.kind == EventKind::discarded ? 1 : 0;
      if (ply.action.kind != ActionKind::draw) return;
      ++draws;
      ASSERT_EQ(is_river(ply.rules, ply.action.tile), draws <= 11) << "draw " << draws;
      ASSERT_EQ(is_lake(ply.rules, ply.action.tile), draws == 11) << "draw " << draws;
      if (draws > 12) return;
      ASSERT_EQ(ply.before.core->active, expected);  // RIVER-28: no further turn after the lake
      expected = static_cast<Seat>((expected + 1) % rules->player_count());
    });
    EXPECT_EQ(draws, 82);
    EXPECT_LE(discards, 71);
  }
}

// RIVER-9, RIVER-24: with the default rule the river is one line from spring to lake without an
// open end, and it alternates; RIVER-15, RIVER-16: nobody is ever in it.
struct Line {
  int open_ends = 0;
  int tiles = 0;
};

Line river_on(const Rules& rules, const GameState& s) {
  Line line;
  for (int i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& tile = s.tiles[i];
    const EdgeWord edges = rules.face(tile.type, tile.rotation).edges;
    bool river = false;
    for (int side = 0; side < kSides; ++side) {
      if (edge_at(edges, static_cast<Side>(side)) != edge_bit(EdgeKind::river)) continue;
      river = true;
      if (tile_at(s, neighbour(tile.at, static_cast<Side>(side))) == nullptr) ++line.open_ends;
    }
    line.tiles += river ? 1 : 0;
  }
  return line;
}

struct Tally {
  int rivers = 0;
  int stuck = 0;  // rivers with a tile that fitted nowhere
  int discarded = 0;
};

// Only the river part of a game; see RIVER-25.
Tally lay_rivers(const Setup& setup, int count, int river_tiles = 12) {
  const RulesPtr rules = rules_of(setup);
  Tally tally;
  std::vector<Action> options;
  for (int n = 0; n < count; ++n) {
    Rng rng = Rng::stream(20, static_cast<std::uint64_t>(n));
    GameState s = initial_state(*rules);
    base_play::Events events;
    // The river is over when the draw comes from the last stack.
    while (decision(s) != DecisionKind::draw || s.core->stack + 1 < rules->stack_count) {
      const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
      const Action action =
          is_chance(s) ? sample_chance(*rules, s, word) : sample_legal(*rules, s, word);
      apply_assume_legal(*rules, s, action, &events);
      if (decision(s) != DecisionKind::place) continue;
      legal(*rules, s, options);
      EXPECT_EQ(options.size(), count_legal(*rules, s));
      const Pos only = options.front().at;  // one open end, one cell
      for (const Action& option : options) EXPECT_EQ(option.at, only);
    }
    int discards = 0;
    for (const Event& event : events.list) discards += event.kind == EventKind::discarded ? 1 : 0;
    ++tally.rivers;
    tally.discarded += discards;
    tally.stuck += discards > 0 ? 1 : 0;
    const Line line = river_on(*rules, s);
    EXPECT_EQ(line.tiles, river_tiles - discards);
    EXPECT_EQ(line.open_ends, discards == 0 ? 0 : line.open_ends > 0 ? 1 : 0);
    EXPECT_EQ(check(*rules, s), "");
    for (int i = 0; i < s.core->pieces; ++i)
      EXPECT_NE(base_play::kind_of(s, s.pieces[i].segment), SegmentKind::river);
    if (testing::Test::HasFailure()) break;
  }
  return tally;
}

TEST(River, S_R16_WithAlternatingBendsEveryTileHasAPlace) {
  const Tally tally = lay_rivers(river_setup(), 4000);
  EXPECT_EQ(tally.rivers, 4000);
  EXPECT_EQ(tally.stuck, 0);
}

TEST(River, RIVER_25_WithTheOtherReadingARiverIsSometimesStuck) {
  auto setup = river_setup();
  setup.options = {{"river_turns", std::string("immediate_only")}};
  const Tally tally = lay_rivers(setup, 4000);
  EXPECT_GT(tally.stuck, 4000 / 100);  // the ledger's search: 3.6 %
  EXPECT_LT(tally.stuck, 4000 * 8 / 100);
}

// RIVER-29: however many rivers are mixed, one spring and one lake are used.
TEST(River, RIVER_29_TwoCopiesHaveOneSpringAndOneLake) {
  auto setup = river_setup();
  setup.sets.back().copies = 2;
  const RulesPtr rules = rules_of(setup);
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(s.core->tiles, 1);
  EXPECT_EQ(s.core->left[0], 20);
  EXPECT_EQ(s.core->left[1], 1);
  const Tally tally = lay_rivers(setup, 200, 22);
  EXPECT_EQ(tally.rivers, 200);
}

// RIVER-28: River I has no fork, its lake no volcano; RIVER-2: its tiles lie in stacks before the
// last.
TEST(River, RIVER_28_NothingOfTheSecondRiver) {
  const RulesPtr rules = rules_of(river_setup());
  ASSERT_TRUE(rules);
  for (const TileInPlay& tile : rules->tiles) {
    EXPECT_FALSE(tile.def->has(Mark::fork));
    EXPECT_FALSE(tile.def->has(Mark::volcano));
    EXPECT_EQ(tile.def->set == "river", tile.stack + 1 < rules->stack_count);
  }
}

// RIVER-17, RIVER-18: faces of spring and lake in every rotation, with the option and without.
TEST(River, RIVER_18_SpringAndLakePartTheirBanksOnlyWithTheOption) {
  for (const char* id : {"river/RV-spring", "river/RV-lake"}) {
    const TileDef* def = catalogue().find_tile(id);
    ASSERT_NE(def, nullptr);
    for (Rotation turns = 0; turns < kRotations; ++turns) {
      FaceOptions options;
      options.claimable_kinds = kind_bit(SegmentKind::field);
      EXPECT_EQ(make_face(*def, turns, options).segment_count, 2);
      options.spring_divides = true;
      options.split_fields = true;
      const Face face = make_face(*def, turns, options);
      ASSERT_EQ(face.segment_count, 3);
      EXPECT_EQ(face.segments[1].ports ^ face.segments[2].ports, 0xFF);
      EXPECT_EQ(face.claimable, 0b110);
      for (int side = 0; side < kSides; ++side) {
        const auto& slots = face.slots[side];
        const bool on_axis = edge_at(face.edges, static_cast<Side>(side)) == 8 ||
                             edge_at(face.edges, static_cast<Side>((side + 2) & 3)) == 8;
        EXPECT_EQ(slots[0] != slots[2], on_axis) << id << " side " << side;
      }
    }
  }
}

// RIVER-18 with the option, over whole games: base tiles join halves of spring and lake.
TEST(River, WithDividingSpringsEveryStateIsSound) {
  auto setup = river_setup(3);
  setup.sets.push_back({"abbot", 1});
  setup.options = {{"spring_divides", true}};
  const RulesPtr rules = rules_of(setup);
  ASSERT_TRUE(rules);
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) { ASSERT_EQ(check(ply.rules, ply.after), ""); });
}

}  // namespace
}  // namespace bastide
