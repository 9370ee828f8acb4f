// Inns & Cathedrals: what its scenarios cannot say. Tiles, six players, and what holds of the large
// meeple over whole games with every other set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/expansions/bridges_castles_bazaars/state.h"
#include "engine/expansions/wheel/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/notation/text_action.h"
#include "engine/scoring/majority.h"
#include "tests/base_play.h"
#include "tests/hub_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;

const std::string kInns = "inns_cathedrals";

Setup inns_setup(int players, std::vector<std::string> others = {"base"}) {
  others.push_back(kInns);
  return setup_of(others, players);
}

const TileDef& inns_tile(std::string_view id) {
  for (const TileDef& tile : catalogue().find_set(kInns)->tiles)
    if (tile.id == id) return tile;
  ADD_FAILURE() << "no tile " << id;
  return catalogue().find_set(kInns)->tiles.front();
}

int segments_of_kind(const TileDef& tile, SegmentKind kind) {
  return static_cast<int>(std::ranges::count(tile.segments, kind, &SegmentDef::kind));
}

// --- Tiles ---------------------------------------------------------------------

TEST(InnsCathedrals, IC_1_EighteenTilesTwoCathedralsSixInns) {
  int tiles = 0, cathedrals = 0, inns = 0, gardens = 0;
  for (const TileDef& tile : catalogue().find_set(kInns)->tiles) {
    tiles += tile.count;
    const bool cathedral = std::ranges::any_of(
        tile.segments, [](const SegmentDef& s) { return s.has(FeatureMark::cathedral); });
    const auto with_inn = std::ranges::count_if(
        tile.segments, [](const SegmentDef& s) { return s.has(FeatureMark::inn); });
    EXPECT_LE(with_inn, 1) << tile.id;  // INN-6: one road of a tile
    EXPECT_FALSE(cathedral && with_inn != 0) << tile.id;
    cathedrals += cathedral ? tile.count : 0;
    inns += with_inn != 0 ? tile.count : 0;
    gardens += tile.has(Mark::garden) ? tile.count : 0;
  }
  EXPECT_EQ(tiles, 18);
  EXPECT_EQ(cathedrals, 2);
  EXPECT_EQ(inns, 6);
  EXPECT_EQ(gardens, 2);
  const RulesPtr rules = rules_of(inns_setup(2));
  EXPECT_EQ(tiles_left(initial_state(*rules)), 71 + 18);
}

TEST(InnsCathedrals, IC_7_TheCathedralIsOneCityOfFourSidesWithoutAField) {
  const TileDef& tile = inns_tile("IC-cathedral");
  ASSERT_EQ(tile.segments.size(), 1u);
  EXPECT_EQ(tile.segments[0].kind, SegmentKind::city);
  EXPECT_EQ(tile.segments[0].sides, 0xF);
}

TEST(InnsCathedrals, IC_8_IC_9_CapsAreApartAndShareOneField) {
  for (const auto& [id, caps] : {std::pair("IC-four-capsG", 4), std::pair("IC-three-caps", 3)}) {
    const TileDef& tile = inns_tile(id);
    EXPECT_EQ(segments_of_kind(tile, SegmentKind::city), caps);
    ASSERT_EQ(segments_of_kind(tile, SegmentKind::field), 1);
    const auto field = std::ranges::find(tile.segments, SegmentKind::field, &SegmentDef::kind);
    EXPECT_EQ(std::popcount(field->touches), caps);
    EXPECT_EQ(field->halves == 0, caps == 4);  // without a way out
  }
}

TEST(InnsCathedrals, IC_10_to_IC_13_RoadsAndFieldsOfTheOtherTiles) {
  EXPECT_EQ(segments_of_kind(inns_tile("IC-caps-village"), SegmentKind::road), 2);
  EXPECT_EQ(segments_of_kind(inns_tile("IC-caps-village"), SegmentKind::field), 4);
  EXPECT_EQ(segments_of_kind(inns_tile("IC-monastery-two-roads"), SegmentKind::field), 2);  // IC-11
  EXPECT_EQ(segments_of_kind(inns_tile("IC-two-curves"), SegmentKind::road), 2);            // IC-12
  EXPECT_EQ(segments_of_kind(inns_tile("IC-two-curves"), SegmentKind::field), 3);
  const TileDef& wide = inns_tile("IC-wide-city");  // IC-13
  EXPECT_FALSE(wide.segments[0].cap);
  EXPECT_FALSE(wide.unmarked_caps);
  EXPECT_EQ(segments_of_kind(wide, SegmentKind::field), 2);
}

// --- Setup ---------------------------------------------------------------------

