// The judge answers what the sets ask with sense: positions in which the good answer is plain.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bots/bot.h"
#include "bots/turn_view.h"
#include "engine/expansions/count/state.h"
#include "engine/expansions/wheel/sectors.h"
#include "tests/princess_dragon_play.h"

namespace bastide {
namespace {

using base_play::tile_type;
using dragon_play::load;
using dragon_play::rules_with;

Action judged(const Rules& rules, const GameState& s) {
  Rng rng(1);
  return make_bot("judge")->choose(rules, s, rng);
}

double lead_of(const Rules& rules, const GameState& s, Seat seat) {
  Evaluator evaluator(rules);
  return lead(evaluator.project(s), rules.player_count(), seat);
}

GameState loaded(const Rules& rules, const PositionSpec& spec) {
  auto position = load_position(rules, spec);
  if (const auto* error = std::get_if<SetupError>(&position)) ADD_FAILURE() << error->reason;
  return std::holds_alternative<GameState>(position) ? std::move(std::get<GameState>(position))
                                                     : initial_state(rules);
}

// A square of monasteries, whose sides are all fields. Sixteen copies of the base game have enough
// of them.
std::vector<LoadedTile> plain_of(const Rules& rules, std::int16_t reach) {
  std::vector<LoadedTile> tiles;
  for (std::int16_t y = static_cast<std::int16_t>(-reach); y <= reach; ++y)
    for (std::int16_t x = static_cast<std::int16_t>(-reach); x <= reach; ++x)
      tiles.push_back({tile_type(rules, "base/B"), {x, y}, 0, {}});
  return tiles;
}

LoadedTile& at(std::vector<LoadedTile>& tiles, Pos pos) {
  for (LoadedTile& tile : tiles)
    if (tile.at == pos) return tile;
  ADD_FAILURE() << "no tile there";
  return tiles.front();
}

RulesPtr large_rules(const std::string& set, int copies = 16) {
  Setup setup;
  setup.sets = {{"base", copies}, {set, 1}};
  setup.players = {{"P0"}, {"P1"}};
  return rules_of(setup);
}

// --- Inns ----------------------------------------------------------------------------

// INN-3, INN-7: the last tile shows an inn, and the other one's road is open.
TEST(BotsWithInns, SpoilTheRoadOfAnother) {
  const RulesPtr rules = rules_of({"base", "inns_cathedrals"}, 2);
  const TileType inn = tile_type(*rules, "inns_cathedrals/IC-inn-straightG");
  PositionSpec spec;
  spec.tiles = {{tile_type(*rules, "base/U"), {1, 0}, 0, {}}};
  spec.tiles[0].pieces.push_back({PieceKind::meeple, 0, "road:E"});
  spec.active = 1;
  spec.stock = {inn};
  GameState s = loaded(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(inn)));
  const Action answer = judged(*rules, s);
  ASSERT_EQ(answer.kind, ActionKind::place);
  EXPECT_TRUE(answer.at == (Pos{2, 0}) || answer.at == (Pos{-1, 0}));
}

// BIG-5: alone on a shared road.
TEST(BotsWithInns, KnowTheStrengthOfALargeMeeple) {
  const RulesPtr rules = rules_of({"base", "inns_cathedrals"}, 2);
  const auto lead_with = [&](PieceKind kind) {
    PositionSpec spec;
    spec.tiles = {{tile_type(*rules, "base/U"), {1, 0}, 0, {}},
                  {tile_type(*rules, "base/U"), {2, 0}, 0, {}}};
    spec.tiles[0].pieces.push_back({PieceKind::meeple, 0, "road:E"});
    spec.tiles[1].pieces.push_back({kind, 1, "road:E"});
    return lead_of(*rules, loaded(*rules, spec), 1);
  };
  EXPECT_GT(lead_with(PieceKind::big), lead_with(PieceKind::meeple) + 1);
}

// --- Dragon and fairy --------------------------------------------------------------

// Seat 0 lays a dragon tile there and puts down nothing.
void start_flight(const Rules& rules, GameState& s, Pos to) {
  const TileType tile = tile_type(rules, "princess_dragon/PD-dragon-curve");
  ASSERT_FALSE(apply(rules, s, Action::draw(tile)));
  ASSERT_FALSE(apply(rules, s, Action::place(tile, to, 0)));
  ASSERT_FALSE(apply(rules, s, Action::pass()));
  ASSERT_EQ(decision(s), DecisionKind::dragon);
  ASSERT_EQ(actor(s), 0);
}

// The flight of a dragon that stands in the middle, with a monk of each player beside it.
GameState flight_between_monks(const Rules& rules, Pos mine, Pos theirs) {
  PositionSpec spec;
  spec.tiles = plain_of(rules, 3);
  at(spec.tiles, mine).pieces.push_back({PieceKind::meeple, 0, "monastery"});
  at(spec.tiles, theirs).pieces.push_back({PieceKind::meeple, 1, "monastery"});
  spec.module_words = {{"dragon", "0,0"}};
  GameState s = load(rules, spec);
  start_flight(rules, s, {-4, 0});
  return s;
}

TEST(BotsWithTheDragon, SendItToTheOthers) {
  const RulesPtr rules = large_rules("princess_dragon");
  for (const Pos theirs : {Pos{1, 0}, Pos{-1, 0}, Pos{0, 1}, Pos{0, -1}}) {
    const Pos mine{static_cast<std::int16_t>(-theirs.x), static_cast<std::int16_t>(-theirs.y)};
    const GameState s = flight_between_monks(*rules, mine, theirs);
    EXPECT_EQ(judged(*rules, s).at, theirs);
  }
}

// In the east the other player has two ways on, and a monk of his on both; in the west is nobody.
TEST(BotsWithTheDragon, LookToTheEndOfTheFlight) {
  const RulesPtr rules = large_rules("princess_dragon");
  const TileType monastery = tile_type(*rules, "base/B");
  const std::vector<LoadedPiece> theirs{{PieceKind::meeple, 1, "monastery"}};
  PositionSpec spec;
  spec.tiles = {{monastery, {0, 0}, 0, {}},
                {monastery, {-1, 0}, 0, {}},
                {monastery, {1, 0}, 0, {}},
                {monastery, {2, 0}, 0, theirs},
                {monastery, {1, 1}, 0, theirs}};
  spec.module_words = {{"dragon", "0,0"}};
  GameState s = load(*rules, spec);
  start_flight(*rules, s, {-2, 0});
  EXPECT_EQ(judged(*rules, s).at, (Pos{1, 0}));
}

TEST(BotsWithTheDragon, FearItBesideTheirPieces) {
  const RulesPtr rules = large_rules("princess_dragon");
  const auto lead_with_dragon = [&](const std::string& dragon) {
    PositionSpec spec;
    spec.tiles = plain_of(*rules, 3);
    at(spec.tiles, {3, 0}).pieces.push_back({PieceKind::meeple, 0, "monastery"});
    spec.module_words = {{"dragon", dragon}};
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_LT(lead_with_dragon("2,0"), lead_with_dragon("0,0"));
  EXPECT_LT(lead_with_dragon("0,0"), lead_with_dragon("-3,0"));
}

// The fairy's three points for a field come at the end of the game: she is no reason to keep the
// pieces in hand all the time.
TEST(BotsWithTheFairy, PutDownAMonkFirst) {
  const RulesPtr rules = large_rules("princess_dragon");
  PositionSpec spec;
  spec.tiles = plain_of(*rules, 1);
  at(spec.tiles, {-1, -1}).pieces.push_back({PieceKind::meeple, 0, "field:NL"});
  GameState s = load(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(tile_type(*rules, "base/B"))));
  ASSERT_FALSE(apply(*rules, s, judged(*rules, s)));
  ASSERT_EQ(decision(s), DecisionKind::meeple);
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::meeple);
}

