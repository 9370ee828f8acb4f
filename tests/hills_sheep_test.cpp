// What holds of Hills & Sheep at setup, on the wire and over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/expansions/hills_sheep/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_state.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using base_play::tile_type;
using hills_sheep::HillsSheepState;
using hills_sheep::kSheepTokens;
using hills_sheep::kTokens;

constexpr int kShepherd = static_cast<int>(PieceKind::shepherd);

const HillsSheepState& sheep_state(const Rules& rules, const GameState& s) {
  return rules.ext<HillsSheepState>(s);
}

int shepherd_of(const GameState& s, int seat) {
  return find_piece(s, [seat](const PlacedPiece& piece) {
    return piece.kind == PieceKind::shepherd && piece.owner == seat;
  });
}

// The sets that the flocks meet, each with the base game.
std::vector<std::vector<std::string>> company() {
  return {{"base", "hills_sheep"},
          {"base", "hills_sheep", "princess_dragon", "king_robber", "cult", "abbot"},
          {"base", "hills_sheep", "bridges_castles_bazaars", "count"},
          {"base", "hills_sheep", "castles_bridges", "river"},
          {"base", "hills_sheep", "princess_dragon", "river2"},
          {"base", "hills_sheep", "wheel"}};
}

template <class See>
void games_in_company(std::uint64_t seed, See see) {
  base_play::play_in_each(company(), seed, see);
}

// --- The set ------------------------------------------------------------------

TEST(HillsSheep, HS_1_EightHillsEightVineyardsTwoMonasteries) {
  std::map<std::string, int> count;
  for (const TileDef& tile : catalogue().find_set("hills_sheep")->tiles) {
    EXPECT_FALSE(tile.has(Mark::hill) && tile.has(Mark::vineyard)) << tile.id;
    count["all"] += tile.count;
    if (tile.has(Mark::hill)) count["hill"] += tile.count;
    if (tile.has(Mark::vineyard)) count["vineyard"] += tile.count;
    for (const SegmentDef& segment : tile.segments)
      if (segment.kind == SegmentKind::monastery) count["monastery"] += tile.count;
  }
  EXPECT_EQ(count, (std::map<std::string, int>{
                       {"all", 18}, {"hill", 8}, {"vineyard", 8}, {"monastery", 2}}));
}

TEST(HillsSheep, HS_2_HS_3_TokensAndShepherds) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 4);
  const GameState s = initial_state(*rules);
  EXPECT_TRUE(std::ranges::equal(sheep_state(*rules, s).bag, std::to_array({4, 5, 5, 2, 2})));
  int sheep = 0;
  for (int token = 0; token < kSheepTokens; ++token)
    sheep += hills_sheep::sheep_on(token) * sheep_state(*rules, s).bag[token];
  EXPECT_EQ(sheep, 37);
  for (int seat = 0; seat < 4; ++seat) EXPECT_EQ(s.core->players[seat].supply[kShepherd], 1);
  EXPECT_EQ(tiles_left(s), 71 + 18);
}

// Q-HS-8: tokens are doubled with the copies, pieces are not.
TEST(HillsSheep, HS_2_TwoCopiesHaveTwoBags) {
  bastide::Setup setup = setup_of({"base", "hills_sheep"}, 2);
  setup.sets[1].copies = 2;
  const RulesPtr rules = rules_of(setup);
  const GameState s = initial_state(*rules);
  EXPECT_TRUE(std::ranges::equal(sheep_state(*rules, s).bag, std::to_array({8, 10, 10, 4, 4})));
  EXPECT_EQ(s.core->players[0].supply[kShepherd], 1);
}

