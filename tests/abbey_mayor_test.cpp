// What holds of Abbey & Mayor at setup, on the wire and over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/expansions/abbey_mayor/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_state.h"
#include "engine/rules/corners.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using abbey_mayor::AbbeyMayorState;
using base_play::play_random;
using base_play::Ply;
using base_play::tile_type;

constexpr std::string_view kAbbey = "abbey_mayor/AM-abbey";

int held(const GameState& s, int seat, PieceKind kind) {
  return s.core->players[seat].supply[kind];
}

// The sets that abbeys, wagons and barns meet, each with the base game.
std::vector<std::vector<std::string>> company() {
  return {{"base", "abbey_mayor"},
          {"base", "abbey_mayor", "princess_dragon", "king_robber", "cult", "abbot"},
          {"base", "abbey_mayor", "bridges_castles_bazaars", "count", "traders_builders"},
          {"base", "abbey_mayor", "castles_bridges", "river", "hills_sheep"},
          {"base", "abbey_mayor", "princess_dragon", "river2", "inns_cathedrals"},
          {"base", "abbey_mayor", "wheel", "traders_builders", "hills_sheep"}};
}

template <class See>
void games_in_company(std::uint64_t seed, See see) {
  base_play::play_in_each(company(), seed, see);
}

// --- The set ------------------------------------------------------------------

TEST(AbbeyMayor, AM_1_AM_2_AM_3_TwelveTilesAndOneOfEachKind) {
  const RulesPtr rules = rules_of({"base", "abbey_mayor"}, 5);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(tiles_left(s), 71 + 12);
  for (int seat = 0; seat < 5; ++seat)
    for (const PieceKind kind :
         {PieceKind::abbey, PieceKind::mayor, PieceKind::wagon, PieceKind::barn})
      EXPECT_EQ(held(s, seat, kind), 1);
  EXPECT_EQ(s.stock[tile_type(*rules, kAbbey)], 0);
  EXPECT_EQ(check(*rules, s), "");
  // Nothing is missing from the box that nobody has seen leave it.
  EXPECT_TRUE(state_to_json(*rules, s)["discarded"].empty());
}

TEST(AbbeyMayor, FiguresComeWithCopiesUpToAnEnd) {  // Q-AM-23
  for (const int copies : {2, 3, 9}) {
    bastide::Setup setup = setup_of({"base", "abbey_mayor"}, 2);
    setup.sets[1].copies = copies;
    const RulesPtr rules = rules_of(setup);
    ASSERT_TRUE(rules);
    EXPECT_EQ(rules->supply[PieceKind::wagon], std::min(copies, abbey_mayor::kMostOfAKind));
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      play_random(*rules, seed, [](const Ply& ply) { ASSERT_EQ(check(ply.rules, ply.after), ""); });
  }
}

// --- Whole games -----------------------------------------------------------------

bool is_a_hole(const GameState& s, Pos at) {
  for (int side = 0; side < kSides; ++side)
    if (tile_at(s, neighbour(at, static_cast<Side>(side))) == nullptr) return false;
  return tile_at(s, at) == nullptr;
}

// ABBEY-1, ABBEY-2, ABBEY-14, ABBEY-15, Q-AM-21: into holes, unturned, with nothing drawn.
TEST(AbbeyMayor, ABBEY_1_ABBEY_2_ABBEY_14_ABBEY_15_AbbeysFillHoles) {
  int laid = 0, asked = 0;
  games_in_company(100, [&](const Ply& ply) {
    if (decision(ply.before) != DecisionKind::abbey) return;
    ++asked;
    const Seat seat = actor(ply.before);
    ASSERT_EQ(ply.before.core->current, kNone);
    ASSERT_GT(held(ply.before, seat, PieceKind::abbey), 0);
    if (ply.action.kind == ActionKind::pass) return;
    ++laid;
    ASSERT_TRUE(is_a_hole(ply.before, ply.action.at));
    ASSERT_EQ(ply.action.value, 0);
    ASSERT_EQ(held(ply.after, seat, PieceKind::abbey),
              held(ply.before, seat, PieceKind::abbey) - 1);
    ASSERT_EQ(tiles_left(ply.after), tiles_left(ply.before));
    ASSERT_EQ(tile_at(ply.after, ply.action.at)->type, ply.action.tile);
  });
  EXPECT_GT(asked, 100);
  EXPECT_GT(laid, 30);
}