TEST(InnsCathedrals, IC_2_OneLargeMeepleEachAndNoneWithoutTheOption) {
  const RulesPtr rules = rules_of(inns_setup(3));
  EXPECT_EQ(line_of(supplies_to_json(*rules, initial_state(*rules))),
            R"([{"meeple":7,"big":1},{"meeple":7,"big":1},{"meeple":7,"big":1}])");
  auto setup = inns_setup(2);
  setup.options.emplace_back("large_meeple", false);  // Q-IC-3
  const RulesPtr without = rules_of(setup);
  EXPECT_EQ(line_of(supplies_to_json(*without, initial_state(*without))),
            R"([{"meeple":7},{"meeple":7}])");
  EXPECT_TRUE(without->plain_majorities);
}

TEST(InnsCathedrals, TwoCopiesDoubleTheTilesAndNotThePieces) {  // Q-IC-4
  auto setup = inns_setup(2);
  setup.sets.back().copies = 2;
  const RulesPtr rules = rules_of(setup);
  EXPECT_EQ(tiles_left(initial_state(*rules)), 71 + 36);
  EXPECT_EQ(rules->supply[PieceKind::big], 1);
}

TEST(InnsCathedrals, IC_3_SixPlayersOnlyWithTheSet) {  // S-IC-19
  EXPECT_EQ(refusal_of(inns_setup(6)), "");
  EXPECT_EQ(refusal_of(inns_setup(6, {"wheel"})), "");
  EXPECT_EQ(refusal_of(setup_of({"base"}, 6)),
            "A game needs 2 to 5 players, not 6. The colour of player 6 comes with the set "
            "\"inns_cathedrals\".");
  EXPECT_EQ(refusal_of(inns_setup(7)), "A game needs 2 to 6 players, not 7.");
  EXPECT_EQ(refusal_of(inns_setup(1)), "A game needs 2 to 6 players, not 1.");
  EXPECT_EQ(refusal_of(setup_of({"base"}, 1)), "A game needs 2 to 5 players, not 1.");
}

TEST(InnsCathedrals, IC_4_Y_3_TheSixthPlayerHasTheSamePiecesAndTurns) {
  const RulesPtr rules = rules_of(inns_setup(6, {"base", "abbot"}));
  const GameState s = initial_state(*rules);
  for (int seat = 0; seat < 6; ++seat) {
    EXPECT_EQ(s.core->players[seat].supply[PieceKind::meeple], 7);
    EXPECT_EQ(s.core->players[seat].supply[PieceKind::abbot], 1);
    EXPECT_EQ(s.core->players[seat].supply[PieceKind::big], 1);
  }
  EXPECT_EQ(rules->traits[PieceKind::abbot].strength, 1);
  EXPECT_EQ(rules->traits[PieceKind::big].strength, 2);  // BIG-5
  std::vector<int> turns(6);
  play_random(*rules, 1, [&](const Ply& ply) {
    if (ply.action.kind == ActionKind::place) ++turns[ply.before.core->active];
  });
  EXPECT_LE(*std::ranges::max_element(turns) - *std::ranges::min_element(turns), 1);
}

// IC-6: the score is a number without limit.
TEST(InnsCathedrals, IC_6_ScoresGoBeyondAHundred) {
  auto setup = inns_setup(2);
  PositionSpec position;
  position.scores = {149, 0};
  const RulesPtr rules = rules_of(setup);
  auto loaded = load_position(*rules, position);
  ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
  EXPECT_EQ(std::get<GameState>(loaded).core->players[0].score, 149);
}

TEST(InnsCathedrals, Y_7_SixPlayersHaveTwoBridgesAndTwoCastlesAndSixTilesInABazaar) {
  const RulesPtr rules = rules_of(inns_setup(6, {"base", "bridges_castles_bazaars"}));
  EXPECT_EQ(rules->supply[PieceKind::bridge], 2);
  EXPECT_EQ(rules->supply[PieceKind::castle], 2);
  int most = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) {
      const auto& state = ply.rules.ext<bridges_castles_bazaars::BcbState>(ply.after);
      most = std::max<int>(most, state.tile_count);
      ASSERT_LE(state.tile_count, 6);
    });
  EXPECT_EQ(most, 6);
}

// --- Whole games -----------------------------------------------------------------

// Answers that name a piece, by piece, without it.
std::set<std::string> answers_with(const Ply& ply, const std::vector<Action>& answers,
                                   PieceKind piece) {
  std::set<std::string> out;
  for (Action answer : answers) {
    if (answer.piece != piece) continue;
    if (answer.kind != ActionKind::meeple && answer.kind != ActionKind::crown &&
        answer.kind != ActionKind::deploy)
      continue;
    answer.piece = PieceKind::meeple;
    out.insert(line_of(action_to_json(ply.rules, ply.before, answer)));
  }
  return out;
}