// HS-5, S-HS-29: the shared side names neither city, in no rotation.
TEST(HillsSheep, HS_5_TheSharedSideIsNoName) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 2);
  const TileType type = tile_type(*rules, "hills_sheep/HS-vineyard-shared-side");
  const TileDef& def = *rules->tiles[type].def;
  const char* shared[] = {"city:N", "city:E", "city:S", "city:W"};
  const char* names[][2] = {
      {"city:W", "city:E"}, {"city:N", "city:S"}, {"city:E", "city:W"}, {"city:S", "city:N"}};
  for (Rotation r = 0; r < kRotations; ++r) {
    const Face& face = rules->face(type, r);
    EXPECT_EQ(find_segment(def, face, shared[r]), -1);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(segment_name(def, face, i), names[r][i]);
      EXPECT_EQ(find_segment(def, face, names[r][i]), i);
    }
  }
}

TEST(HillsSheep, HS_7_HS_8_HS_9_FieldsAndRoadsOfSpecialTiles) {
  auto segments = [](std::string_view id, SegmentKind kind) {
    return std::ranges::count(catalogue().find_tile(id)->segments, kind, &SegmentDef::kind);
  };
  EXPECT_EQ(segments("hills_sheep/HS-vineyard-two-cities", SegmentKind::city), 2);
  EXPECT_EQ(segments("hills_sheep/HS-vineyard-two-cities", SegmentKind::field), 2);
  for (const SegmentDef& segment :
       catalogue().find_tile("hills_sheep/HS-vineyard-two-cities")->segments)
    EXPECT_EQ(std::popcount(segment.touches), segment.kind == SegmentKind::field ? 2 : 0);
  EXPECT_EQ(segments("hills_sheep/HS-vineyard-straight-and-end", SegmentKind::field), 2);
  EXPECT_EQ(segments("hills_sheep/HS-vineyard-straight-and-end", SegmentKind::road), 2);
  EXPECT_EQ(segments("hills_sheep/HS-hill-two-roads", SegmentKind::road), 2);
}

// --- On the wire --------------------------------------------------------------

GameState with_a_flock(const Rules& rules) {
  PositionSpec spec;
  LoadedTile& straight = spec.tiles.emplace_back();
  straight.type = tile_type(rules, "base/U");
  straight.at = {1, 0};
  straight.pieces.push_back({PieceKind::shepherd, 0, "field:NL"});
  spec.module_words = {{"flock", "0 sheep2 sheep3"}, {"hidden", "3"}};
  auto loaded = load_position(rules, spec);
  EXPECT_TRUE(std::holds_alternative<GameState>(loaded));
  return std::get<GameState>(std::move(loaded));
}

RulesPtr short_names() {
  Setup setup = setup_of({"base", "hills_sheep"}, 2);
  setup.players = {{"0"}, {"1"}};
  return rules_of(setup);
}

TEST(HillsSheep, FLOCK_15_HIDDEN_1_FlocksBagAndHiddenTilesAreOpen) {
  const RulesPtr rules = short_names();
  const GameState s = with_a_flock(*rules);
  const Json state = state_to_json(*rules, s);
  EXPECT_EQ(state["bag"].dump(), R"({"sheep1":4,"sheep2":4,"sheep3":4,"sheep4":2,"wolf":2})");
  EXPECT_EQ(state["tiles"][1]["pieces"][0].dump(),
            R"({"piece":"shepherd","owner":0,"seg":"field:NL","flock":{"sheep2":1,"sheep3":1}})");
  EXPECT_EQ(state["left"]["total"], 71 + 18 - 1 - 3);
  EXPECT_EQ(state["left"]["hidden"], 3);
  int unseen = 0;
  for (const Json& count : state["left"]["by_tile"]) unseen += count.get<int>();
  EXPECT_EQ(unseen, 71 + 18 - 1);
  EXPECT_TRUE(state["discarded"].empty());  // a tile under a hill is none
  const RulesPtr base = rules_of({"base"}, 2);
  EXPECT_FALSE(state_to_json(*base, initial_state(*base))["left"].contains("hidden"));
}

