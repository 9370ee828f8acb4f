// What holds of Traders & Builders at setup, in the public state and over whole games.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/state.h"
#include "engine/expansions/traders_builders/state.h"
#include "engine/game/position.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/scoring/majority.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::Ply;
using base_play::tile_type;
using traders_builders::kGoods;
using traders_builders::TradersBuildersState;

bool is_builder_or_pig(PieceKind kind) {
  return kind == PieceKind::builder || kind == PieceKind::pig;
}

// The road D, U, U with a thief and a builder of the first player, and all tiles in the stock.
PositionSpec builder_on_a_road(const Rules& rules) {
  PositionSpec spec;
  const TileType u = tile_type(rules, "base/U");
  spec.tiles.push_back({u, {1, 0}, 0, {{PieceKind::meeple, 0, "road:E"}}, -1, kNobody});
  spec.tiles.push_back({u, {2, 0}, 0, {{PieceKind::builder, 0, "road:E"}}, -1, kNobody});
  return spec;
}

GameState loaded(const Rules& rules, const PositionSpec& spec) {
  auto position = load_position(rules, spec);
  if (const auto* error = std::get_if<SetupError>(&position)) ADD_FAILURE() << error->reason;
  return std::get<GameState>(std::move(position));
}

// --- The set --------------------------------------------------------------------

TEST(TradersBuilders, TB_1_TB_2_GOODS_12_as_many_symbols_as_tokens) {
  const SetDef* set = catalogue().find_set("traders_builders");
  ASSERT_NE(set, nullptr);
  int tiles = 0, plain = 0;
  std::array<int, kGoods> symbols{};
  for (const TileDef& tile : set->tiles) {
    tiles += tile.count;
    bool any = false;
    for (const SegmentDef& segment : tile.segments) {
      if (!segment.goods) continue;
      any = true;
      symbols[static_cast<std::size_t>(*segment.goods)] += tile.count;
    }
    plain += any ? 0 : tile.count;
  }
  EXPECT_EQ(tiles, 24);
  EXPECT_EQ(plain, 4);
  EXPECT_EQ(symbols, (std::array<int, kGoods>{9, 6, 5}));
}

TEST(TradersBuilders, TB_3_one_builder_and_one_pig_each_however_many_copies) {  // Q-TB-7
  for (const int copies : {1, 2}) {
    bastide::Setup setup = setup_of({"base", "traders_builders"}, 3);
    setup.sets.back().copies = copies;
    const RulesPtr rules = rules_of(setup);
    const GameState s = initial_state(*rules);
    for (int seat = 0; seat < 3; ++seat) {
      EXPECT_EQ(s.core->players[seat].supply[PieceKind::builder], 1);
      EXPECT_EQ(s.core->players[seat].supply[PieceKind::pig], 1);
    }
  }
}

TEST(TradersBuilders, PIG_9_switched_off_they_are_in_no_supply) {  // Q-TB-10
  for (const char* option : {"pigs", "fields"}) {
    bastide::Setup setup = setup_of({"base", "traders_builders"}, 2);
    setup.options.emplace_back(option, false);
    const RulesPtr rules = rules_of(setup);
    const Json state = state_to_json(*rules, initial_state(*rules), {});
    EXPECT_TRUE(state["players"][0]["supply"].contains("builder"));
    EXPECT_FALSE(state["players"][0]["supply"].contains("pig")) << option;
  }
}

TEST(TradersBuilders, TB_5_figures_are_no_persons) {
  const RulesPtr rules = rules_of({"base", "traders_builders"}, 2);
  for (const PieceKind kind : {PieceKind::builder, PieceKind::pig}) {
    EXPECT_FALSE(rules->traits[kind].person);
    EXPECT_TRUE(rules->traits[kind].living);  // X-7, X-8
  }
  EXPECT_TRUE(rules->plain_majorities);
}

// --- The public state -----------------------------------------------------------

