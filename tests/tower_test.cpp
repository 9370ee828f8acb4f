// What holds of the Tower at setup, on the wire and over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/board/board.h"
#include "engine/expansions/tower/view.h"
#include "engine/game/position.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/notation/text_action.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using base_play::tile_type;
using tower::all_towers;
using tower::Tower;
using tower::TowerState;

constexpr int kFloor = static_cast<int>(PieceKind::floor);

const TowerState& tower_state(const Rules& rules, const GameState& s) {
  return rules.ext<TowerState>(s);
}

// The sets that the tower meets, each with the base game.
std::vector<std::vector<std::string>> company() {
  return {{"base", "tower"},
          {"base", "tower", "princess_dragon", "king_robber", "cult", "abbot"},
          {"base", "tower", "bridges_castles_bazaars", "count", "inns_cathedrals"},
          {"base", "tower", "castles_bridges", "river", "traders_builders"},
          {"base", "tower", "princess_dragon", "river2", "hills_sheep", "traders_builders"},
          {"base", "tower", "wheel", "bridges_castles_bazaars", "traders_builders"}};
}

template <class See>
void games_in_company(std::uint64_t seed, See see) {
  base_play::play_in_each(company(), seed, see);
}

// --- The set ------------------------------------------------------------------

// TOWER-5: the dispenser of the box has no part in them.
TEST(Tower, TOWER_1_TOWER_2_TOWER_5_EighteenFoundationsInTheStock) {
  int tiles = 0;
  for (const TileDef& tile : catalogue().find_set("tower")->tiles) {
    EXPECT_TRUE(tile.has(Mark::tower)) << tile.id;
    tiles += tile.count;
  }
  EXPECT_EQ(tiles, 18);
  const RulesPtr rules = rules_of({"base", "tower"}, 2);
  EXPECT_EQ(tiles_left(initial_state(*rules)), 71 + 18);
  EXPECT_EQ(rules->stack_count, 1);
}

TEST(Tower, TOWER_3_FloorsByTheNumberOfPlayers) {
  constexpr int kFloors[] = {10, 9, 7, 6, 5};
  for (int players = 2; players <= 6; ++players) {
    const RulesPtr rules = rules_of({"base", "tower", "inns_cathedrals"}, players);
    const GameState s = initial_state(*rules);
    EXPECT_LE(players * kFloors[players - 2], 30);  // TOWER-1
    for (int seat = 0; seat < players; ++seat)
      EXPECT_EQ(s.core->players[seat].supply[kFloor], kFloors[players - 2]);
  }
}

TEST(Tower, TOWER_3_SeveralCopiesBringTilesButNoFloors) {
  bastide::Setup setup = setup_of({"base", "tower"}, 3);
  setup.sets[1].copies = 30;
  const RulesPtr rules = rules_of(setup);
  EXPECT_EQ(rules->supply[PieceKind::floor], 9);
  std::size_t most = 0;
  play_random(*rules, 1, [&](const Ply& ply) {
    most = std::max(most, all_towers(ply.rules, ply.after).size());
  });
  EXPECT_EQ(most, 30u * 18u);
}

// X-72 and others follow from traits: persons are captured, and some of them are guards.
TEST(Tower, TOWER_27_TOWER_39_WhoIsAGuard) {
  const RulesPtr rules =
      rules_of({"base", "tower", "abbot", "inns_cathedrals", "traders_builders", "hills_sheep"}, 2);
  std::set<PieceKind> guards, captives;
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    if (rules->traits[kind].guard) guards.insert(static_cast<PieceKind>(kind));
    if (tower::may_be_captured(*rules, {static_cast<PieceKind>(kind), 0, 0}))
      captives.insert(static_cast<PieceKind>(kind));
  }
  EXPECT_EQ(guards, (std::set{PieceKind::meeple, PieceKind::big}));
  EXPECT_EQ(captives, (std::set{PieceKind::meeple, PieceKind::abbot, PieceKind::big}));
}

// --- Loaded positions -----------------------------------------------------------