TEST(HillsSheep, FLOCK_14_HIDDEN_1_AreInTheIdentityOfAPosition) {
  const RulesPtr rules = short_names();
  const GameState s = with_a_flock(*rules);
  GameState other_flock(s), other_hidden(s);
  auto& state = rules->ext<HillsSheepState>(other_flock);
  std::swap(state.flock[0][0], state.flock[0][1]);
  EXPECT_NE(state_hash(*rules, s), state_hash(*rules, other_flock));
  ++other_hidden.core->hidden;
  --other_hidden.core->left[0];
  EXPECT_NE(state_hash(*rules, s), state_hash(*rules, other_hidden));
}

// FLOCK-18: nothing in play leads there with one copy.
TEST(HillsSheep, FLOCK_18_AnEmptyBagGivesNothing) {
  const RulesPtr rules = short_names();
  GameState s = with_a_flock(*rules);
  std::ranges::fill(rules->ext<HillsSheepState>(s).bag, std::uint16_t{0});
  const TileType straight = tile_type(*rules, "base/U");
  for (const Action& action :
       {Action::draw(straight), Action::place(straight, {2, 0}, 0), Action::pass()})
    ASSERT_FALSE(apply(*rules, s, action));
  ASSERT_EQ(decision(s), DecisionKind::flock);
  const Action grow = nth_legal(*rules, s, 0);
  ASSERT_EQ(grow.kind, ActionKind::grow);
  ASSERT_FALSE(apply(*rules, s, grow));
  EXPECT_EQ(decision(s), DecisionKind::draw);
  EXPECT_EQ(sheep_state(*rules, s).sheep_of(0), 5);
}

// FLOCK-1: the flock is named by its shepherd's place; another one is refused for that reason.
TEST(HillsSheep, FLOCK_1_AFlockElsewhereIsRefused) {
  const RulesPtr rules = short_names();
  GameState s = with_a_flock(*rules);
  const TileType straight = tile_type(*rules, "base/U");
  for (const Action& action :
       {Action::draw(straight), Action::place(straight, {2, 0}, 0), Action::pass()})
    ASSERT_FALSE(apply(*rules, s, action));
  Action elsewhere = nth_legal(*rules, s, 1);
  ASSERT_EQ(elsewhere.kind, ActionKind::herd);
  elsewhere.at = {2, 0};
  EXPECT_TRUE(apply(*rules, s, elsewhere));
  EXPECT_EQ(explain_illegal(*rules, s, elsewhere), "your shepherd stands elsewhere");
  EXPECT_EQ(explain_illegal(*rules, s, Action::pass()), "the flock has to grow or to be herded");
}

// --- Whole games --------------------------------------------------------------

// FLOCK-14: a token is in the bag or beside a shepherd who stands on the map.
TEST(HillsSheep, FLOCK_14_FLOCK_16_TokensAreNeverLost) {
  games_in_company(100, [](const Ply& ply) {
    const HillsSheepState& state = sheep_state(ply.rules, ply.after);
    constexpr int all[kTokens] = {4, 5, 5, 2, 2};
    for (int token = 0; token < kTokens; ++token) {
      int found = state.bag[token];
      for (int seat = 0; seat < ply.rules.player_count() && token < kSheepTokens; ++seat)
        found += state.flock[seat][token];
      ASSERT_EQ(found, all[token]);
    }
    for (int seat = 0; seat < ply.rules.player_count(); ++seat)
      ASSERT_TRUE(state.sheep_of(seat) == 0 || shepherd_of(ply.after, seat) != kNoPiece);
    ASSERT_TRUE(!is_over(ply.after) ||
                state.bag[0] + state.bag[1] + state.bag[2] + state.bag[3] == 16);
  });
}

