// What is on the table before the first turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::base_rules;
using base_play::setup_for;
using base_play::supply_of;
using base_play::tile_type;

TEST(BaseSetup, SETUP_1_SeventyTwoTilesOneOfThemTheStart) {
  const RulesPtr rules = base_rules(2);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(s.core->tiles, 1);
  EXPECT_EQ(chance_total(*rules, s), 71u);
  EXPECT_EQ(s.core->left[0], 71);
  std::map<std::string, int> letters;  // copies with a garden count with their letter
  for (std::size_t t = 0; t < rules->tiles.size(); ++t)
    letters[rules->tiles[t].def->id.substr(0, 1)] += s.stock[t];
  ++letters["D"];
  const std::map<std::string, int> printed{
      {"A", 2}, {"B", 4}, {"C", 1}, {"D", 4}, {"E", 5}, {"F", 2}, {"G", 1}, {"H", 3},
      {"I", 2}, {"J", 3}, {"K", 3}, {"L", 3}, {"M", 2}, {"N", 3}, {"O", 2}, {"P", 3},
      {"Q", 1}, {"R", 3}, {"S", 2}, {"T", 1}, {"U", 8}, {"V", 9}, {"W", 4}, {"X", 1}};
  EXPECT_EQ(letters, printed);
}

TEST(BaseSetup, SETUP_1_WithoutDiscardsThereAreSeventyOneTurns) {
  const RulesPtr rules = base_rules(3);
  int drawn = 0;
  int placed = 0;
  int discarded = 0;
  base_play::play_random(*rules, 1, [&](const base_play::Ply& ply) {
    for (const Event& e : ply.events) {
      drawn += e.kind == EventKind::drawn;
      placed += e.kind == EventKind::placed;
      discarded += e.kind == EventKind::discarded;
    }
  });
  EXPECT_EQ(drawn, 71);
  EXPECT_EQ(placed + discarded, 71);
}

// Eight meeples of a colour: seven to place and the eighth, which only counts points.
TEST(BaseSetup, SETUP_2_SETUP_7_SevenMeeplesInHandAndTheEighthOnSpaceZero) {
  const RulesPtr rules = base_rules(5);
  const GameState s = initial_state(*rules);
  for (int seat = 0; seat < 5; ++seat) {
    EXPECT_EQ(supply_of(s, seat), 7);
    EXPECT_EQ(s.core->players[seat].score, 0);
    for (int piece = 1; piece < kPieceKinds; ++piece)
      EXPECT_EQ(s.core->players[seat].supply[piece], 0) << kPieceNames[piece];
  }
}

TEST(BaseSetup, SETUP_3_TwoToFivePlayers) {
  for (int players = 2; players <= 5; ++players) EXPECT_EQ(refusal_of(setup_for(players)), "");
  for (int players : {0, 1, 6, 7}) EXPECT_NE(refusal_of(setup_for(players)), "") << players;
}

TEST(BaseSetup, SETUP_4_TheStartTileLiesInTheMiddleAndNobodyDrewIt) {
  const RulesPtr rules = base_rules(2);
  base_play::Events events;
  const GameState s = initial_state(*rules, &events);
  const PlacedTile* start = tile_at(s, {0, 0});
  ASSERT_NE(start, nullptr);
  EXPECT_EQ(rules->tiles[start->type].def->full_id(), "base/D");
  EXPECT_EQ(start->rotation, 0);
  EXPECT_EQ(s.core->turn, 1);
  for (const Event& e : events.list) EXPECT_NE(e.kind, EventKind::drawn);
  EXPECT_EQ(actor(s), kDealer);
  EXPECT_EQ(decision(s), DecisionKind::draw);
}

TEST(BaseSetup, SETUP_5_TheStartTileNeverGoesIntoTheStock) {
  const RulesPtr rules = base_rules(2);
  const GameState s = initial_state(*rules);
  const TileType d = tile_type(*rules, "base/D");
  EXPECT_EQ(rules->tiles[d].def->count, 4);
  EXPECT_EQ(s.stock[d], 3);
}

// The draw is blind: the n-th of all unseen tiles, so that every tile is as likely as another, and
// the state holds no order of the stock that anybody could look at.
TEST(BaseSetup, SETUP_6_EveryTileOfTheStockIsEquallyLikely) {
  const RulesPtr rules = base_rules(2);
  const GameState s = initial_state(*rules);
  std::map<TileType, int> seen;
  for (std::uint32_t n = 0; n < chance_total(*rules, s); ++n) ++seen[nth_chance(*rules, s, n).tile];
  for (std::size_t t = 0; t < rules->tiles.size(); ++t)
    EXPECT_EQ(seen[static_cast<TileType>(t)], s.stock[t]) << rules->tiles[t].def->full_id();
}

