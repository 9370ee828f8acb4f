// Flights of the dragon: who moves, where to, what is eaten. Over whole games, and on an open
// plain.
#include "engine/board/board.h"
#include "tests/princess_dragon_play.h"

namespace bastide::dragon_play {
namespace {

// Base tiles with fields all round, enough copies for a plain of the given size, the dragon in its
// middle; a dragon tile is drawn first.
struct Plain {
  RulesPtr rules;
  GameState s;
};

Plain make_plain(int players, Choices options = {}) {
  Setup setup;
  setup.sets = {{"base", 16}, {"princess_dragon", 1}};
  for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
  setup.options = std::move(options);
  RulesPtr rules = std::get<RulesPtr>(compile(setup));
  PositionSpec spec;
  for (std::int16_t y = -3; y <= 3; ++y)
    for (std::int16_t x = -3; x <= 3; ++x)
      spec.tiles.push_back({base_play::tile_type(*rules, "base/B"), {x, y}, 0, {}});
  spec.module_words = {{"dragon", "0,0"}};
  GameState s = load(*rules, spec);
  return {std::move(rules), std::move(s)};
}

Action answer(const Rules& rules, const GameState& s, ActionKind kind) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  for (const Action& action : answers)
    if (action.kind == kind) return action;
  ADD_FAILURE() << "no such answer";
  return Action::pass();
}

// Draws and lays a dragon tile, and passes: the flight is on.
void start_flight(const Rules& rules, GameState& s) {
  const TileType tile = base_play::tile_type(rules, "princess_dragon/PD-dragon-curve");
  ASSERT_FALSE(apply(rules, s, Action::draw(tile)));
  ASSERT_FALSE(apply(rules, s, answer(rules, s, ActionKind::place)));
  ASSERT_FALSE(apply(rules, s, Action::pass()));
  ASSERT_EQ(decision(s), DecisionKind::dragon);
}

TEST(DragonFlight, DRAGON_5_DRAGON_7_six_moves_whatever_the_number_of_players) {
  for (int players = 2; players <= 5; ++players) {
    Plain plain = make_plain(players);
    start_flight(*plain.rules, plain.s);
    const int first = plain.s.core->active;
    std::vector<Seat> movers;
    while (decision(plain.s) == DecisionKind::dragon) {
      movers.push_back(actor(plain.s));
      // Straight on, north and then away, so that no move is forced.
      ASSERT_FALSE(apply(*plain.rules, plain.s, nth_legal(*plain.rules, plain.s, 0)));
    }
    // Three moves north reach the edge; the way on along it is free as well.
    ASSERT_EQ(movers.size(), 6u) << players;
    for (int k = 0; k < 6; ++k) EXPECT_EQ(movers[k], (first + k) % players) << players;
  }
}

TEST(DragonFlight, DRAGON_6_DRAGON_8_four_ways_on_a_plain_and_no_pass) {
  Plain plain = make_plain(2);
  start_flight(*plain.rules, plain.s);
  EXPECT_EQ(count_legal(*plain.rules, plain.s), 4u);
  EXPECT_FALSE(is_legal(*plain.rules, plain.s, Action::pass()));
  EXPECT_FALSE(is_legal(*plain.rules, plain.s, {.kind = ActionKind::dragon, .at = {1, 1}}));
  ASSERT_FALSE(apply(*plain.rules, plain.s, {.kind = ActionKind::dragon, .at = {1, 0}}));
  EXPECT_EQ(count_legal(*plain.rules, plain.s), 3u);  // DRAGON-10: not back to the start
}

// DRAGON-24, X-4: who is in a castle is not standing on the tile. The castle's set brings the
// rules of getting there; the dragon only has to leave it alone.
TEST(DragonFlight, DRAGON_24_pieces_that_do_not_stand_are_safe) {
  Plain plain = make_plain(2);
  GameState& s = plain.s;
  const PlacedTile& tile = s.tiles[find_tile(s, {0, 1})];
  s.pieces[s.core->pieces++] = {PieceKind::meeple, 0, tile.first_segment, Standing::sheltered};
  --s.core->players[0].supply[PieceKind::meeple];
  start_flight(*plain.rules, s);
  ASSERT_FALSE(apply(*plain.rules, s, {.kind = ActionKind::dragon, .at = {0, 1}}));
  EXPECT_EQ(s.core->pieces, 1);
}

// One look at every action of random games.
class Watch {
 public:
  void operator()(const base_play::Ply& ply) {
    const bool volcano = ply.action.kind == ActionKind::place
                             ? def_of(ply.rules, ply.action.tile).has(Mark::volcano)
                             : placed_has(ply.rules, ply.before, Mark::volcano);
    Pos at = part(ply.rules, ply.before).dragon;
    for (const Event& event : ply.events) {
      if (event.kind == EventKind::eaten) {
        EXPECT_EQ(event.at, at);  // DRAGON-13: only where the dragon is
        EXPECT_FALSE(volcano);    // VOLCANO-5
        ++eaten;
      }
      if (event.kind != EventKind::dragon_moved) continue;
      at = event.at;
      ++(volcano ? eruptions : moves);
    }
    check_after(ply);
  }
  int eaten = 0, eruptions = 0, moves = 0, fairy_moves = 0;