TEST(BotsWithTheFairy, RatherMoveHerThanPass) {
  const RulesPtr rules = large_rules("princess_dragon");
  PositionSpec spec;
  spec.tiles = plain_of(*rules, 1);
  at(spec.tiles, {0, 0}).pieces.push_back({PieceKind::meeple, 0, "field:NL"});
  GameState s = load(*rules, spec);
  ASSERT_FALSE(
      apply(*rules, s, Action::draw(tile_type(*rules, "princess_dragon/PD-volcano-field"))));
  ASSERT_FALSE(apply(*rules, s, nth_legal(*rules, s, 0)));
  ASSERT_EQ(decision(s), DecisionKind::meeple);  // no piece on a volcano
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::fairy);
}

// --- The wheel -----------------------------------------------------------------------

// Every tile left moves the pig by one: the next sector is taxes, with room for two.
TEST(BotsAtTheWheel, TakeTheCrownWhereThePigWillCome) {
  const RulesPtr rules = rules_with({"wheel"}, 2);
  PositionSpec spec;
  const TileType tile = tile_type(*rules, "wheel/U1");
  spec.stock = {tile, tile, tile};
  spec.module_words = {{"pig", "plague"}};
  GameState s = loaded(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(tile)));
  ASSERT_EQ(decision(s), DecisionKind::place);
  ASSERT_FALSE(apply(*rules, s, judged(*rules, s)));
  ASSERT_EQ(decision(s), DecisionKind::meeple);
  const Action answer = judged(*rules, s);
  EXPECT_EQ(answer.kind, ActionKind::crown);
  EXPECT_EQ(answer.value, static_cast<int>(Sector::taxes));
}

