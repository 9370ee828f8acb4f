// What holds of the Circus at setup, on the wire and over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/board/board.h"
#include "engine/expansions/circus/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "tests/base_play.h"

namespace bastide::circus_test {
namespace {

using base_play::play_random;
using base_play::Ply;
using base_play::tile_type;
using circus::CircusState;

const CircusState& circus_state(const Rules& rules, const GameState& s) {
  return rules.ext<CircusState>(s);
}
int unseen(const Rules& rules, const GameState& s) {
  const auto& tokens = circus_state(rules, s).unseen;
  return std::accumulate(std::begin(tokens), std::end(tokens), 0);
}
bool is_near(Pos a, Pos b) { return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1; }
bool has_mark(const Rules& rules, const PlacedTile& tile, Mark mark) {
  return rules.tiles[tile.type].has(mark);
}
bool is_acrobat(const PlacedPiece& piece) { return is_on_spot(piece, Spot::acrobats); }
int acrobats_at(const GameState& s, Pos at) {
  return static_cast<int>(std::ranges::count_if(all_pieces(s), [&](const PlacedPiece& piece) {
    return is_acrobat(piece) && tile_of(s, piece.segment).at == at;
  }));
}

// The sets that the circus meets, each with the base game.
std::vector<std::vector<std::string>> company() {
  return {{"base", "circus"},
          {"base", "circus", "princess_dragon", "king_robber", "cult", "abbot"},
          {"base", "circus", "bridges_castles_bazaars", "count"},
          {"base", "circus", "castles_bridges", "river"},
          {"base", "circus", "princess_dragon", "river2", "traders_builders"},
          {"base", "circus", "wheel", "hills_sheep", "inns_cathedrals"},
          {"base", "circus", "tower", "abbey_mayor", "princess_dragon", "count"},
          {"base", "circus", "tower", "abbey_mayor", "castles_bridges", "hills_sheep"},
          {"base", "circus", "abbey_mayor", "wheel", "bridges_castles_bazaars", "cult"}};
}

template <class See>
void games_in_company(std::uint64_t seed, See see) {
  base_play::play_in_each(company(), seed, see);
}

// --- The set ------------------------------------------------------------------

TEST(Circus, CIRCUS_1_TwelveCircusesEightAcrobatTiles) {
  std::map<std::string, int> count;
  for (const TileDef& tile : catalogue().find_set("circus")->tiles) {
    EXPECT_FALSE(tile.has(Mark::circus) && tile.has(Mark::acrobats)) << tile.id;
    count["all"] += tile.count;
    if (tile.has(Mark::circus)) count["circus"] += tile.count;
    if (tile.has(Mark::acrobats)) count["acrobats"] += tile.count;
  }
  EXPECT_EQ(count, (std::map<std::string, int>{{"all", 20}, {"circus", 12}, {"acrobats", 8}}));
}

TEST(Circus, CIRCUS_2_CIRCUS_3_TokensAndRingmasters) {
  const RulesPtr rules = rules_of({"base", "circus"}, 4);
  const GameState s = initial_state(*rules);
  EXPECT_TRUE(std::ranges::equal(circus_state(*rules, s).unseen, circus::kTokensOfACopy));
  int sum = 0;
  for (int animal = 0; animal < circus::kAnimals; ++animal)
    sum += circus::kWorth[animal] * circus::kTokensOfACopy[animal];
  EXPECT_EQ(sum, 67);
  EXPECT_EQ(unseen(*rules, s), 16);
  EXPECT_EQ(circus_state(*rules, s).in_play, 0);
  for (int seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(s.core->players[seat].supply[PieceKind::ringmaster], 1);
    EXPECT_EQ(s.core->players[seat].supply[PieceKind::meeple], 7);
  }
}

// CIRCUS-23: two copies have 24 circus tiles and 32 tokens; ringmasters are as many.
TEST(Circus, CIRCUS_23_TwoCopies) {
  bastide::Setup setup = setup_of({"base", "circus"}, 2);
  setup.sets[1].copies = 2;
  const RulesPtr rules = rules_of(setup);
  const GameState s = initial_state(*rules);
  EXPECT_EQ(unseen(*rules, s), 32);
  EXPECT_EQ(s.core->players[0].supply[PieceKind::ringmaster], 1);
}

// Q-CI-10, CIRCUS-3
TEST(Circus, CIRCUS_3_TwoMoreMeeples) {
  bastide::Setup setup = setup_of({"base", "circus"}, 2);
  setup.options.emplace_back("circus_meeples", true);
  const RulesPtr rules = rules_of(setup);
  EXPECT_EQ(initial_state(*rules).core->players[1].supply[PieceKind::meeple], 9);
  play_random(*rules, 7, [](const Ply& ply) { ASSERT_EQ(check(ply.rules, ply.after), ""); });
}

// CIRCUS-10, Z-50, Q-CI-4: features before the circus; a flight before both or after both.
TEST(Circus, CIRCUS_10_Z_50_OrderOfATurn) {
  bastide::Setup setup = setup_of({"base", "circus", "princess_dragon", "count"}, 2);
  setup.options.emplace_back("dragon_move", "after_scoring");
  const RulesPtr rules = rules_of(setup);
  EXPECT_LT(rules->index_of(Step::dragon), rules->index_of(Step::score));
  EXPECT_LT(rules->index_of(Step::score), rules->index_of(Step::circus));
  EXPECT_LT(rules->index_of(Step::circus), rules->index_of(Step::dragon_after_scoring));
  EXPECT_LT(rules->index_of(Step::dragon_after_scoring), rules->index_of(Step::deploy));
  EXPECT_LT(rules->index_of(Step::market), rules->index_of(Step::score_circus));
  EXPECT_LT(rules->index_of(Step::score_circus), rules->index_of(Step::score_pyramids));
  EXPECT_LT(rules->index_of(Step::score_pyramids), rules->index_of(Step::score_unfinished));
}

// Z-1: the tiles of the set come after the river.
TEST(Circus, Z_1_CircusTilesComeAfterTheRiver) {
  for (const char* river : {"river", "river2"}) {
    const RulesPtr rules = rules_of({"base", "circus", river}, 2);
    for (const TileInPlay& tile : rules->tiles)
      if (tile.def->set == "circus") {
        EXPECT_EQ(tile.stack, rules->stack_count - 1);
      }
  }
}

// --- On the wire --------------------------------------------------------------

GameState with_acrobats(const Rules& rules) {
  PositionSpec spec;
  LoadedTile& circus = spec.tiles.emplace_back();
  circus.type = tile_type(rules, "circus/CI-circus-straight");
  circus.at = {1, 0};
  LoadedTile& acrobats = spec.tiles.emplace_back();
  acrobats.type = tile_type(rules, "circus/CI-acrobats-fieldG");
  acrobats.at = {1, -1};
  acrobats.pieces = {{PieceKind::meeple, 0, "acrobats"},
                     {PieceKind::meeple, 1, "acrobats"},
                     {PieceKind::ringmaster, 1, "field:NL"}};
  spec.module_words = {{"big_top", "1,0"}, {"tokens_seen", "seal seal flea"}};
  auto loaded = load_position(rules, spec);
  EXPECT_TRUE(std::holds_alternative<GameState>(loaded));
  return std::get<GameState>(std::move(loaded));
}

// Q-CI-16: everybody can count the tokens.
TEST(Circus, CIRCUS_22_BigTopTokensAndAcrobatsAreOpen) {
  const RulesPtr rules = rules_of({"base", "circus"}, 2);
  const Json before = state_to_json(*rules, initial_state(*rules));
  EXPECT_EQ(
      before["circus"].dump(),
      R"({"at":null,"tokens":{"flea":1,"monkey":4,"seal":5,"bear":3,"tiger":2,"elephant":1}})");
  const Json state = state_to_json(*rules, with_acrobats(*rules));
  EXPECT_EQ(state["circus"].dump(),
            R"({"at":[1,0],"tokens":{"monkey":4,"seal":3,"bear":3,"tiger":2,"elephant":1}})");
  EXPECT_EQ(state["tiles"][2]["pieces"][0].dump(),
            R"({"piece":"meeple","owner":0,"seg":"acrobats"})");
}

TEST(Circus, CIRCUS_22_ACROBAT_14_AreInTheIdentityOfAPosition) {
  const RulesPtr rules = rules_of({"base", "circus"}, 2);
  const GameState s = with_acrobats(*rules);
  GameState other_token(s), other_place(s), farmer(s);
  auto& tokens = rules->ext<CircusState>(other_token).unseen;
  std::swap(tokens[1], tokens[2]);
  EXPECT_NE(state_hash(*rules, s), state_hash(*rules, other_token));
  rules->ext<CircusState>(other_place).big_top = {0, 0};
  EXPECT_NE(state_hash(*rules, s), state_hash(*rules, other_place));
  farmer.pieces[0].standing = Standing::on_feature;
  EXPECT_NE(state_hash(*rules, s), state_hash(*rules, farmer));
}

// CIRCUS-22, S-CI-14: each unseen token is as likely as the others.
TEST(Circus, CIRCUS_22_WeightsOfTokens) {
  const RulesPtr rules = rules_of({"base", "circus"}, 2);
  GameState s = with_acrobats(*rules);
  const TileType cap = tile_type(*rules, "circus/CI-circus-cap");
  for (const Action& action : {Action::draw(cap), Action::place(cap, {0, 1}, 2), Action::pass()})
    ASSERT_FALSE(apply(*rules, s, action));
  ASSERT_EQ(decision(s), DecisionKind::token);
  ASSERT_EQ(chance_total(*rules, s), 13u);
  std::map<int, int> count;
  for (std::uint32_t n = 0; n < 13; ++n)
    ++count[nth_chance(*rules, s, n).value - circus::kFirstAnimal];
  EXPECT_EQ(count, (std::map<int, int>{{1, 4}, {2, 3}, {3, 3}, {4, 2}, {5, 1}}));
  base_play::Events events;
  ASSERT_FALSE(apply(*rules, s, nth_chance(*rules, s, 0), &events));
  ASSERT_EQ(events.list[0].kind, EventKind::token);
  EXPECT_EQ(event_to_json(*rules, s, events.list[0]).dump(),
            R"({"event":"token","token":"monkey","at":[1,0]})");
  EXPECT_EQ(event_to_json(*rules, s, events.list[1]).dump(),
            R"({"event":"score","player":0,"points":3,"for":"circus","at":[1,0],"parts":)"
            R"([{"term":"meeples","count":1,"points":3}]})");
}

// A position with no token left is no position of a game, and does no harm.
TEST(Circus, CIRCUS_23_WithoutTokensTheBigTopMovesOn) {
  const RulesPtr rules = rules_of({"base", "circus"}, 2);
  GameState s = with_acrobats(*rules);
  std::ranges::fill(rules->ext<CircusState>(s).unseen, std::uint16_t{0});
  const TileType cap = tile_type(*rules, "circus/CI-circus-cap");
  for (const Action& action : {Action::draw(cap), Action::place(cap, {0, 1}, 2), Action::pass()})
    ASSERT_FALSE(apply(*rules, s, action));
  EXPECT_EQ(decision(s), DecisionKind::draw);
  EXPECT_EQ(circus_state(*rules, s).big_top, (Pos{0, 1}));
}

// ACROBAT-3, ACROBAT-5: what could not be is not loaded.
TEST(Circus, ACROBAT_3_ACROBAT_5_LoadedAcrobats) {
  const RulesPtr rules = rules_of({"base", "circus"}, 2);
  auto refused = [&](const char* tile, std::vector<LoadedPiece> pieces) {
    PositionSpec spec;
    LoadedTile& laid = spec.tiles.emplace_back();
    laid.type = tile_type(*rules, tile);
    laid.at = {0, -1};
    laid.pieces = std::move(pieces);
    return std::holds_alternative<SetupError>(load_position(*rules, spec));
  };
  const LoadedPiece acrobat{PieceKind::meeple, 0, "acrobats"};
  const LoadedPiece ringmaster{PieceKind::ringmaster, 0, "acrobats"};
  EXPECT_FALSE(refused("circus/CI-acrobats-fieldG", {acrobat, acrobat, acrobat}));
  EXPECT_TRUE(refused("circus/CI-acrobats-fieldG", {acrobat, acrobat, acrobat, acrobat}));
  EXPECT_TRUE(refused("circus/CI-acrobats-fieldG", {ringmaster}));
  EXPECT_TRUE(refused("base/B", {acrobat}));
}

// --- Whole games --------------------------------------------------------------

// CIRCUS-9, 11, 18, 19, 21, 23: one token for each circus tile but the first, and one at the end;
// the big top is on the circus tile laid last. Y-98: under a hill there is none.
TEST(Circus, CIRCUS_9_CIRCUS_11_CIRCUS_18_CIRCUS_19_CIRCUS_21_CIRCUS_23_Y_98_TheBigTop) {
  int turned_up = 0;
  games_in_company(100, [&](const Ply& ply) {
    const GameState& s = ply.after;
    int circuses = 0;
    Pos last{};
    for (int t = 0; t < s.core->tiles; ++t)
      if (has_mark(ply.rules, s.tiles[t], Mark::circus)) {
        ++circuses;
        last = s.tiles[t].at;
      }
    const CircusState& state = circus_state(ply.rules, s);
    if (decision(s) == DecisionKind::draw && decision(ply.before) != DecisionKind::draw &&
        s.core->placed == kNone) {
      ASSERT_EQ(state.in_play != 0, circuses != 0);
      ASSERT_TRUE(circuses == 0 || state.big_top == last);
      ASSERT_EQ(unseen(ply.rules, s), 16 - std::max(0, circuses - 1));
    }
    ASSERT_TRUE(!is_over(s) || unseen(ply.rules, s) == 16 - circuses);
    for (const Event& event : ply.events) {
      if (event.kind == EventKind::token && event.player == kNobody) ++turned_up;
      if (event.kind == EventKind::big_top_moved) {
        ASSERT_EQ(event.at, last);
      }
    }
  });
  EXPECT_GT(turned_up, 200);
}

// Who is around, worked out again: people by their tile, in castles by any tile of the castle.
bool is_counted(const Rules& rules, const GameState& s, const PlacedPiece& piece, Pos at) {
  if (!rules.traits[piece.kind].person) return false;
  bool around = is_near(tile_of(s, piece.segment).at, at);
  if (piece.standing == Standing::sheltered)
    for (int t = 0; t < s.core->tiles; ++t)
      for (int i = 0; i < s.tiles[t].segment_count; ++i)
        around |= feature_of(s, s.tiles[t].segment(i)) == feature_of(s, piece.segment) &&
                  is_near(s.tiles[t].at, at);
  return around;
}

// CIRCUS-12..16, Z-11, Z-20, Z-29, Z-30, Z-63, Z-73, Z-74, Z-88, Z-90, Z-101: every own meeple
// around gives the worth of the token, on whatever tile and feature, in whatever (sub-)turn, and
// stays; no fairy is paid for it (Z-45).
TEST(Circus, CIRCUS_12_CIRCUS_13_CIRCUS_14_CIRCUS_16_Z_11_Z_20_Z_29_Z_30_Z_63_Z_74_Z_90_WhoIsPaid) {
  int paid = 0;
  games_in_company(200, [&](const Ply& ply) {
    if (ply.action.kind != ActionKind::token || ply.action.value < static_cast<int>(Token::flea))
      return;
    const GameState& s = ply.before;
    const int worth = circus::kWorth[ply.action.value - circus::kFirstAnimal];
    const Pos at = circus_state(ply.rules, s).big_top;
    std::map<int, int> expected, found;
    for (const PlacedPiece& piece : all_pieces(s))
      if (is_counted(ply.rules, s, piece, at)) expected[piece.owner] += worth;
    for (const Event& event : ply.events) {
      if (event.kind == EventKind::score && event.reason == ScoreFor::circus)
        found[event.player] += event.points;
      ASSERT_TRUE(is_over(ply.after) || event.kind != EventKind::returned);
    }
    ASSERT_EQ(found, expected);
    paid += static_cast<int>(found.size());
  });
  EXPECT_GT(paid, 100);
}

bool may_be_acrobat(const Rules& rules, const GameState& s, const PlacedTile& tile) {
  const PlacedTile& placed = s.tiles[s.core->placed];
  const bool portal = rules.on(ModuleId::princess_dragon) && has_mark(rules, placed, Mark::portal);
  return has_mark(rules, tile, Mark::acrobats) && tile.added_segment == kNone &&
         acrobats_at(s, tile.at) < 3 && (portal || is_near(placed.at, tile.at));
}

// ACROBAT-1..5, 11, Z-8, Z-35, Z-36, Z-39, Z-87, Z-100: exactly the acrobats and pyramids that the
// rules allow, each once, whenever step 2 is asked.
TEST(Circus,
     ACROBAT_1_ACROBAT_2_ACROBAT_3_ACROBAT_5_ACROBAT_11_Z_8_Z_35_Z_36_Z_39_Z_87_Z_100_Offers) {
  std::vector<Action> answers;
  int offered = 0;
  games_in_company(300, [&](const Ply& ply) {
    const GameState& s = ply.after;
    if (decision(s) != DecisionKind::meeple) return;
    answers.clear();
    legal(ply.rules, s, answers);
    std::map<Pos, int> acrobats, pyramids;
    for (const Action& answer : answers) {
      if (answer.kind == ActionKind::pyramid) ++pyramids[answer.at];
      if (answer.kind != ActionKind::meeple || answer.seg != seg_of(Spot::acrobats)) continue;
      ASSERT_EQ(answer.piece, PieceKind::meeple);
      ++acrobats[answer.at];
    }
    std::map<Pos, int> may_stand, full;
    const bool in_hand = s.core->players[s.core->active].supply[PieceKind::meeple] != 0;
    for (int t = 0; t < s.core->tiles; ++t) {
      if (in_hand && may_be_acrobat(ply.rules, s, s.tiles[t])) may_stand[s.tiles[t].at] = 1;
      if (acrobats_at(s, s.tiles[t].at) == 3) full[s.tiles[t].at] = 1;
    }
    ASSERT_EQ(acrobats, may_stand);
    ASSERT_EQ(pyramids, full);
    offered += static_cast<int>(acrobats.size());
  });
  EXPECT_GT(offered, 500);
}

// ACROBAT-3, 14, X-61: never four, never beside a bridge, never on a feature.
TEST(Circus, ACROBAT_3_ACROBAT_14_X_61_AcrobatsOnTheMap) {
  games_in_company(400, [&](const Ply& ply) {
    for (const PlacedPiece& piece : all_pieces(ply.after)) {
      if (!is_acrobat(piece)) continue;
      const PlacedTile& tile = tile_of(ply.after, piece.segment);
      ASSERT_TRUE(has_mark(ply.rules, tile, Mark::acrobats));
      ASSERT_EQ(tile.added_segment, kNone);
      ASSERT_LE(acrobats_at(ply.after, tile.at), 3);
      ASSERT_EQ(piece.kind, PieceKind::meeple);
    }
    ASSERT_EQ(check(ply.rules, ply.after), "");
  });
}

// Somebody who likes acrobats: a pyramid if there is one, else an acrobat in two of three turns.
Action liked(const Rules& rules, const GameState& s, std::uint32_t word) {
  if (is_chance(s)) return sample_chance(rules, s, word);
  std::vector<Action> answers;
  if (decision(s) == DecisionKind::meeple) legal(rules, s, answers);
  for (const Action& answer : answers)
    if (answer.kind == ActionKind::pyramid) return answer;
  for (const Action& answer : answers)
    if (answer.kind == ActionKind::meeple && answer.seg == seg_of(Spot::acrobats) && word % 3 != 0)
      return answer;
  return sample_legal(rules, s, word);
}

template <class See>
void play_liking_acrobats(const Rules& rules, std::uint64_t seed, See see) {
  Rng rng(seed);
  GameState state = initial_state(rules);
  while (!is_over(state) && !testing::Test::HasFatalFailure()) {
    const Action action = liked(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
    const GameState before(state);
    base_play::Events events;
    ASSERT_FALSE(apply(rules, state, action, &events));
    see(Ply{rules, before, action, state, events.list});
  }
}

template <class See>
void games_with_acrobats(std::uint64_t seed, See see) {
  for (const auto& sets : company()) {
    const RulesPtr rules = rules_of(sets, 3);
    for (int game = 0; game < 6; ++game) play_liking_acrobats(*rules, seed++, see);
  }
}

// ACROBAT-6, 7, 9, 10, Z-19, Z-92: fifteen points, three meeples home, and step 2 is over.
TEST(Circus, ACROBAT_6_ACROBAT_7_ACROBAT_9_ACROBAT_10_Z_19_Z_92_PyramidsInPlay) {
  int scored = 0;
  games_with_acrobats(500, [&](const Ply& ply) {
    if (ply.action.kind == ActionKind::meeple && ply.action.seg == seg_of(Spot::acrobats)) {
      const bool stays = !is_over(ply.after) && std::ranges::find(ply.events, EventKind::eaten,
                                                                  &Event::kind) == ply.events.end();
      ASSERT_TRUE(!stays || acrobats_at(ply.after, ply.action.at) ==
                                acrobats_at(ply.before, ply.action.at) + 1);
      ASSERT_NE(decision(ply.after), DecisionKind::meeple);
    }
    if (ply.action.kind != ActionKind::pyramid) return;
    ++scored;
    int points = 0, home = 0;
    for (const Event& event : ply.events) {
      if (event.kind == EventKind::score && event.reason == ScoreFor::acrobats)
        points += event.points;
      home += event.kind == EventKind::returned && event.seg == seg_of(Spot::acrobats) ? 1 : 0;
    }
    ASSERT_TRUE(points == 15 || is_over(ply.after));
    ASSERT_EQ(home, 3);
    ASSERT_EQ(acrobats_at(ply.after, ply.action.at), 0);
    ASSERT_TRUE(decision(ply.after) != DecisionKind::meeple ||
                ply.after.core->placed != ply.before.core->placed);
  });
  EXPECT_GT(scored, 15);
}

// RINGMASTER-3, 4, 8, 11, Z-62: two points for each tile of both kinds around his tile.
TEST(Circus, RINGMASTER_3_RINGMASTER_4_RINGMASTER_8_RINGMASTER_11_Z_62_TheBonus) {
  int paid = 0;
  games_in_company(600, [&](const Ply& ply) {
    for (const Event& event : ply.events) {
      if (event.kind != EventKind::score || event.reason != ScoreFor::ringmaster) continue;
      int tiles = 0;
      for (int t = 0; t < ply.after.core->tiles; ++t) {
        const PlacedTile& tile = ply.after.tiles[t];
        if (!is_near(tile.at, event.at)) continue;
        if (has_mark(ply.rules, tile, Mark::circus) || has_mark(ply.rules, tile, Mark::acrobats))
          ++tiles;
      }
      ASSERT_EQ(event.points, 2 * tiles);
      ++paid;
    }
  });
  EXPECT_GT(paid, 30);
}

// RINGMASTER-1, Z-18, Z-28, Z-37, Z-38: he goes where meeples go, and to no garden, crown or
// acrobats' place.
TEST(Circus, RINGMASTER_1_RINGMASTER_9_Z_18_Z_28_Z_37_Z_38_WhereHeGoes) {
  std::vector<Action> answers;
  int placed = 0;
  games_in_company(700, [&](const Ply& ply) {
    if (decision(ply.after) != DecisionKind::meeple) return;
    answers.clear();
    legal(ply.rules, ply.after, answers);
    auto places_of = [&](PieceKind piece) {
      std::vector<std::pair<Pos, int>> places;
      for (const Action& answer : answers)
        if (answer.kind == ActionKind::meeple && answer.piece == piece && !is_spot(answer.seg))
          places.emplace_back(answer.at, answer.seg);
      std::ranges::sort(places);
      return places;
    };
    for (const Action& answer : answers)
      ASSERT_TRUE(answer.piece != PieceKind::ringmaster || answer.kind == ActionKind::meeple ||
                  answer.kind == ActionKind::fairy || answer.kind == ActionKind::ransom);
    const PlayerState& player = ply.after.core->players[ply.after.core->active];
    if (player.supply[PieceKind::ringmaster] == 0 || player.supply[PieceKind::meeple] == 0) return;
    ASSERT_EQ(places_of(PieceKind::ringmaster), places_of(PieceKind::meeple));
    ++placed;
  });
  EXPECT_GT(placed, 500);
}

// Whatever a stranger sends, a spot of any number on any tile is refused with a reason.
TEST(Circus, ACROBAT_2_HostileSpots) {
  Rng rng(5);
  for (const auto& sets : company()) {
    const RulesPtr rules = rules_of(sets, 3);
    play_random(*rules, 800, [&](const Ply& ply) {
      const GameState& s = ply.after;
      if (is_over(s)) return;
      const PlacedTile& tile = s.tiles[rng.next() % s.core->tiles];
      for (int kind = 0; kind < kActionKinds; ++kind) {
        const Action action{.kind = static_cast<ActionKind>(kind),
                            .piece = static_cast<PieceKind>(rng.next() % kPieceKinds),
                            .value = static_cast<std::uint8_t>(rng.next()),
                            .seg = seg_of(static_cast<Spot>(rng.next() % kSpotNames.size())),
                            .at = tile.at};
        if (is_legal(ply.rules, s, action)) continue;
        ASSERT_FALSE(explain_illegal(ply.rules, s, action).empty());
      }
    });
  }
}

}  // namespace
}  // namespace bastide::circus_test