TEST(TradersBuilders, GOODS_6_tokens_part_and_the_second_part_due_are_public) {
  bastide::Setup setup = setup_of({"base", "traders_builders"}, 2);
  setup.players[1].name = "B";
  const RulesPtr named = rules_of(setup);
  PositionSpec spec = builder_on_a_road(*named);
  spec.module_words.emplace_back("goods", "B wine 2 cloth 1");
  GameState s = loaded(*named, spec);
  Json state = state_to_json(*named, s, {});
  EXPECT_EQ(state["players"][1]["goods"], Json::parse(R"({"wine":2,"grain":0,"cloth":1})"));
  EXPECT_EQ(state["players"][0]["goods"], Json::parse(R"({"wine":0,"grain":0,"cloth":0})"));
  EXPECT_EQ(state["part"], 1);
  EXPECT_FALSE(state.contains("double_turn"));
  const TileType u = tile_type(*named, "base/U");
  ASSERT_FALSE(apply(*named, s, Action::draw(u)));
  ASSERT_FALSE(apply(*named, s, Action::place(u, {3, 0}, 0)));
  EXPECT_EQ(state_to_json(*named, s, {})["double_turn"], true);
  ASSERT_FALSE(apply(*named, s, Action::pass()));
  state = state_to_json(*named, s, {});
  EXPECT_EQ(state["part"], 2);
  EXPECT_EQ(state["turn"], 1);  // Q-TB-3: one turn
  EXPECT_FALSE(state.contains("double_turn"));
}

TEST(TradersBuilders, tokens_and_parts_tell_positions_apart) {
  const RulesPtr rules = rules_of({"base", "traders_builders"}, 2);
  GameState s = loaded(*rules, builder_on_a_road(*rules));
  const std::uint64_t before = state_hash(*rules, s);
  rules->ext<TradersBuildersState>(s).goods[0][1] = 1;
  const std::uint64_t of_first = state_hash(*rules, s);
  rules->ext<TradersBuildersState>(s).goods[0][1] = 0;
  rules->ext<TradersBuildersState>(s).goods[1][1] = 1;
  const std::uint64_t of_second = state_hash(*rules, s);
  EXPECT_NE(of_first, before);
  EXPECT_NE(of_second, of_first);
  rules->ext<TradersBuildersState>(s).goods[1][1] = 0;
  s.core->part = 2;
  EXPECT_NE(state_hash(*rules, s), before);
}

// What an earlier part of the turn bars matters for play, where somebody can be taken back at all.
TEST(TradersBuilders, Y_34_whoever_came_in_an_earlier_part_tells_positions_apart) {
  for (const bool abbots : {true, false}) {
    std::vector<std::string> sets{"base", "traders_builders"};
    if (abbots) sets.emplace_back("abbot");
    const RulesPtr rules = rules_of(sets, 2);
    GameState s = loaded(*rules, builder_on_a_road(*rules));
    const std::uint64_t before = state_hash(*rules, s);
    s.core->settled = s.tiles[0].segment(0);
    EXPECT_EQ(state_hash(*rules, s) != before, abbots);
  }
  const RulesPtr rules = rules_of({"base", "traders_builders", "castles_bridges"}, 2);
  GameState s = loaded(*rules, builder_on_a_road(*rules));
  const std::uint64_t before = state_hash(*rules, s);
  auto& earlier = rules->ext<castles_bridges::CastlesBridgesState>(s).earlier;
  earlier = {0, 0, 1};
  EXPECT_EQ(state_hash(*rules, s), before);  // of an earlier turn
  earlier = {s.core->turn, 0, 1};
  EXPECT_NE(state_hash(*rules, s), before);
}

TEST(TradersBuilders, GOODS_1_the_event_names_player_kind_count_and_city) {
  Event event;
  event.kind = EventKind::goods;
  event.player = 1;
  event.value = 2;
  event.points = 3;
  const RulesPtr rules = rules_of({"base", "traders_builders"}, 2);
  const GameState s = initial_state(*rules);
  event.has_place = true;
  event.segment = s.tiles[0].segment(0);
  const Json json = event_to_json(*rules, s, event);
  EXPECT_EQ(json["event"], "goods");
  EXPECT_EQ(json["player"], 1);
  EXPECT_EQ(json["goods"], "cloth");
  EXPECT_EQ(json["count"], 3);
  EXPECT_TRUE(json.contains("at") && json.contains("seg"));
}

// --- Whole games ----------------------------------------------------------------