// A monk with six tiles around him, and one far out.
TEST(BotsAtTheWheel, GiveThePlagueWhatStandsForLittle) {
  const RulesPtr rules = rules_with({"base", "wheel"}, 2);
  const TileType base = tile_type(*rules, "base/B"), other = tile_type(*rules, "wheel/B");
  PositionSpec spec;
  spec.tiles = {{base, {1, 1}, 0, {{PieceKind::meeple, 0, "monastery"}}},
                {base, {1, 2}, 0, {}},
                {base, {0, 2}, 0, {}},
                {base, {2, 2}, 0, {}},
                {other, {1, 3}, 0, {}},
                {other, {1, 4}, 0, {{PieceKind::meeple, 0, "monastery"}}}};
  spec.module_words = {{"pig", "inquisition"}};
  GameState s = loaded(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(tile_type(*rules, "wheel/U1"))));
  ASSERT_EQ(decision(s), DecisionKind::plague);
  EXPECT_EQ(judged(*rules, s).at, (Pos{1, 4}));
}

TEST(BotsAtTheWheel, CountWhatTheSectorsWillGive) {
  const RulesPtr rules = rules_with({"base", "wheel"}, 2);
  const auto lead_with_pig = [&](const std::string& sector) {
    PositionSpec spec;
    const TileType monastery = tile_type(*rules, "base/B"), one = tile_type(*rules, "wheel/U1");
    spec.tiles = {{monastery, {1, 1}, 0, {{PieceKind::meeple, 0, "monastery"}}}};
    spec.stock = {one, one, one};
    spec.module_words = {{"pig", sector}};
    return lead_of(*rules, loaded(*rules, spec), 0);
  };
  EXPECT_GT(lead_with_pig("storm"), lead_with_pig("inquisition"));  // the next is the inquisition
}

// --- Carcassonne -----------------------------------------------------------------------

// Positions of random games in which the other player alone holds an open feature of the kind.
template <class See>
void with_their_feature(SegmentKind kind, See see) {
  const RulesPtr rules = rules_with({"base", "count"}, 2);
  int seen = 0;
  for (std::uint64_t seed = 1; seed < 40 && seen < 5; ++seed) {
    bool done = false;
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      if (done || decision(ply.after) != DecisionKind::draw || tiles_left(ply.after) < 20) return;
      for (FeatureId f = 0; f < ply.after.core->features; ++f) {
        const Feature& feature = ply.after.features[f];
        if (feature.segments == 0 || feature.kind != kind) continue;
        if (number_of_seat(feature.occupants, 1) == 0 || number_of_seat(feature.occupants, 0) != 0)
          continue;
        if (worth(*rules, ply.after, f, true).total() < 3) continue;
        done = true;
      }
      if (!done || base_play::supply_of(ply.after, 0) == 0) return;
      ++seen;
      see(*rules, ply.after);
    });
  }
  EXPECT_GE(seen, 3);
}

double lead_from(const Rules& rules, GameState s, Quarter quarter, Quarter count) {
  auto& state = rules.ext<count::CountState>(s);
  --s.core->players[0].supply[PieceKind::meeple];
  ++state.pieces[static_cast<int>(quarter)][0][static_cast<int>(PieceKind::meeple)];
  state.count = count;
  return lead_of(rules, s, 0);
}