RulesPtr short_names(std::vector<std::string> sets = {"base", "tower"}, int players = 2) {
  Setup setup = setup_of(sets, players);
  for (int seat = 0; seat < players; ++seat)
    setup.players[static_cast<std::size_t>(seat)].name = std::to_string(seat);
  return rules_of(setup);
}

using Words = std::vector<std::pair<std::string, std::string>>;

// A foundation at 0,-1, a monk of the second player beside it, and what words say.
PositionSpec beside_a_monk(const Rules& rules, Words words) {
  PositionSpec spec;
  spec.tiles.push_back({tile_type(rules, "tower/TW-fieldG"), {0, -1}, 0, {}});
  spec.tiles.push_back(
      {tile_type(rules, "base/B"), {1, -1}, 0, {{PieceKind::meeple, 1, "monastery"}}});
  spec.module_words = std::move(words);
  return spec;
}

GameState load(const Rules& rules, Words words) {
  auto loaded = load_position(rules, beside_a_monk(rules, std::move(words)));
  EXPECT_TRUE(std::holds_alternative<GameState>(loaded));
  return std::get<GameState>(std::move(loaded));
}

void lay_straight(const Rules& rules, GameState& s, Pos at) {
  const TileType straight = tile_type(rules, "base/U");
  ASSERT_FALSE(apply(rules, s, Action::draw(straight)));
  ASSERT_FALSE(apply(rules, s, Action::place(straight, at, 0)));
}

TEST(Tower, TOWER_33_TOWER_34_TOWER_43_WhatCannotBeIsNotLoaded) {
  const RulesPtr rules = short_names();
  const Words refused[] = {{{"floors", "1,-1 2"}},
                           {{"floors", "7,7 2"}},
                           {{"floors", "0,-1 21"}},
                           {{"floors", "0,-1 11 1"}},
                           {{"floors", "0,-1 1 9"}},
                           {{"floors", "0,-1 x"}},
                           {{"guard", "0,-1 0"}},
                           {{"floors", "0,-1 1"}, {"guard", "0,-1 7"}},
                           {{"floors", "0,-1 1"}, {"guard", "0,-1 0 abbot"}},
                           {{"floors", "0,-1 1"}, {"guard", "0,-1 0 floor"}},
                           {{"floors", "0,-1 1"}, {"guard", "0,-1 0"}, {"guard", "0,-1 1"}},
                           {{"prisoner", "0 0"}},
                           {{"prisoner", "0 1 floor"}},
                           {{"prisoner", "0 1 queen"}},
                           {{"prisoner", "0"}},
                           {{"prisoner", "0 1"}, {"prisoner", "1 0"}},
                           {{"ransom", "1"}},
                           {{"ransom", ""}},
                           {{"ransoms", "0"}}};
  for (const Words& words : refused)
    EXPECT_TRUE(
        std::holds_alternative<SetupError>(load_position(*rules, beside_a_monk(*rules, words))))
        << words.back().first << " " << words.back().second;
  const GameState s = load(*rules, {{"floors", "0,-1 20"}, {"guard", "0,-1 1"}});
  EXPECT_EQ(check(*rules, s), "");
  EXPECT_EQ(all_towers(*rules, s)[0].floors, 20);
}

// --- On the wire ------------------------------------------------------------------

TEST(Tower, TOWER_38_TOWER_40_TheStateShowsFloorsGuardsAndPrisoners) {
  const RulesPtr rules = short_names();
  const GameState s =
      load(*rules, {{"floors", "0,-1 3"}, {"guard", "0,-1 1"}, {"prisoner", "0 1"}});
  const Json state = state_to_json(*rules, s);
  EXPECT_EQ(state["tiles"][1]["floors"], 3);
  EXPECT_EQ(state["tiles"][1]["pieces"].dump(), R"([{"piece":"meeple","owner":1,"seg":"tower"}])");
  EXPECT_FALSE(state["tiles"][2].contains("floors"));
  EXPECT_EQ(state["prisoners"].dump(), R"([{"holder":0,"owner":1,"piece":"meeple","count":1}])");
  EXPECT_EQ(state["ransom_paid"], false);
  const RulesPtr base = rules_of({"base"}, 2);
  EXPECT_FALSE(state_to_json(*base, initial_state(*base)).contains("prisoners"));
}