// BUILDER-14, PIG-7, X-2, X-18, Y-35, Y-48: nobody stands alone, whatever took his people.
void expect_company(const Rules& rules, const GameState& s) {
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (!is_builder_or_pig(piece.kind)) continue;
    const Feature& feature = s.features[feature_of(s, piece.segment)];
    EXPECT_NE(number_of_seat(feature.occupants, piece.owner), 0) << name_of(piece.kind);
    EXPECT_TRUE(rules.traits[piece.kind].stands_on & kind_bit(feature.kind));
  }
}

// Draws of the turn's own player: two at most in a turn, three with the lake (Y-32, BUILDER-11).
struct TurnWatch {
  int turn = 0;
  int parts = 0;
  void see(const Ply& ply) {
    for (const Event& event : ply.events)
      if (event.kind == EventKind::double_turn) ++parts;
    if (ply.after.core->turn == turn) return;
    turn = ply.after.core->turn;
    EXPECT_LE(parts, 1);
    parts = 0;
  }
};

// Answers at random bring few builders: this one places figures and extends what they work on where
// it can.
Action eager_answer(const Rules& rules, const GameState& s, std::uint32_t word) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  for (const Action& action : answers) {
    if (action.kind == ActionKind::meeple && is_builder_or_pig(action.piece)) return action;
    if (action.kind != ActionKind::place || s.core->part != 1) continue;
    GameState after(s);
    apply_assume_legal(rules, after, action);
    if (after.core->part_due != 0) return action;
  }
  return sample_legal(rules, s, word);
}

template <class See>
void play_eagerly(const Rules& rules, std::uint64_t seed, See see) {
  Rng rng(seed);
  GameState state = initial_state(rules);
  while (!is_over(state)) {
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    const bool eager = (word & 0xFF) < 0xC0;
    const Action action = is_chance(state) ? sample_chance(rules, state, word)
                          : eager          ? eager_answer(rules, state, word)
                                           : sample_legal(rules, state, word);
    const GameState before(state);
    base_play::Events events;
    ASSERT_FALSE(apply(rules, state, action, &events));
    see(Ply{rules, before, action, state, events.list});
    if (testing::Test::HasFatalFailure()) return;
  }
}

void expect_sound_games(const Setup& setup, std::uint64_t first, int games) {
  const RulesPtr rules = rules_of(setup);
  ASSERT_TRUE(rules);
  int double_turns = 0, goods = 0;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(games); ++seed) {
    TurnWatch watch;
    play_eagerly(*rules, seed, [&](const Ply& ply) {
      ASSERT_EQ(check(*rules, ply.after), "");
      expect_company(*rules, ply.after);
      watch.see(ply);
      double_turns += ply.after.core->part == 2 && ply.before.core->part == 1 ? 1 : 0;
      for (const Event& event : ply.events)
        goods += event.kind == EventKind::goods ? event.points : 0;
      EXPECT_LE(ply.after.core->part, 2);
    });
  }
  EXPECT_GT(double_turns, 0);
  EXPECT_GT(goods, 0);
}

TEST(TradersBuilders, BUILDER_14_PIG_7_whole_games) {
  expect_sound_games(setup_of({"base", "traders_builders"}, 3), 1, 12);
  bastide::Setup asked = setup_of({"base", "traders_builders", "abbot", "king_robber"}, 2);
  asked.options.emplace_back("double_turn", std::string("may"));
  expect_sound_games(asked, 100, 8);
}

TEST(TradersBuilders, Y_30_to_Y_53_whole_games_with_everything) {
  const std::vector<std::vector<std::string>> mixtures = {
      {"base", "traders_builders", "abbot", "princess_dragon", "count", "king_robber", "cult",
       "bridges_castles_bazaars"},
      {"base", "traders_builders", "abbot", "princess_dragon", "river", "river2",
       "castles_bridges"},
      {"base", "traders_builders", "abbot", "princess_dragon", "wheel", "bridges_castles_bazaars"},
      {"base", "traders_builders", "princess_dragon", "river2", "bridges_castles_bazaars"}};
  std::uint64_t seed = 1000;
  for (const auto& sets : mixtures) expect_sound_games(setup_of(sets, 3), seed += 100, 4);
}

}  // namespace
}  // namespace bastide