// Ordinary before large, for the same place.
void expect_order(const std::vector<Action>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].piece != PieceKind::big) continue;
    Action ordinary = answers[i];
    ordinary.piece = PieceKind::meeple;
    ASSERT_EQ(std::find(answers.begin() + static_cast<std::ptrdiff_t>(i), answers.end(), ordinary),
              answers.end());
  }
}

// BIG-1..4, BIG-10, X-21, X-32, X-48, X-55, Y-1, Y-12, D-IC-1, D-IC-2: wherever an ordinary meeple
// may go a large one may, and nowhere else.
void expect_twins(const Ply& ply) {
  const DecisionKind asked = decision(ply.before);
  if (asked != DecisionKind::meeple && asked != DecisionKind::deploy) return;
  const PlayerState& player = ply.before.core->players[ply.before.core->active];
  std::vector<Action> answers;
  legal(ply.rules, ply.before, answers);
  expect_order(answers);
  const auto ordinary = answers_with(ply, answers, PieceKind::meeple);
  const auto large = answers_with(ply, answers, PieceKind::big);
  const bool has_large = player.supply[PieceKind::big] != 0;
  const bool has_ordinary = player.supply[PieceKind::meeple] != 0;
  ASSERT_TRUE(has_large || large.empty());
  ASSERT_TRUE(has_ordinary || ordinary.empty());  // BIG-11
  ASSERT_TRUE(!has_large || !has_ordinary || ordinary == large);
}

// INN-3, CATHEDRAL-3, Q-IC-5: what is worth nothing is not told. BIG-12: one occupant each.
void expect_plain_scores(const Ply& ply) {
  for (const Event& event : ply.events)
    ASSERT_TRUE(event.kind != EventKind::score || event.points != 0);
  for (FeatureId f = 0; f < ply.after.core->features; ++f) {
    if (ply.after.features[f].segments == 0) continue;
    std::array<int, kMaxPlayers> figures{};
    for (int i = 0; i < ply.after.core->pieces; ++i) {
      const PlacedPiece& piece = ply.after.pieces[i];
      if (ply.after.segments[piece.segment].feature == f && occupies(ply.rules, piece))
        ++figures[piece.owner];
    }
    for (int seat = 0; seat < ply.rules.player_count(); ++seat)
      ASSERT_EQ(number_of_seat(ply.after.features[f].occupants, seat), figures[seat]);
  }
}

const std::vector<std::vector<std::string>>& mixtures_with_inns() {
  static const std::vector<std::vector<std::string>> all{
      {"base"},
      {"base", "abbot", "river2"},
      {"base", "river", "princess_dragon"},
      {"base", "abbot", "count", "king_robber", "cult"},
      {"base", "bridges_castles_bazaars", "princess_dragon"},
      {"base", "count", "bridges_castles_bazaars"},
      {"base", "castles_bridges", "princess_dragon"},
      {"wheel", "abbot", "castles_bridges"},
      {"wheel", "princess_dragon", "bridges_castles_bazaars"}};
  return all;
}

TEST(InnsCathedrals, LargeMeeplesGoWhereMeeplesGoInWholeGames) {
  std::uint64_t seed = 100;
  for (const auto& sets : mixtures_with_inns()) {
    SCOPED_TRACE(testing::PrintToString(sets));
    for (const int players : {2, 6}) {
      const RulesPtr rules = rules_of(inns_setup(players, sets));
      ASSERT_TRUE(rules);
      play_random(*rules, ++seed, [](const Ply& ply) {
        expect_twins(ply);
        expect_plain_scores(ply);
        ASSERT_EQ(check(ply.rules, ply.after), "");
      });
    }
  }
}

// --- Words -----------------------------------------------------------------------

// The position at a `meeple` question of a game with the wheel.
GameState before_a_crown(const Rules& rules) {
  GameState s = initial_state(rules);
  apply_assume_legal(rules, s, Action::draw(base_play::tile_type(rules, "wheel/B")));
  std::vector<Action> answers;
  legal(rules, s, answers);
  apply_assume_legal(rules, s, answers.front());
  return s;
}