// Every answer as it stands in records, read again.
TEST(Tower, TOWER_10_TOWER_18_TOWER_47_AnswersInRecords) {
  const RulesPtr rules = short_names({"base", "tower"}, 3);
  GameState s = load(*rules, {{"floors", "0,-1 1"}, {"prisoner", "2 0"}});
  s.core->players[0].score = 5;
  lay_straight(*rules, s, {1, 0});
  std::set<std::string> texts;
  const auto collect = [&] {
    std::vector<Action> answers;
    legal(*rules, s, answers);
    for (const Action& answer : answers) {
      const Json json = action_to_json(*rules, s, answer);
      texts.insert(json.dump());
      const auto read = find_legal_action(*rules, s, name_action(*rules, s, answer));
      ASSERT_TRUE(std::holds_alternative<Action>(read)) << json.dump();
      EXPECT_EQ(std::get<Action>(read), answer);
    }
  };
  collect();
  ASSERT_FALSE(apply(*rules, s, {.kind = ActionKind::tower, .at = {0, -1}}));
  collect();
  for (const char* text :
       {R"({"by":0,"do":"tower","at":[0,-1]})",
        R"({"by":0,"do":"meeple","piece":"meeple","at":[0,-1],"seg":"tower"})",
        R"({"by":0,"do":"ransom","piece":"meeple","holder":2})",
        R"({"by":0,"do":"capture","piece":"meeple","owner":1,"at":[1,-1],"seg":"monastery"})"})
    EXPECT_TRUE(texts.contains(text)) << text;
}

TEST(Tower, TOWER_26_TOWER_45_TheHolderIsTold) {
  const RulesPtr rules = short_names();
  GameState s = load(*rules, {{"prisoner", "1 0"}});
  lay_straight(*rules, s, {1, 0});
  JsonEvents events(*rules);
  ASSERT_FALSE(apply(*rules, s, {.kind = ActionKind::tower, .at = {0, -1}}, &events));
  ASSERT_FALSE(apply(*rules, s, nth_legal(*rules, s, 0), &events));
  std::vector<std::string> texts;
  for (const Json& event : events.events()) texts.push_back(event.dump());
  ASSERT_GE(texts.size(), 4u);
  EXPECT_EQ(texts[0], R"({"event":"tower_built","player":0,"at":[0,-1],"floors":1})");
  EXPECT_EQ(texts[1], R"({"event":"captured","player":1,"piece":"meeple","at":[1,-1],)"
                      R"("seg":"monastery","holder":0})");
  EXPECT_EQ(texts[2], R"({"event":"returned","player":0,"piece":"meeple","holder":1})");
  EXPECT_EQ(texts[3], R"({"event":"returned","player":1,"piece":"meeple","holder":0})");
}

struct EventTexts final : EventSink {
  explicit EventTexts(const Rules& of) : rules(of) {}
  void add(const GameState& s, const Event& event) override {
    texts.push_back(event_text(rules, s, event));
  }
  const Rules& rules;
  std::vector<std::string> texts;
};

TEST(Tower, TOWER_26_TOWER_45_PeopleReadWhoTookWhomAndFromWhomTheyCame) {
  const RulesPtr rules = short_names();
  GameState s = load(*rules, {{"prisoner", "1 0"}});
  lay_straight(*rules, s, {1, 0});
  EventTexts events(*rules);
  ASSERT_FALSE(apply(*rules, s, {.kind = ActionKind::tower, .at = {0, -1}}));
  ASSERT_FALSE(apply(*rules, s, nth_legal(*rules, s, 0), &events));
  ASSERT_GE(events.texts.size(), 3u);
  const std::string captor = seat_text(*rules, 0), owner = seat_text(*rules, 1);
  EXPECT_EQ(events.texts[0], owner + " captured meeple monastery at 1,-1 by " + captor);
  EXPECT_EQ(events.texts[1], captor + " returned meeple from " + owner);
  EXPECT_EQ(events.texts[2], owner + " returned meeple from " + captor);
}