// SHEPHERD-9, X-43, Y-71, Y-75, Y-90: what is asked about people never names a shepherd.
TEST(HillsSheep, SHEPHERD_8_SHEPHERD_9_X_43_Y_71_Y_75_Y_90_NoShepherdIsTreatedAsAPerson) {
  std::vector<Action> answers;
  int placed = 0;
  games_in_company(200, [&](const Ply& ply) {
    legal(ply.rules, ply.before, answers);
    for (const Action& answer : answers) {
      if (answer.kind == ActionKind::build_granary) {
        const PlacedTile* tile = tile_at(ply.before, answer.at2);
        ASSERT_EQ(find_own(ply.before, tile->segment(answer.seg), PieceKind::shepherd,
                           ply.before.core->active) != kNoPiece &&
                      find_own(ply.before, tile->segment(answer.seg), PieceKind::meeple,
                               ply.before.core->active) == kNoPiece,
                  false);
      }
      if (answer.piece != PieceKind::shepherd) continue;
      ASSERT_EQ(answer.kind, ActionKind::meeple);
      const PlacedTile& tile = ply.before.tiles[ply.before.core->placed];
      ASSERT_EQ(answer.at, tile.at);
      const FeatureId field = feature_of(ply.before, tile.segment(answer.seg));
      ASSERT_EQ(ply.before.features[field].kind, SegmentKind::field);  // SHEPHERD-1
      for (const PlacedPiece& piece : pieces_on(ply.before, field))
        ASSERT_NE(piece.kind, PieceKind::shepherd);  // SHEPHERD-3
      ++placed;
    }
  });
  EXPECT_GT(placed, 1000);
}

bool expands_own_field(const GameState& s, Seat seat) {
  const int shepherd = shepherd_of(s, seat);
  if (shepherd == kNoPiece || s.core->placed == kNone) return false;
  const FeatureId field = feature_of(s, s.pieces[shepherd].segment);
  const PlacedTile& tile = s.tiles[s.core->placed];
  for (int i = 0; i < tile.segment_count; ++i)
    if (feature_of(s, tile.segment(i)) == field) return true;
  return false;
}

// FLOCK-1, 2, 4: exactly the active player whose own field has grown is asked, whatever was done in
// step 2, in a bazaar's sub-turn (Y-89), on a lake (Y-69) or a volcano (Y-74), after the princess
// or the fairy (Y-76), before the dragon flies (Y-72).
TEST(HillsSheep, FLOCK_1_FLOCK_2_FLOCK_4_Y_69_Y_72_Y_74_Y_76_Y_89_WhoIsAsked) {
  int asked = 0;
  bool due = false;
  games_in_company(300, [&](const Ply& ply) {
    const DecisionKind before = decision(ply.before), after = decision(ply.after);
    if (before == DecisionKind::draw) due = false;
    if (before == DecisionKind::flock) {
      ASSERT_TRUE(due);
      ASSERT_EQ(actor(ply.before), ply.before.core->active);
      ASSERT_EQ(count_legal(ply.rules, ply.before), 2u);
      due = false;
      ++asked;
      return;
    }
    if (ply.before.core->placed == kNone && ply.after.core->placed != kNone)
      due = expands_own_field(ply.after, ply.after.core->active);
    // Laid and straight on to something behind the flocks: there was nothing to ask.
    if (due && (after == DecisionKind::draw || after == DecisionKind::dragon ||
                after == DecisionKind::redeploy || after == DecisionKind::castle ||
                after == DecisionKind::deploy || is_over(ply.after)))
      FAIL() << "the owner of the flock was not asked";
  });
  EXPECT_GT(asked, 100);
}

bool is_closed_field(const Rules& rules, const GameState& s, FeatureId field) {
  for (int t = 0; t < s.core->tiles; ++t)
    for (int i = 0; i < s.tiles[t].segment_count; ++i) {
      if (feature_of(s, s.tiles[t].segment(i)) != field) continue;
      const Face& face = rules.face(s.tiles[t].type, s.tiles[t].rotation);
      for (int half = 0; half < 8; ++half)
        if (((face.segments[i].ports >> half) & 1) != 0 &&
            tile_at(s, neighbour(s.tiles[t].at, static_cast<Side>(half / 2))) == nullptr &&
            ((face.closed_sides >> (half / 2)) & 1) == 0)
          return false;
    }
  return true;
}