TEST(BotsInCarcassonne, WaitWhereTheCountIsNot) {
  with_their_feature(SegmentKind::city, [](const Rules& rules, const GameState& s) {
    EXPECT_GT(lead_from(rules, s, Quarter::palace, Quarter::forge),
              lead_from(rules, s, Quarter::palace, Quarter::palace));
  });
}

TEST(BotsInCarcassonne, GoToTheMarketForALargeField) {
  with_their_feature(SegmentKind::field, [](const Rules& rules, const GameState& s) {
    EXPECT_GT(lead_from(rules, s, Quarter::market, Quarter::market),
              lead_from(rules, s, Quarter::cathedral, Quarter::cathedral));
  });
}

// --- Castles and ladies ------------------------------------------------------------------

// A small city of seat 0 that the next tile closes; then the question of the castle.
GameState castle_question(const Rules& rules, PositionSpec spec) {
  const TileType cap = tile_type(rules, "base/E");
  spec.tiles.insert(spec.tiles.begin(), {cap, {0, 0}, 0, {{PieceKind::meeple, 0, "city:N"}}});
  GameState s = load(rules, spec);
  EXPECT_FALSE(apply(rules, s, Action::draw(cap)));
  EXPECT_FALSE(apply(rules, s, Action::place(cap, {0, 1}, 2)));
  EXPECT_FALSE(apply(rules, s, Action::pass()));
  EXPECT_EQ(decision(s), DecisionKind::castle);
  return s;
}

TEST(BotsWithCastles, BuildOneBesideWhatIsAlmostDone) {
  const RulesPtr rules = large_rules("bridges_castles_bazaars");
  PositionSpec spec;
  for (const Pos pos : {Pos{1, 0}, Pos{1, 1}, Pos{2, 0}, Pos{2, -1}, Pos{1, -1}, Pos{0, -1}})
    spec.tiles.push_back({tile_type(*rules, "base/B"), pos, 0, {}});
  const GameState s = castle_question(*rules, spec);
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::castle);  // nine points are near, four are here
}

TEST(BotsWithCastles, TakeThePointsWhenTheGameIsNearlyOver) {
  const RulesPtr rules = large_rules("bridges_castles_bazaars");
  PositionSpec spec;
  const TileType curve = tile_type(*rules, "base/V");
  spec.stock = {tile_type(*rules, "base/E"), curve, curve};
  const GameState s = castle_question(*rules, spec);
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::pass);
}

// She brings points in a later turn, as long as there is one.
TEST(BotsWithCastles, ValueALadyByTheTurnsLeft) {
  const RulesPtr rules = large_rules("castles_bridges");
  const TileType cap = tile_type(*rules, "base/E"), curve = tile_type(*rules, "base/V");
  const auto worth_of_lady = [&](const std::vector<TileType>& stock) {
    PositionSpec spec;
    spec.tiles = {{cap, {0, 0}, 0, {{PieceKind::meeple, 0, "city:N"}}}, {cap, {0, 1}, 2, {}}};
    spec.stock = stock;
    spec.module_words = {{"castle_on", "0,1 city:S"}};
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_GT(worth_of_lady({curve, curve, curve, curve}), worth_of_lady({curve}));
}

// --- The abbot -----------------------------------------------------------------------------

// Tiles that fit nowhere around him will not come: he is worth no more tomorrow.
TEST(BotsWithTheAbbot, CallHimHomeFromWhereNothingGrows) {
  const RulesPtr rules = large_rules("abbot");
  PositionSpec spec;
  spec.tiles = plain_of(*rules, 1);
  spec.tiles.pop_back();  // one cell at the corner stays open
  at(spec.tiles, {0, 0}).pieces.push_back({PieceKind::abbot, 0, "monastery"});
  const TileType city = tile_type(*rules, "base/C"), monastery = tile_type(*rules, "base/B");
  spec.stock.assign(12, city);
  spec.stock.push_back(monastery);
  GameState s = load(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(monastery)));
  ASSERT_FALSE(apply(*rules, s, Action::place(monastery, {-2, 0}, 0)));
  std::vector<RatedAction> rated;
  TurnView view(*rules);
  view.rate(s, rated);
  double recall = 0, pass = 0;
  for (const RatedAction& one : rated) {
    if (one.action.kind == ActionKind::recall) recall = one.lead;
    if (one.action.kind == ActionKind::pass) pass = one.lead;
  }
  EXPECT_GT(recall, pass);
}