// ABBEY-5, Z-80: whoever has drawn, or bought, lays that tile; the abbey is asked about before.
TEST(AbbeyMayor, ABBEY_5_Z_80_NobodyIsAskedWithATileInHand) {
  games_in_company(150, [&](const Ply& ply) {
    if (decision(ply.after) != DecisionKind::abbey) return;
    ASSERT_EQ(ply.after.core->sub_turn, 0);
    ASSERT_TRUE(std::ranges::none_of(
        ply.events, [](const Event& event) { return event.kind == EventKind::drawn; }));
  });
}

// Random play that keeps the abbeys for the round.
template <class See>
void play_with_abbeys_kept(const Rules& rules, std::uint64_t seed, See see) {
  Rng rng(seed);
  GameState s = initial_state(rules);
  while (!is_over(s)) {
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    const bool kept =
        decision(s) == DecisionKind::abbey && rules.ext<AbbeyMayorState>(s).round == 0;
    const Action action = kept           ? Action::pass()
                          : is_chance(s) ? sample_chance(rules, s, word)
                                         : sample_legal(rules, s, word);
    const GameState before(s);
    ASSERT_FALSE(apply(rules, s, action));
    see(before, action, s);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// ABBEY-16, ABBEY-17, Q-AM-2, Q-AM-3: everybody once, in the order of seats, when nothing is left.
TEST(AbbeyMayor, ABBEY_16_ABBEY_17_TheRoundGoesOnceAround) {
  int asked = 0, laid = 0;
  for (const auto& sets : company()) {
    const RulesPtr rules = rules_of(sets, 3);
    for (std::uint64_t seed = 200; seed < 204; ++seed) {
      int next = 0;
      play_with_abbeys_kept(
          *rules, seed, [&](const GameState& before, const Action& action, const GameState& after) {
            const auto& am = rules->ext<AbbeyMayorState>(before);
            ASSERT_EQ(check(*rules, after), "");
            if (decision(before) != DecisionKind::abbey || am.round == 0) return;
            const int place = (actor(before) - am.last_turn + 2) % 3;  // left of him is 0
            ASSERT_EQ(tiles_left(before), 0);
            ASSERT_EQ(am.round, place + 2);
            ASSERT_GE(place, next);
            next = place + 1;
            ++asked;
            if (action.kind != ActionKind::place) return;
            ++laid;
            ASSERT_EQ(after.core->turn, before.core->turn + 1);
          });
    }
  }
  EXPECT_GT(asked, 30);
  EXPECT_GT(laid, 15);
}

// WAGON-6..8, WAGON-12: to a feature nearby that is incomplete and empty; nothing waits when the
// next tile is drawn.
TEST(AbbeyMayor, WAGON_6_WAGON_7_WAGON_8_WagonsDriveToWhatIsFree) {
  int moved = 0;
  games_in_company(300, [&](const Ply& ply) {
    if (decision(ply.after) == DecisionKind::draw) {
      ASSERT_EQ(ply.rules.ext<AbbeyMayorState>(ply.after).wagon_count, 0);
    }
    for (const Event& event : ply.events) {
      if (event.kind != EventKind::wagon_moved) continue;
      ++moved;
      const FeatureId f = feature_of(ply.before, event.segment);
      const Pos from = tile_of(ply.before, event.from).at,
                to = tile_of(ply.before, event.segment).at;
      ASSERT_LE(std::abs(from.x - to.x), 1);
      ASSERT_LE(std::abs(from.y - to.y), 1);
      ASSERT_FALSE(is_complete(ply.before, f));
      ASSERT_EQ(ply.before.features[f].occupants, 0u);
      ASSERT_TRUE(is_complete(ply.before, feature_of(ply.before, event.from)));
    }
  });
  EXPECT_GT(moved, 30);
}

TEST(AbbeyMayor, WAGON_16_LinkedWagonsDriveToWhatMeetsTheirFeature) {
  bastide::Setup setup = setup_of({"base", "abbey_mayor", "inns_cathedrals"}, 3);
  setup.options.emplace_back("wagon_move", std::string("linked"));
  const RulesPtr rules = rules_of(setup);
  int asked = 0;
  for (std::uint64_t seed = 350; seed < 370; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) {
      ASSERT_EQ(check(ply.rules, ply.after), "");
      if (decision(ply.before) != DecisionKind::wagon) return;
      ++asked;
      std::vector<Action> answers;
      legal(ply.rules, ply.before, answers);
      for (std::size_t i = 0; i < answers.size(); ++i)
        ASSERT_EQ(std::count(answers.begin(), answers.end(), answers[i]), 1);
    });
  EXPECT_GT(asked, 10);
}

// BARN-1, BARN-2, BARN-6, BARN-9..12: barns stay where four tiles show their field, and nobody
// farms there when the next tile is drawn.
TEST(AbbeyMayor, BARN_1_BARN_6_BARN_9_BARN_12_NobodyFarmsBesideABarn) {
  int barns = 0, scored = 0;
  games_in_company(400, [&](const Ply& ply) {
    ASSERT_EQ(check(ply.rules, ply.after), "");
    for (const Event& event : ply.events)
      scored += event.kind == EventKind::score && event.reason == ScoreFor::barn ? 1 : 0;
    if (decision(ply.after) != DecisionKind::draw) return;
    for (const PlacedPiece& piece : all_pieces(ply.after)) {
      if (piece.kind != PieceKind::barn) continue;
      ++barns;
      const int corner = piece.detail - static_cast<int>(Spot::corner_ne);
      const PlacedTile& tile = tile_of(ply.after, piece.segment);
      const FeatureId field = field_at_corner(ply.rules, ply.after, corner_of(tile.at, corner));
      ASSERT_NE(field, kNone);
      ASSERT_TRUE(ply.after.features[field].has(FeatureMark::closed));
      ASSERT_EQ(ply.after.features[field].occupants, 0u);
    }
  });
  EXPECT_GT(barns, 200);
  EXPECT_GT(scored, 20);
}

// --- On the wire -------------------------------------------------------------------

LoadedTile tile_on(const Rules& rules, std::string_view id, int x, int y) {
  LoadedTile tile;
  tile.type = tile_type(rules, id);
  tile.at = {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
  return tile;
}

PositionSpec barn_position(const Rules& rules) {
  PositionSpec spec;
  spec.tiles = {tile_on(rules, "base/U", 1, 0), tile_on(rules, "base/B", 0, -1),
                tile_on(rules, "base/B", 1, -1)};
  spec.module_words = {{"barn", "1 0,-1"}};
  return spec;
}

TEST(AbbeyMayor, BARN_16_TheStateShowsBarnsAndTheirFields) {
  const RulesPtr rules = rules_of({"base", "abbey_mayor"}, 2);
  const auto loaded = load_position(*rules, barn_position(*rules));
  ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
  const auto& s = std::get<GameState>(loaded);
  const Json state = state_to_json(*rules, s);
  EXPECT_EQ(state["barns"], Json::parse(R"([{"corner":[0,-1],"owner":1}])"));
  EXPECT_EQ(state["players"][1]["supply"]["barn"], 0);
  EXPECT_EQ(state["players"][1]["supply"]["abbey"], 1);
  EXPECT_TRUE(state["current"].is_null());
  int fields = 0;
  for (const Json& feature : state["features"])
    if (feature.contains("barns")) {
      ++fields;
      EXPECT_EQ(feature["barns"], Json::parse("[1]"));
      EXPECT_EQ(feature["claims"], Json::parse("[0,0]"));
    }
  EXPECT_EQ(fields, 1);
  for (const Json& tile : state["tiles"])
    if (tile["at"] == Json::parse("[0,-1]")) {
      EXPECT_EQ(tile["pieces"], Json::array());
    }
}

// BARN-15, BARN-17: whichever barn came first, and whatever has left the map since.
TEST(AbbeyMayor, BARN_17_TheOwnersOfAFieldStandInTheOrderOfTheirSeats) {
  const RulesPtr rules = rules_of({"base", "abbey_mayor"}, 2);
  PositionSpec spec = barn_position(*rules);
  spec.tiles.push_back(tile_on(*rules, "base/B", 0, -2));
  spec.tiles.push_back(tile_on(*rules, "base/B", 1, -2));
  spec.module_words = {{"barn", "1 0,-1"}, {"barn", "0 0,-2"}};
  const auto loaded = load_position(*rules, spec);
  ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
  const Json state = state_to_json(*rules, std::get<GameState>(loaded));
  int fields = 0;
  for (const Json& feature : state["features"])
    if (feature.contains("barns")) {
      ++fields;
      EXPECT_EQ(feature["barns"], Json::parse("[0,1]"));
    }
  EXPECT_EQ(fields, 1);
}

TEST(AbbeyMayor, WordsOfAPositionAreRefusedWhereTheyMakeNoSense) {
  const RulesPtr rules = rules_of({"base", "abbey_mayor"}, 2);
  for (const auto& [word, value] :
       std::vector<std::pair<std::string, std::string>>{{"barn", "1 1,0"},
                                                        {"barn", "7 0,-1"},
                                                        {"barn", "0 x"},
                                                        {"barn", ""},
                                                        {"barn", "0 0,-1"},
                                                        {"abbeys", "7"}}) {
    PositionSpec spec = barn_position(*rules);
    spec.module_words.emplace_back(word, value);
    EXPECT_TRUE(std::holds_alternative<SetupError>(load_position(*rules, spec)))
        << word << " " << value;
  }
  PositionSpec spec = barn_position(*rules);
  for (int i = 0; i < 3; ++i)  // one more than there are
    spec.tiles.push_back(tile_on(*rules, kAbbey, 2 + i, 0));
  EXPECT_TRUE(std::holds_alternative<SetupError>(load_position(*rules, spec)));
  spec.tiles.pop_back();
  spec.stock = {tile_type(*rules, kAbbey), tile_type(*rules, "base/U")};  // never in the stock
  const auto loaded = load_position(*rules, spec);
  ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
  EXPECT_EQ(tiles_left(std::get<GameState>(loaded)), 1);
}

// Whatever is sent is refused with a sentence, and changes nothing.
TEST(AbbeyMayor, StrangeAnswersAreRefused) {
  const RulesPtr rules = rules_of({"base", "abbey_mayor", "count", "abbot"}, 3);
  for (std::uint64_t seed = 500; seed < 503; ++seed)
    play_random(*rules, seed, [&](const Ply& ply) {
      const GameState& s = ply.after;
      const DecisionKind kind = decision(s);
      if (kind != DecisionKind::abbey && kind != DecisionKind::wagon &&
          kind != DecisionKind::meeple)
        return;
      for (int seg = 0; seg < 256; seg += seg < 16 || (seg > 120 && seg < 140) ? 1 : 11)
        for (const PieceKind piece : {PieceKind::barn, PieceKind::mayor, PieceKind::abbey})
          for (const ActionKind action :
               {ActionKind::meeple, ActionKind::wagon, ActionKind::place}) {
            const Action strange{.kind = action,
                                 .piece = piece,
                                 .value = static_cast<std::uint8_t>(seg % 4),
                                 .seg = static_cast<std::uint8_t>(seg),
                                 .tile = tile_type(ply.rules, kAbbey),
                                 .at = s.tiles[static_cast<std::size_t>(seg) % s.core->tiles].at};
            if (is_legal(ply.rules, s, strange)) continue;
            ASSERT_FALSE(explain_illegal(ply.rules, s, strange).empty());
          }
    });
}

}  // namespace
}  // namespace bastide