TEST(Tower, TOWER_20_TOWER_37_TOWER_52_AreInTheIdentityOfAPosition) {
  const RulesPtr rules = short_names({"base", "tower", "bridges_castles_bazaars"}, 3);
  const GameState s = load(*rules, {{"floors", "0,-1 1"}, {"prisoner", "2 1"}});
  auto differs = [&](auto change) {
    GameState other(s);
    change(other, rules->ext<TowerState>(other));
    return state_hash(*rules, s) != state_hash(*rules, other);
  };
  EXPECT_TRUE(differs([&](GameState& o, TowerState&) { ++all_towers(*rules, o)[0].floors; }));
  EXPECT_TRUE(
      differs([](GameState&, TowerState& t) { std::swap(t.prisoners[2], t.prisoners[0]); }));
  EXPECT_TRUE(differs([](GameState&, TowerState& t) { t.built = 1; }));
  EXPECT_TRUE(differs([](GameState& o, TowerState& t) {
    t.turn = o.core->turn;
    t.paid = 1u << o.core->active;
  }));
  // What the player of the turn has paid matters while others have their sub-turns.
  GameState unpaid(s), paid(s);
  for (GameState* o : {&unpaid, &paid}) {
    o->core->sub_turn = 1;
    o->core->active = 1;
    rules->ext<TowerState>(*o).turn = o->core->turn;
  }
  rules->ext<TowerState>(paid).paid = 1;
  EXPECT_NE(state_hash(*rules, unpaid), state_hash(*rules, paid));
}

// --- Hostile answers ----------------------------------------------------------------

// Whatever is sent is refused with a sentence; seats, pieces, places and cells may be anything.
TEST(Tower, TOWER_19_TOWER_54_NonsenseIsRefused) {
  const RulesPtr rules = rules_of({"base", "tower", "abbot", "princess_dragon"}, 3);
  Rng rng(7);
  auto some = [&](std::uint64_t below) { return rng.next() % below; };
  int refused = 0;
  play_random(*rules, 11, [&](const Ply& ply) {
    for (const ActionKind kind : {ActionKind::tower, ActionKind::capture, ActionKind::exchange,
                                  ActionKind::ransom, ActionKind::meeple}) {
      const Action action{
          .kind = kind,
          .piece = static_cast<PieceKind>(some(kPieceKinds + 3)),
          .value = static_cast<std::uint8_t>(some(256)),
          .seg = static_cast<std::uint8_t>(some(2) == 0 ? 0x80 + some(9) : some(256)),
          .at = {static_cast<std::int16_t>(some(8)), static_cast<std::int16_t>(some(8))}};
      if (is_over(ply.after) || is_legal(*rules, ply.after, action)) continue;
      GameState copy(ply.after);
      ASSERT_TRUE(apply(*rules, copy, action));
      ASSERT_TRUE(copy == ply.after);
      ASSERT_NE(explain_illegal(*rules, ply.after, action), "");
      ++refused;
    }
  });
  EXPECT_GT(refused, 500);
}

// --- Whole games ----------------------------------------------------------------------

// The cells in reach by walking: TOWER-20, TOWER-21.
std::vector<Pos> cells_in_reach(Pos from, int height) {
  std::vector<Pos> cells{from};
  for (int side = 0; side < kSides; ++side) {
    Pos at = from;
    for (int i = 0; i < height; ++i) cells.push_back(at = neighbour(at, static_cast<Side>(side)));
  }
  return cells;
}

std::vector<Action> answers_to(const Rules& rules, const GameState& s) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  return answers;
}

// Q-TW-11: each owner, kind and place once.
std::set<std::array<int, 5>> captives_in_reach(const Rules& rules, const GameState& s, Pos from,
                                               int height) {
  std::set<std::array<int, 5>> found;
  const std::vector<Pos> cells = cells_in_reach(from, height);
  for (const PlacedPiece& piece : all_pieces(s)) {
    const Pos at = tile_of(s, piece.segment).at;
    const bool person = rules.traits[piece.kind].person && piece.standing != Standing::sheltered;
    if (person && std::ranges::find(cells, at) != cells.end())
      found.insert({static_cast<int>(piece.kind), piece.owner, at.x, at.y, seg_of(s, piece)});
  }
  return found;
}