TEST(BaseSetup, SETUP_8_TheScoreMarkerIsNeverDeployed) {
  const RulesPtr rules = base_rules(2);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      int standing[kMaxPlayers] = {};
      for (int i = 0; i < ply.after.core->pieces; ++i) ++standing[ply.after.pieces[i].owner];
      for (int seat = 0; seat < 2; ++seat)
        ASSERT_EQ(standing[seat] + supply_of(ply.after, seat), 7);
    });
}

TEST(BaseSetup, SETUP_9_OnlyTheColoursAtTheTableHaveMeeples) {
  const RulesPtr rules = base_rules(3);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(rules->player_count(), 3);
  for (int seat = 3; seat < kMaxPlayers; ++seat) EXPECT_EQ(supply_of(s, seat), 0);
  base_play::play_random(*rules, 7, [](const base_play::Ply& ply) {
    if (actor(ply.before) != kDealer) {
      ASSERT_LT(actor(ply.before), 3);
    }
    for (int i = 0; i < ply.after.core->pieces; ++i) ASSERT_LT(ply.after.pieces[i].owner, 3);
  });
}

// Who begins is settled before the game (drawn by lot or agreed): the first of the list begins.
TEST(BaseSetup, SETUP_11_WhoeverIsListedFirstBegins) {
  auto setup = setup_for(2);
  std::swap(setup.players[0], setup.players[1]);
  const auto compiled = compile(setup);
  ASSERT_TRUE(std::holds_alternative<RulesPtr>(compiled));
  const Rules& rules = *std::get<RulesPtr>(compiled);
  GameState s = initial_state(rules);
  EXPECT_EQ(rules.players[0].name, "player 1");
  ASSERT_FALSE(apply(rules, s, nth_chance(rules, s, 0)));
  EXPECT_EQ(actor(s), 0);
}

TEST(BaseSetup, SETUP_12_TurnsGoRoundInTheOrderOfTheSeats) {
  const RulesPtr rules = base_rules(4);
  std::vector<int> seats;
  base_play::play_random(*rules, 3, [&](const base_play::Ply& ply) {
    if (ply.action.kind == ActionKind::place) seats.push_back(actor(ply.before));
  });
  ASSERT_GE(seats.size(), 60u);
  for (std::size_t i = 0; i < seats.size(); ++i) ASSERT_EQ(seats[i], static_cast<int>(i % 4));
}

// What can be done with a tile: where it fits, and what a meeple may stand on there.
std::vector<std::string> uses_of(const Rules& rules, const std::string& id) {
  std::vector<std::string> uses;
  GameState drawn = initial_state(rules);
  EXPECT_FALSE(apply(rules, drawn, Action::draw(tile_type(rules, id))));
  std::vector<Action> placements;
  legal(rules, drawn, placements);
  std::vector<Action> answers;
  for (const Action& placement : placements) {
    GameState s(drawn);
    EXPECT_FALSE(apply(rules, s, placement));
    legal(rules, s, answers);
    for (const Action& a : answers)
      uses.push_back(std::to_string(placement.at.x) + "," + std::to_string(placement.at.y) + "/" +
                     std::to_string(placement.value) + " " +
                     (a.kind == ActionKind::pass
                          ? "pass"
                          : segment_name(*rules.tiles[placement.tile].def,
                                         rules.face(placement.tile, placement.value), a.seg)));
  }
  std::sort(uses.begin(), uses.end());
  return uses;
}

TEST(BaseSetup, SETUP_13_AGardenChangesNothingWithoutAnAbbot) {
  const RulesPtr rules = base_rules(2);
  for (const char* letter : {"E", "H", "I", "M", "N", "R", "U", "V"}) {
    const std::string plain = std::string("base/") + letter;
    EXPECT_EQ(uses_of(*rules, plain), uses_of(*rules, plain + "G")) << plain;
  }
}

TEST(BaseSetup, SETUP_14_NobodyStandsOnTheStartTile) {
  const RulesPtr rules = base_rules(5);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(s.core->pieces, 0);
  for (int f = 0; f < s.core->features; ++f) EXPECT_EQ(s.features[f].occupants, 0u);
}

}  // namespace
}  // namespace bastide