// --- Large meeples -------------------------------------------------------------------------

TEST(BotsWithLargeMeeples, KeepThemForWhatIsContested) {
  const RulesPtr rules = large_rules("inns_cathedrals");
  const auto lead_with = [&](PieceKind farmer) {
    PositionSpec spec;
    spec.tiles = {{tile_type(*rules, "base/B"), {0, -1}, 0, {{farmer, 0, "field:NL"}}}};
    return lead_of(*rules, loaded(*rules, spec), 0);
  };
  EXPECT_GT(lead_with(PieceKind::meeple), lead_with(PieceKind::big));
}

// INN-3: what is open when the last tile lies is worth nothing.
TEST(BotsWithLargeMeeples, SeeThatAnInnSpoilsAnOpenRoad) {
  const RulesPtr rules = large_rules("inns_cathedrals");
  const auto lead_with = [&](const char* tile) {
    PositionSpec spec;
    spec.tiles = {{tile_type(*rules, "base/U"), {1, 0}, 0, {{PieceKind::meeple, 0, "road:E"}}},
                  {tile_type(*rules, tile), {2, 0}, 0, {}}};
    spec.stock = {tile_type(*rules, "base/C")};
    return lead_of(*rules, loaded(*rules, spec), 0);
  };
  EXPECT_GT(lead_with("base/U"), lead_with("inns_cathedrals/IC-inn-straightG"));
}

// --- Goods, builders, pigs -----------------------------------------------------------------

TEST(BotsWithTraders, ValueTheMajorityOfGoods) {
  const RulesPtr rules = large_rules("traders_builders");
  const auto lead_with = [&](const char* goods) {
    PositionSpec spec;
    spec.module_words = {{"goods", goods}};
    return lead_of(*rules, loaded(*rules, spec), 0);
  };
  EXPECT_GT(lead_with("P0 wine 3"), lead_with("P0 wine 1"));
  EXPECT_GT(lead_with("P0 wine 1"), lead_with("P1 wine 1"));
}

// BUILDER-6: the road can be extended at its end, and the tile fits elsewhere as well.
TEST(BotsWithTraders, ExtendTheRoadOfTheirBuilder) {
  const RulesPtr rules = large_rules("traders_builders");
  const TileType straight = tile_type(*rules, "base/U");
  PositionSpec spec;
  spec.tiles = {{straight, {1, 0}, 0, {{PieceKind::meeple, 0, "road:E"}}},
                {straight, {2, 0}, 0, {{PieceKind::builder, 0, "road:E"}}}};
  GameState s = loaded(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(straight)));
  ASSERT_FALSE(apply(*rules, s, judged(*rules, s)));
  EXPECT_EQ(s.core->part_due, 1);
}

// PIG-4: the field has two finished cities, and the game is nearly over.
TEST(BotsWithTraders, SendThePigToTheirFarmer) {
  const RulesPtr rules = large_rules("traders_builders");
  const TileType start = tile_type(*rules, "base/D"), straight = tile_type(*rules, "base/U"),
                 cap = tile_type(*rules, "base/E");
  PositionSpec spec;
  spec.tiles = {
      {straight, {1, 0}, 0, {{PieceKind::meeple, 0, "field:NL"}, {PieceKind::meeple, 0, "road:E"}}},
      {start, {2, 0}, 0, {}},
      {cap, {0, 1}, 2, {}},
      {cap, {2, 1}, 2, {}}};
  spec.stock = {straight, tile_type(*rules, "base/C")};
  GameState s = loaded(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(straight)));
  ASSERT_FALSE(apply(*rules, s, Action::place(straight, {3, 0}, 0)));
  const Action answer = judged(*rules, s);
  EXPECT_EQ(answer.kind, ActionKind::meeple);
  EXPECT_EQ(answer.piece, PieceKind::pig);
}

// --- Flocks and hills ----------------------------------------------------------------------