// FLOCK-11, Q-HS-6, Y-68, Y-81: nobody herds on a closed field when the next tile is drawn; fields
// that end at water or at the inner sides of a board are open as long as they meet an empty cell.
TEST(HillsSheep, FLOCK_11_Y_68_Y_81_Y_85_ClosedFieldsAreHerded) {
  int looked = 0;
  games_in_company(400, [&](const Ply& ply) {
    if (decision(ply.after) == DecisionKind::draw)
      for (const PlacedPiece& piece : all_pieces(ply.after)) {
        if (piece.kind != PieceKind::shepherd) continue;
        ASSERT_FALSE(is_closed_field(ply.rules, ply.after, feature_of(ply.after, piece.segment)));
        ++looked;
      }
    // And only those: who was herded without being asked stood on a closed field.
    for (const Event& event : ply.events)
      if (event.kind == EventKind::herded && ply.action.kind != ActionKind::herd) {
        ASSERT_TRUE(is_closed_field(ply.rules, ply.after, feature_of(ply.after, event.segment)));
      }
  });
  EXPECT_GT(looked, 500);
}

std::vector<Action> answers_to(const Rules& rules, const GameState& s) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  return answers;
}

// HILL-1..4, HIDDEN-2, HIDDEN-7, Y-88: a hill that is laid takes a tile if one is left, whoever
// laid it and wherever it came from; a discarded one takes none.
TEST(HillsSheep, HILL_1_HILL_2_HILL_3_HILL_4_HIDDEN_2_HIDDEN_7_Y_88_TilesUnderHills) {
  int hills = 0;
  games_in_company(500, [&](const Ply& ply) {
    const bool laid = ply.before.core->tiles != ply.after.core->tiles;
    const bool hill =
        laid && ply.rules.tiles[ply.after.tiles[ply.after.core->tiles - 1].type].has(Mark::hill);
    const int drawable = ply.before.core->left[ply.rules.stack_count - 1];
    ASSERT_EQ(ply.after.core->hidden - ply.before.core->hidden, hill && drawable > 0 ? 1 : 0);
    hills += hill;
    ASSERT_EQ(check(ply.rules, ply.after), "");
    // HIDDEN-3, HIDDEN-6, Y-77: also after tiles went back into the stock, each unseen one may
    // come.
    if (decision(ply.after) == DecisionKind::draw) {
      std::uint32_t unseen = 0;
      for (const Action& draw : answers_to(ply.rules, ply.after))
        unseen += ply.after.stock[draw.tile];
      ASSERT_EQ(chance_total(ply.rules, ply.after), unseen);
    }
    if (!is_over(ply.after)) return;
    int unseen = 0;
    for (std::size_t t = 0; t < ply.rules.tiles.size(); ++t) unseen += ply.after.stock[t];
    ASSERT_EQ(unseen, ply.after.core->hidden);  // HIDDEN-5
  });
  EXPECT_GT(hills, 100);
}

// FLOCK-8: everybody with a shepherd on the field gets the same, and the sum of all flocks there.
TEST(HillsSheep, FLOCK_8_FLOCK_9_EverybodyGetsAllTheSheep) {
  int herded = 0;
  games_in_company(600, [&](const Ply& ply) {
    std::map<FeatureId, int> sheep;
    for (const Event& event : ply.events)
      if (event.kind == EventKind::herded)
        sheep[feature_of(ply.after, event.segment)] += event.value;
    for (const Event& event : ply.events)
      if (event.kind == EventKind::score && event.reason == ScoreFor::flock) {
        ASSERT_EQ(event.points, sheep[feature_of(ply.after, event.segment)]);
        ASSERT_EQ(event.sheet.begin()->term, Term::sheep);
        ++herded;
      }
  });
  EXPECT_GT(herded, 50);
}

}  // namespace
}  // namespace bastide