TEST(InnsCathedrals, Y_12_CrownsNameTheLargeMeepleOnly) {
  const RulesPtr rules = rules_of(inns_setup(2, {"wheel"}));
  const GameState s = before_a_crown(*rules);
  const Action large{.kind = ActionKind::crown,
                     .piece = PieceKind::big,
                     .value = static_cast<std::uint8_t>(Sector::storm)};
  Action ordinary = large;
  ordinary.piece = PieceKind::meeple;
  const Json as_large = action_to_json(*rules, s, large);
  EXPECT_EQ(line_of(as_large), R"({"by":0,"do":"crown","sector":"storm","piece":"big"})");
  EXPECT_EQ(line_of(action_to_json(*rules, s, ordinary)),
            R"({"by":0,"do":"crown","sector":"storm"})");
  EXPECT_EQ(action_text(*rules, s, large), "large meeple on a crown of storm");
  EXPECT_EQ(action_text(*rules, s, ordinary), "meeple on a crown of storm");
  for (const auto& [text, piece] :
       {std::pair(R"({"do":"crown","sector":"storm"})", PieceKind::meeple),
        std::pair(R"({"do":"crown","sector":"storm","piece":"meeple"})", PieceKind::meeple),
        std::pair(R"({"do":"crown","sector":"storm","piece":"big"})", PieceKind::big)}) {
    const auto read = action_from_json(Json::parse(text));
    ASSERT_TRUE(std::holds_alternative<NamedAction>(read)) << text;
    const auto found = find_legal_action(*rules, s, std::get<NamedAction>(read));
    ASSERT_TRUE(std::holds_alternative<Action>(found)) << text;
    EXPECT_EQ(std::get<Action>(found).piece, piece);
  }
  const auto wrong = action_from_json(Json::parse(R"({"do":"crown","sector":"storm","piece":7})"));
  EXPECT_TRUE(std::holds_alternative<FormError>(wrong));
}

// Whose large meeple stands on a crown makes another position.
TEST(InnsCathedrals, Y_12_TheIdentityKnowsWhatStandsOnACrown) {
  const RulesPtr rules = rules_of(inns_setup(2, {"wheel"}));
  const auto hash_with = [&](std::vector<std::string> crowns) {
    PositionSpec position;
    for (const std::string& crown : crowns) position.module_words.emplace_back("crown", crown);
    auto loaded = load_position(*rules, position);
    EXPECT_TRUE(std::holds_alternative<GameState>(loaded));
    return state_hash(*rules, std::get<GameState>(loaded));
  };
  const std::set<std::uint64_t> hashes{
      hash_with({"taxes 0", "taxes 1"}), hash_with({"taxes 0 big", "taxes 1"}),
      hash_with({"taxes 0", "taxes 1 big"}), hash_with({"taxes 0 big", "taxes 1 big"})};
  EXPECT_EQ(hashes.size(), 4u);
  EXPECT_EQ(hash_with({"taxes 0 big", "taxes 1"}), hash_with({"taxes 1", "taxes 0 big"}));
}

// Crowns are seats, as ever; beside them stands who is no ordinary meeple, and nothing else.
TEST(InnsCathedrals, Y_12_TheStateTellsALargeMeepleOnACrown) {
  const RulesPtr rules = rules_of(inns_setup(2, {"wheel"}));
  PositionSpec position;
  position.module_words = {{"crown", "taxes 1"}};
  const GameState before = std::get<GameState>(load_position(*rules, position));
  EXPECT_FALSE(state_to_json(*rules, before)["wheel"].contains("pieces"));
  position.module_words.emplace_back("crown", "taxes 0 big");
  const GameState s = std::get<GameState>(load_position(*rules, position));
  const Json wheel = state_to_json(*rules, s)["wheel"];
  EXPECT_EQ(wheel["crowns"]["taxes"], Json::parse("[1,0]"));
  EXPECT_EQ(wheel["pieces"], Json::parse(R"([{"sector":"taxes","owner":0,"piece":"big"}])"));
}

// --- At a table ------------------------------------------------------------------

TEST(InnsCathedrals, IC_3_SixSitAtATableOfTheServer) {
  server::hub_play::Node node;
  server::hub_play::Person ada(node, "Ada");
  std::string six = R"({"kind":"me"})";
  for (int i = 1; i < 6; ++i)
    six += R"(,{"kind":"me","name":"Player )" + std::to_string(i) + R"("})";
  const std::string table = ada.create(R"(["base","inns_cathedrals"])", "[" + six + "]");
  EXPECT_EQ(ada.join(table)["state"]["players"].size(), 6u);
  Rng rng(4);
  while (!ada.at(table).over()) ASSERT_TRUE(ada.play_one(table, rng) || ada.at(table).over());
  const Json refused = ada.ask(R"({"type":"create","setup":{"sets":["base"]},"seats":[)" + six +
                               R"(],"listed":true,"assist":"standard"})");
  EXPECT_EQ(refused["type"], "refused");
  EXPECT_NE(refused.dump().find("inns_cathedrals"), std::string::npos) << refused.dump();
}

}  // namespace
}  // namespace bastide