// Seat 0 has expanded the field of its shepherd, beside whom these tokens lie.
ActionKind answer_for_flock(const std::string& tokens) {
  const RulesPtr rules = large_rules("hills_sheep");
  const TileType straight = tile_type(*rules, "base/U");
  PositionSpec spec;
  spec.tiles = {{straight, {1, 0}, 0, {{PieceKind::shepherd, 0, "field:NL"}}}};
  spec.module_words = {{"flock", "P0 " + tokens}};
  GameState s = loaded(*rules, spec);
  EXPECT_FALSE(apply(*rules, s, Action::draw(straight)));
  EXPECT_FALSE(apply(*rules, s, Action::place(straight, {2, 0}, 0)));
  EXPECT_FALSE(apply(*rules, s, Action::pass()));
  EXPECT_EQ(decision(s), DecisionKind::flock);
  return judged(*rules, s).kind;
}

TEST(BotsWithFlocks, LetASmallFlockGrowAndHerdALargeOne) {
  EXPECT_EQ(answer_for_flock("sheep1"), ActionKind::grow);
  EXPECT_EQ(answer_for_flock("sheep4 sheep4 sheep3 sheep3"), ActionKind::herd);
}

// HILL-6: one knight each; whoever stands on a hill holds the city.
TEST(BotsWithFlocks, SeeWhoHoldsATieByAHill) {
  const RulesPtr rules = large_rules("hills_sheep");
  const auto lead_with = [&](const char* tile) {
    const TileType straight = tile_type(*rules, "base/U");
    PositionSpec spec;
    spec.tiles = {{straight, {1, 0}, 0, {}},
                  {tile_type(*rules, "base/G"), {1, 1}, 0, {{PieceKind::meeple, 0, "city:E"}}},
                  {tile_type(*rules, tile), {2, 1}, 3, {{PieceKind::meeple, 1, "city:W"}}}};
    return lead_of(*rules, loaded(*rules, spec), 1);
  };
  EXPECT_GT(lead_with("hills_sheep/HS-hill-cap-road"), lead_with("base/E"));
}

// --- Towers --------------------------------------------------------------------------------

double lead_of_answer(const std::vector<RatedAction>& rated, ActionKind kind) {
  double best = -1e9;
  for (const RatedAction& one : rated)
    if (one.action.kind == kind) best = std::max(best, one.lead);
  return best;
}

// A plain with a foundation on one of its tiles.
std::vector<LoadedTile> plain_with_tower(const Rules& rules, Pos tower) {
  std::vector<LoadedTile> tiles = plain_of(rules, 3);
  at(tiles, tower).type = tile_type(rules, "tower/TW-monastery");
  return tiles;
}