TEST(Tower, TOWER_18_TOWER_20_TOWER_21_TOWER_22_TOWER_23_TOWER_24_WhoIsInReach) {
  int asked = 0, not_asked = 0;
  games_in_company(100, [&](const Ply& ply) {
    if (ply.action.kind != ActionKind::tower) return;
    const auto expected = captives_in_reach(
        ply.rules, ply.before, ply.action.at,
        1 + all_towers(
                ply.rules,
                ply.before)[static_cast<std::size_t>(tower::tower_on(
                                ply.rules, ply.before, find_tile(ply.before, ply.action.at)))]
                .floors);
    if (decision(ply.after) != DecisionKind::capture) {
      ASSERT_TRUE(expected.empty());
      ++not_asked;
      return;
    }
    const std::vector<Action> answers = answers_to(ply.rules, ply.after);
    std::set<std::array<int, 5>> offered;
    for (const Action& a : answers)
      if (a.kind == ActionKind::capture)
        offered.insert({static_cast<int>(a.piece), a.value, a.at.x, a.at.y, a.seg});
    ASSERT_EQ(offered, expected);
    ASSERT_EQ(answers.size(), expected.size() + 1);  // TOWER-19: or pass
    ASSERT_EQ(answers.back(), Action::pass());
    ++asked;
  });
  EXPECT_GT(asked, 200);
  EXPECT_GT(not_asked, 50);
}

// TOWER-10..17, TOWER-32..34: the floors and guards of step 2, worked out from the map.
TEST(Tower, TOWER_10_TOWER_11_TOWER_13_TOWER_16_TOWER_32_TOWER_33_TOWER_34_Z_40_WhatStepTwoOffers) {
  int looked = 0;
  games_in_company(200, [&](const Ply& ply) {
    if (decision(ply.after) != DecisionKind::meeple) return;
    const GameState& s = ply.after;
    const PlayerState& player = s.core->players[s.core->active];
    std::multiset<std::array<int, 4>> expected, offered;
    for (int t = 0; t < s.core->tiles; ++t) {
      if (!ply.rules.tiles[s.tiles[t].type].has(Mark::tower)) continue;
      const int floors =
          all_towers(
              ply.rules,
              s)[static_cast<std::size_t>(tower::tower_on(ply.rules, s, static_cast<unsigned>(t)))]
              .floors;
      const Pos at = s.tiles[t].at;
      if (std::ranges::any_of(all_pieces(s), [&](const PlacedPiece& piece) {
            return is_on_spot(piece, Spot::tower) && tile_of(s, piece.segment).at == at;
          }))
        continue;
      if (player.supply[kFloor] != 0) expected.insert({at.x, at.y, 0, 0});
      for (const PieceKind kind : {PieceKind::meeple, PieceKind::big})
        if (floors != 0 && player.supply[kind] != 0)
          expected.insert({at.x, at.y, 1, static_cast<int>(kind)});
    }
    for (const Action& a : answers_to(ply.rules, s)) {
      if (a.kind == ActionKind::tower) offered.insert({a.at.x, a.at.y, 0, 0});
      if (a.kind == ActionKind::meeple && a.seg == seg_of(Spot::tower))
        offered.insert({a.at.x, a.at.y, 1, static_cast<int>(a.piece)});
    }
    ASSERT_EQ(offered, expected);
    looked += expected.empty() ? 0 : 1;
  });
  EXPECT_GT(looked, 500);
}