 private:
  void check_after(const base_play::Ply& ply) {
    const PrincessDragonState& p = part(ply.rules, ply.after);
    EXPECT_EQ(p.visited_count != 0, decision(ply.after) == DecisionKind::dragon);
    EXPECT_LE(p.visited_count, 6);
    if (p.dragon_in_play != 0) {
      EXPECT_NE(find_tile(ply.after, p.dragon), kNotThere);
      EXPECT_EQ(aside(ply.rules, ply.after), 0);  // DRAGON-21
    }
    for (int i = 0; i < p.visited_count; ++i)
      for (int j = 0; j < i; ++j) EXPECT_FALSE(p.visited[i] == p.visited[j]);  // DRAGON-9
    if (ply.action.kind == ActionKind::dragon) {
      EXPECT_FALSE(part(ply.rules, ply.before).fairy_in_play != 0 &&
                   part(ply.rules, ply.before).fairy == ply.action.at);  // DRAGON-12
    }
    if (ply.action.kind == ActionKind::fairy) ++fairy_moves;
    if (p.has_protege != 0) {
      int found = 0;
      for (int i = 0; i < ply.after.core->pieces; ++i) {
        const PlacedPiece& piece = ply.after.pieces[i];
        const PlacedTile& tile = ply.after.tiles[ply.after.segments[piece.segment].tile];
        found += piece.owner == p.protege_owner && piece.kind == p.protege_kind &&
                         tile.at == p.fairy && tile.local(piece.segment) == p.protege_seg
                     ? 1
                     : 0;
      }
      EXPECT_EQ(found, 1);  // FAIRY-2: one particular meeple
    }
    EXPECT_EQ(check(ply.rules, ply.after), "");
  }
};

TEST(DragonGames, DRAGON_9_DRAGON_12_DRAGON_13_hold_in_random_games) {
  for (int players = 2; players <= 5; ++players) {
    const RulesPtr rules = rules_with({"base", "abbot", "princess_dragon"}, players);
    Watch watch;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) { watch(ply); });
    EXPECT_GT(watch.eaten, 50);
    EXPECT_GT(watch.eruptions, 100);
    EXPECT_GT(watch.moves, 500);
    EXPECT_GT(watch.fairy_moves, 100);
  }
}

// DRAGON-18..20: no dragon tile is laid before the first volcano.
TEST(DragonGames, DRAGON_18_DRAGON_19_no_dragon_tile_lies_before_a_volcano) {
  const RulesPtr rules = dragon_rules(3);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    int set_aside = 0, back = 0;
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      set_aside += count_events(ply.events, EventKind::set_aside);
      for (const Event& event : ply.events)
        if (event.kind == EventKind::reshuffled) back += event.value;
      const bool dragon_tile = ply.action.kind == ActionKind::place &&
                               def_of(ply.rules, ply.action.tile).has(Mark::dragon);
      EXPECT_TRUE(!dragon_tile || part(ply.rules, ply.before).dragon_in_play != 0);
      EXPECT_EQ(set_aside, back + aside(ply.rules, ply.after));
    });
  }
}

TEST(DragonGames, Q_PD_26_option_the_flight_comes_after_the_scoring) {
  const RulesPtr late =
      dragon_rules(2, {{"dragon_move", OptionValue(std::string("after_scoring"))}});
  EXPECT_GT(late->index_of(Step::dragon_after_scoring), late->index_of(Step::score));
  EXPECT_EQ(dragon_rules(2)->index_of(Step::dragon_after_scoring), -1);
  int flights = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    base_play::play_random(*late, seed, [&](const base_play::Ply& ply) {
      if (decision(ply.after) != DecisionKind::dragon) return;
      ++flights;
      EXPECT_EQ(ply.after.core->scored_count, ply.after.core->completed_count);
    });
  EXPECT_GT(flights, 50);
}

}  // namespace
}  // namespace bastide::dragon_play