// TOWER-20: in a straight line.
TEST(BotsWithTowers, FearOneThatReachesTheirPieces) {
  const RulesPtr rules = large_rules("tower");
  const auto lead_with_tower = [&](Pos tower) {
    PositionSpec spec;
    spec.active = 1;
    spec.tiles = plain_with_tower(*rules, tower);
    at(spec.tiles, {3, 0}).pieces.push_back({PieceKind::meeple, 0, "monastery"});
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_LT(lead_with_tower({2, 0}), lead_with_tower({2, 1}) - 1);
}

// TOWER-34: nobody builds on.
TEST(BotsWithTowers, AreSafeFromOneWithAGuard) {
  const RulesPtr rules = large_rules("tower");
  const auto lead_with_guard_on = [&](const std::string& guarded) {
    PositionSpec spec;
    spec.active = 1;
    spec.tiles = plain_with_tower(*rules, {2, 0});
    at(spec.tiles, {-2, -2}).type = tile_type(*rules, "tower/TW-fieldG");
    at(spec.tiles, {3, 0}).pieces.push_back({PieceKind::meeple, 0, "monastery"});
    spec.module_words = {{"floors", "2,0 1"}, {"floors", "-2,-2 1"}, {"guard", guarded + " P0"}};
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_GT(lead_with_guard_on("2,0"), lead_with_guard_on("-2,-2") + 1);
}

TEST(BotsWithTowers, WasteNoFloors) {
  const RulesPtr rules = large_rules("tower");
  PositionSpec spec;
  spec.tiles = plain_with_tower(*rules, {0, 0});
  GameState s = load(*rules, spec);
  const TileType monastery = tile_type(*rules, "base/B");
  ASSERT_FALSE(apply(*rules, s, Action::draw(monastery)));
  ASSERT_FALSE(apply(*rules, s, Action::place(monastery, {-4, 0}, 0)));
  TurnView view(*rules);
  std::vector<RatedAction> rated;
  view.rate(s, rated);
  EXPECT_GT(lead_of_answer(rated, ActionKind::pass),
            lead_of_answer(rated, ActionKind::tower) + 0.5);
}

// A monk who waits for the last tile, and a farmer without a city.
TEST(BotsWithTowers, TakeThePrisonerWhoHurtsMost) {
  const RulesPtr rules = large_rules("tower");
  PositionSpec spec;
  spec.tiles = plain_with_tower(*rules, {0, 2});
  at(spec.tiles, {0, 3}).pieces.push_back({PieceKind::meeple, 1, "field:NL"});
  at(spec.tiles, {-2, 2}).pieces.push_back({PieceKind::meeple, 1, "monastery"});
  spec.module_words = {{"floors", "0,2 1"}};
  std::erase_if(spec.tiles, [](const LoadedTile& tile) { return tile.at == Pos{-3, 3}; });
  GameState s = load(*rules, spec);
  const TileType monastery = tile_type(*rules, "base/B");
  ASSERT_FALSE(apply(*rules, s, Action::draw(monastery)));
  ASSERT_FALSE(apply(*rules, s, Action::place(monastery, {4, 0}, 0)));
  const Action answer = judged(*rules, s);
  ASSERT_EQ(answer.kind, ActionKind::tower);
  ASSERT_FALSE(apply(*rules, s, answer));
  ASSERT_EQ(decision(s), DecisionKind::capture);
  EXPECT_EQ(judged(*rules, s).at, (Pos{-2, 2}));
}

// --- Abbeys, barns -------------------------------------------------------------------------

// Nothing at the corners of the hole, and nobody around it.
TEST(BotsWithAbbeys, KeepItWhileItBringsLittle) {
  const RulesPtr rules = large_rules("abbey_mayor");
  PositionSpec spec;
  for (const Pos pos : {Pos{0, 1}, Pos{0, 2}, Pos{1, 2}, Pos{2, 2}, Pos{2, 1}, Pos{2, 0}, Pos{1, 0},
                        Pos{2, -1}, Pos{2, -2}, Pos{1, -2}, Pos{0, -2}, Pos{0, -1}, Pos{-1, -2},
                        Pos{-2, -2}, Pos{-2, -1}, Pos{-2, 0}, Pos{-1, 0}})
    spec.tiles.push_back({tile_type(*rules, "base/B"), pos, 0, {}});
  const GameState s = load(*rules, spec);
  ASSERT_EQ(decision(s), DecisionKind::abbey);
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::pass);
}

// ABBEY-16: afterwards nobody is asked again.
TEST(BotsWithAbbeys, LayItInTheLastRound) {
  const RulesPtr rules = large_rules("abbey_mayor");
  const TileType monastery = tile_type(*rules, "base/B");
  PositionSpec spec;
  spec.tiles = plain_of(*rules, 1);
  std::erase_if(spec.tiles, [](const LoadedTile& tile) { return tile.at == Pos{0, 0}; });
  spec.stock = {monastery};
  GameState s = load(*rules, spec);
  ASSERT_EQ(decision(s), DecisionKind::abbey);
  ASSERT_FALSE(apply(*rules, s, Action::pass()));
  ASSERT_FALSE(apply(*rules, s, Action::draw(monastery)));
  ASSERT_FALSE(apply(*rules, s, Action::place(monastery, {2, 0}, 0)));
  ASSERT_FALSE(apply(*rules, s, Action::pass()));
  ASSERT_EQ(decision(s), DecisionKind::abbey);
  EXPECT_EQ(judged(*rules, s).kind, ActionKind::place);
}

// ABBEY-4: no tile that is left fits into the hole beside the city.
TEST(BotsWithAbbeys, SeeTheHoleThatOneMayFill) {
  const RulesPtr rules = large_rules("abbey_mayor");
  const auto lead_with = [&](const char* abbeys) {
    const TileType cap = tile_type(*rules, "base/E"), monastery = tile_type(*rules, "base/B");
    PositionSpec spec;
    spec.tiles = {{cap, {0, 0}, 0, {{PieceKind::meeple, 0, "city:N"}}},
                  {monastery, {1, 0}, 0, {}},
                  {monastery, {1, 1}, 0, {}},
                  {monastery, {1, 2}, 0, {}},
                  {monastery, {0, 2}, 0, {}},
                  {monastery, {-1, 2}, 0, {}},
                  {monastery, {-1, 1}, 0, {}}};
    spec.stock.assign(20, monastery);
    spec.module_words = {{"abbeys", abbeys}};
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_GT(lead_with("P0 P1"), lead_with("none") + 1);
}

// BARN-16: four points for each of two cities, or none.
TEST(BotsWithAbbeys, ValueABarnByTheCitiesOfItsField) {
  const RulesPtr rules = large_rules("abbey_mayor");
  const auto lead_with_barn = [&](const char* barn) {
    const TileType cap = tile_type(*rules, "base/E"), straight = tile_type(*rules, "base/U");
    PositionSpec spec;
    // Two rows with a road between them; above it two cities.
    for (std::int16_t x = 0; x < 3; ++x) {
      spec.tiles.push_back({straight, {x, 0}, 0, {}});
      spec.tiles.push_back({tile_type(*rules, "base/B"), {x, -1}, 0, {}});
    }
    spec.tiles.push_back({tile_type(*rules, "base/B"), {0, -2}, 0, {}});
    spec.tiles.push_back({tile_type(*rules, "base/B"), {1, -2}, 0, {}});
    spec.tiles.push_back({cap, {0, 1}, 0, {}});
    spec.tiles.push_back({cap, {1, 1}, 0, {}});
    spec.tiles.push_back({cap, {0, 2}, 2, {}});
    spec.tiles.push_back({cap, {1, 2}, 2, {}});
    spec.module_words = {{"barn", barn}};
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_GT(lead_with_barn("P0 0,0"), lead_with_barn("P0 0,-2") + 5);
}

// --- The circus ----------------------------------------------------------------------------

GameState beside_big_top(const Rules& rules, Pos monk) {
  PositionSpec spec;
  spec.tiles = plain_of(rules, 3);
  at(spec.tiles, {0, -3}).type = tile_type(rules, "circus/CI-circus-road-end");
  at(spec.tiles, monk).pieces.push_back({PieceKind::meeple, 0, "field:NL"});
  spec.module_words = {{"big_top", "0,-3"}};
  return load(rules, spec);
}

TEST(BotsInTheCircus, LikeToBeAroundTheBigTop) {
  const RulesPtr rules = large_rules("circus");
  EXPECT_GT(lead_of(*rules, beside_big_top(*rules, {1, -3}), 0),
            lead_of(*rules, beside_big_top(*rules, {2, -3}), 0) + 1);
}

// ACROBAT-13: five points at the end, where a meeple in hand brings nothing.
TEST(BotsInTheCircus, SendAcrobatsInTheLastTurn) {
  const RulesPtr rules = large_rules("circus");
  const TileType monastery = tile_type(*rules, "base/B"), city = tile_type(*rules, "base/C");
  PositionSpec spec;
  spec.tiles = plain_of(*rules, 1);
  at(spec.tiles, {1, 1}).type = tile_type(*rules, "circus/CI-acrobats-fieldG");
  at(spec.tiles, {0, 0}).pieces.push_back({PieceKind::meeple, 1, "field:NL"});
  spec.stock = {monastery, city};
  GameState s = load(*rules, spec);
  ASSERT_FALSE(apply(*rules, s, Action::draw(monastery)));
  ASSERT_FALSE(apply(*rules, s, Action::place(monastery, {2, 1}, 0)));
  const Action answer = judged(*rules, s);  // a monk would have four
  EXPECT_EQ(answer.kind, ActionKind::meeple);
  EXPECT_EQ(answer.seg, seg_of(Spot::acrobats));
}

// RINGMASTER-3: two points for the acrobats beside him.
TEST(BotsInTheCircus, LikeTheRingmasterBesideItsTiles) {
  const RulesPtr rules = large_rules("circus");
  const auto lead_beside = [&](const char* tile) {
    PositionSpec spec;
    spec.tiles = plain_of(*rules, 1);
    at(spec.tiles, {1, 1}).type = tile_type(*rules, tile);
    at(spec.tiles, {1, 0}).pieces.push_back({PieceKind::ringmaster, 0, "monastery"});
    return lead_of(*rules, load(*rules, spec), 0);
  };
  EXPECT_GT(lead_beside("circus/CI-acrobats-fieldG"), lead_beside("base/B") + 1);
}

}  // namespace
}  // namespace bastide