// TOWER-37, TOWER-38: a tower is closed exactly while somebody stands on it; he claims nothing.
// TOWER-4, TOWER-13, X-13: floors stay. TOWER-40: nobody is lost.
TEST(Tower, TOWER_4_TOWER_13_TOWER_37_TOWER_38_TOWER_40_X_13_TheMapIsSound) {
  int guarded = 0;
  games_in_company(300, [&](const Ply& ply) {
    ASSERT_EQ(check(ply.rules, ply.after), "");
    const auto before = all_towers(ply.rules, ply.before), after = all_towers(ply.rules, ply.after);
    for (std::size_t i = 0; i < after.size(); ++i) {
      int guards = 0;
      for (const PlacedPiece& piece : all_pieces(ply.after))
        if (is_on_spot(piece, Spot::tower) &&
            ply.after.segments[piece.segment].tile == after[i].tile)
          ++guards;
      ASSERT_EQ(guards, after[i].guards);
      guarded += guards;
      const int grown = after[i].floors - (i < before.size() ? before[i].floors : 0);
      const bool here = ply.action.kind == ActionKind::tower &&
                        ply.after.tiles[after[i].tile].at == ply.action.at;
      ASSERT_EQ(grown, here ? 1 : 0);
    }
  });
  EXPECT_GT(guarded, 1000);
}

int prisoners_of(const TowerState& state, int holder, int owner) {
  int count = 0;
  for (const std::uint8_t of_kind : state.prisoners[holder][owner]) count += of_kind;
  return count;
}

// Once a capture is settled no two players hold each other's, nobody the own, and `held` agrees.
TEST(Tower, TOWER_26_TOWER_41_TOWER_42_TOWER_43_TOWER_55_PrisonersAreSettled) {
  int held = 0, exchanged = 0;
  games_in_company(400, [&](const Ply& ply) {
    const TowerState& state = tower_state(ply.rules, ply.after);
    for (int owner = 0; owner < 3; ++owner) {
      int sum = 0;
      for (int holder = 0; holder < 3; ++holder) {
        const int count = prisoners_of(state, holder, owner);
        const bool settled = decision(ply.after) != DecisionKind::exchange;
        ASSERT_TRUE(count == 0 || (holder != owner && !is_over(ply.after)));
        ASSERT_TRUE(count == 0 || !settled || prisoners_of(state, owner, holder) == 0);
        sum += count;
      }
      ASSERT_EQ(sum, state.held[owner]);
      held += sum;
    }
    for (const Event& event : ply.events)
      exchanged += event.kind == EventKind::returned && event.holder != kNobody &&
                           ply.action.kind != ActionKind::ransom
                       ? 1
                       : 0;
  });
  EXPECT_GT(held, 1000);
  EXPECT_GT(exchanged, 50);
}

// TOWER-47..54, Z-75, Z-76: three points from one to the other, once a turn, or once a sub-turn of
// another's turn; nobody with fewer; and asked after scoring wherever it can be paid.
TEST(Tower, TOWER_47_TOWER_48_TOWER_49_TOWER_51_TOWER_52_TOWER_54_Y_58_Z_9_Z_75_Z_76_Ransoms) {
  int paid_in_step_two = 0, paid_later = 0;
  std::set<std::pair<int, int>>
      paid;  // turn and seat; a bazaar brings each other seat one sub-turn
  games_in_company(500, [&](const Ply& ply) {
    if (ply.before.core->turn == 1) paid.clear();
    if (ply.action.kind != ActionKind::ransom) return;
    const Seat payer = ply.before.core->active, holder = ply.action.value;
    ASSERT_EQ(actor(ply.before), payer);
    ASSERT_NE(payer, holder);
    ASSERT_GE(ply.before.core->players[payer].score, 3);
    ASSERT_TRUE(paid.insert({ply.before.core->turn, payer}).second);
    std::vector<int> points;
    for (const Event& event : ply.events)
      if (event.kind == EventKind::score && event.reason == ScoreFor::ransom)
        points.push_back(event.player == payer ? event.points : 100 + event.points);
    ASSERT_EQ(points, (std::vector{-3, 103}));
    if (decision(ply.before) == DecisionKind::meeple) {
      ++paid_in_step_two;
      ASSERT_EQ(ply.after.core->players[payer].supply[ply.action.piece],
                ply.before.core->players[payer].supply[ply.action.piece] + 1);
    } else {
      ASSERT_EQ(decision(ply.before), DecisionKind::ransom);
      ++paid_later;
    }
  });
  EXPECT_GT(paid_in_step_two, 10);
  EXPECT_GT(paid_later, 10);
}

}  // namespace
}  // namespace bastide
