// Chance is any weighted choice: what the dealer is asked for need not be a tile, and nobody who
// deals, searches or checks draws has to know what it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "bots/dealer.h"
#include "bots/search/endgame.h"
#include "bots/search/playout.h"
#include "bots/search/search.h"
#include "engine/core/rng.h"
#include "engine/expansions/hills_sheep/state.h"
#include "engine/game/base_turn.h"
#include "engine/game/game.h"
#include "engine/notation/json_action.h"
#include "engine/turn/turn.h"
#include "server/fair/fair_draw.h"
#include "tests/setups.h"

namespace bastide {
namespace {

std::uint32_t random_word(Rng& rng) { return static_cast<std::uint32_t>(rng.next() >> 32); }

// A toy: at the end of every turn the dealer turns up 1, 2 or 3 points for the active player, as
// often as 1 : 3 : 6. The decision and the action are words of sets that are not in play.
constexpr DecisionKind kLuck = DecisionKind::plague;
constexpr std::array<std::uint32_t, 3> kWeights{1, 3, 6};

Action luck(int points) {
  return {.kind = ActionKind::bid, .points = static_cast<std::int16_t>(points)};
}
void list_luck(const Rules&, const GameState&, Options& out) {
  for (int points = 1; points <= 3; ++points) out.add(luck(points));
}
std::uint32_t weigh_luck(const Rules&, const GameState&, const Action& action) {
  return kWeights[static_cast<std::size_t>(action.points) - 1];
}
Flow answer_luck(const Rules&, GameState& s, const Action& action, EventSink*) {
  s.core->players[s.core->active].score += action.points;
  return Flow::proceed;
}
Flow luck_step(const Rules& rules, GameState& s, EventSink* events) {
  return ask(rules, s, kLuck, kDealer, events);
}

Rules with_luck(const Rules& base) {
  Rules rules = base;
  const int end = rules.index_of(Step::end_turn);
  for (int i = rules.step_count++; i > end; --i) {
    rules.steps[i] = rules.steps[i - 1];
    rules.step_fns[i] = rules.step_fns[i - 1];
  }
  rules.steps[end] = Step::wheel;  // of a set that is not in play
  rules.step_fns[end] = luck_step;
  ++rules.ending_index;
  rules.decisions[kLuck] = {list_luck, answer_luck, nullptr, false, weigh_luck};
  choose_play(rules);
  return rules;
}

class Luck : public ::testing::Test {
 protected:
  // The first time that the dealer is asked for points.
  GameState at_luck() const {
    GameState s = initial_state(rules);
    Rng rng(11);
    while (decision(s) != kLuck)
      apply_assume_legal(rules, s, is_chance(s) ? deal(rules, s, rng) : nth_legal(rules, s, 0));
    return s;
  }
  const RulesPtr base = rules_of({"base"}, 2);
  const Rules rules = with_luck(*base);
};

TEST_F(Luck, is_listed_with_its_weights) {
  const GameState s = at_luck();
  ASSERT_TRUE(is_chance(s));
  for (const auto list : {outcomes, distinct_outcomes}) {
    std::vector<Outcome> all;
    list(rules, s, all);
    ASSERT_EQ(all.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(all[i].action, luck(static_cast<int>(i) + 1));
      EXPECT_EQ(all[i].weight, kWeights[i]);
    }
  }
  EXPECT_EQ(chance_total(rules, s), 10u);
  std::map<int, int> seen;
  for (std::uint32_t n = 0; n < 10; ++n) ++seen[nth_chance(rules, s, n).points];
  EXPECT_EQ(seen, (std::map<int, int>{{1, 1}, {2, 3}, {3, 6}}));
  EXPECT_EQ(sample_chance(rules, s, 0), luck(1));
  EXPECT_EQ(sample_chance(rules, s, ~0u), luck(3));
}

TEST_F(Luck, is_dealt_as_often_as_its_weights_say) {
  const GameState s = at_luck();
  Rng rng(5);
  std::array<int, 3> seen{};
  for (int i = 0; i < 10'000; ++i) ++seen[static_cast<std::size_t>(deal(rules, s, rng).points) - 1];
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(seen[i], 1000.0 * kWeights[i], 250) << i + 1 << " points";
}

TEST_F(Luck, is_a_fair_draw_like_any_other) {
  const GameState s = at_luck();
  const server::Seed seed{1, 2, 3};
  std::array<int, 3> seen{};
  for (std::uint64_t n = 0; n < 1000; ++n) {
    const Action drawn = server::fair_draw(rules, s, seed, n);
    const std::uint64_t number = server::fair_number(seed, n, 10);  // in the order of the names
    EXPECT_EQ(drawn, luck(number < 1 ? 1 : number < 4 ? 2 : 3));
    EXPECT_EQ(outcome_name(rules, s, drawn), std::to_string(drawn.points));
    ++seen[static_cast<std::size_t>(drawn.points) - 1];
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(seen[i], 100.0 * kWeights[i], 60);
}

TEST_F(Luck, is_played_through_by_random_turns_and_search) {
  GameState s = initial_state(rules);
  Rng rng(7);
  apply_assume_legal(rules, s, deal(rules, s, rng));
  GameState later = s;
  play_on(rules, later, random_turns(6, 77), rng);
  EXPECT_EQ(later.core->turn, 7);
  EXPECT_GE(later.core->players[0].score + later.core->players[1].score, 6);
  Search search(rules, default_weights(), {});
  search.run(s, {.nodes = 400}, rng);
  const auto answers = search.answers();
  ASSERT_FALSE(answers.empty());
  EXPECT_TRUE(is_legal(rules, s, answers.front().action));
}

// The last tile: what is left to chance is luck alone, and the solver knows its mean.
TEST_F(Luck, is_solved_exactly_at_the_end) {
  Rng rng(3);
  const auto last_meeple = [&] {
    for (;;) {
      GameState s = initial_state(rules);
      while (!is_over(s) && (tiles_left(s) > 0 || decision(s) != DecisionKind::meeple))
        apply_assume_legal(
            rules, s,
            is_chance(s) ? deal(rules, s, rng) : sample_legal(rules, s, random_word(rng)));
      if (!is_over(s)) return s;
    }
  };
  const GameState s = last_meeple();
  const auto solved = solve_endgame(rules, s, {1'000'000});
  ASSERT_TRUE(solved);
  for (const SolvedAction& answer : *solved) {
    double mean = 0;
    for (int points = 1; points <= 3; ++points) {
      GameState end = s;
      apply_assume_legal(rules, end, answer.action);
      ASSERT_EQ(decision(end), kLuck);
      apply_assume_legal(rules, end, luck(points));
      ASSERT_TRUE(is_over(end));
      const int lead = end.core->players[actor(s)].score - end.core->players[1 - actor(s)].score;
      mean += kWeights[static_cast<std::size_t>(points) - 1] / 10.0 * lead;
    }
    EXPECT_NEAR(answer.lead, mean, 1e-9);
  }
}

// --- Tokens ------------------------------------------------------------------

int kinds_in(const std::uint16_t (&bag)[hills_sheep::kTokens]) {
  return static_cast<int>(std::ranges::count_if(bag, [](int tokens) { return tokens != 0; }));
}

// FLOCK-14, D-HS-2: each token of the bag by itself, for dealer, fair draws, playouts and search.
TEST(Chance, FLOCK_14_tokens_come_as_often_as_they_lie_in_the_bag) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 3);
  const server::Seed seed{4, 5, 6};
  Rng rng(21);
  int asked = 0, fewer = 0;
  for (int game = 0; game < 10; ++game)
    for (GameState s = initial_state(*rules); !is_over(s); apply_assume_legal(
             *rules, s,
             is_chance(s) ? deal(*rules, s, rng) : sample_legal(*rules, s, random_word(rng)))) {
      if (decision(s) != DecisionKind::token) continue;
      ASSERT_TRUE(is_chance(s));
      const auto& bag = rules->ext<hills_sheep::HillsSheepState>(s).bag;
      std::vector<Outcome> all;
      outcomes(*rules, s, all);
      ASSERT_EQ(static_cast<int>(all.size()), kinds_in(bag));
      std::vector<Action> by_name;  // sheep1 … sheep4, wolf
      for (const Outcome& one : all) {
        ASSERT_EQ(one.weight, bag[one.action.value]);
        by_name.insert(by_name.end(), one.weight, one.action);
      }
      ASSERT_EQ(chance_total(*rules, s), by_name.size());
      for (std::uint32_t n = 0; n < by_name.size(); ++n)
        ASSERT_EQ(nth_chance(*rules, s, n), by_name[n]);
      const auto n = static_cast<std::uint64_t>(asked++);
      ASSERT_EQ(server::fair_draw(*rules, s, seed, n),
                by_name[server::fair_number(seed, n, by_name.size())]);
      fewer += by_name.size() < 18 ? 1 : 0;
    }
  EXPECT_GT(asked, 40);
  EXPECT_GT(fewer, 10);  // some lie beside shepherds
}

TEST(Chance, FLOCK_14_search_and_playouts_take_tokens) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 2);
  Rng rng(8);
  GameState s = initial_state(*rules);
  while (decision(s) != DecisionKind::flock)
    apply_assume_legal(
        *rules, s, is_chance(s) ? deal(*rules, s, rng) : sample_legal(*rules, s, random_word(rng)));
  Search search(*rules, default_weights(), {});
  search.run(s, {.nodes = 400}, rng);
  const auto answers = search.answers();
  ASSERT_EQ(answers.size(), 2u);  // grow and herd
  GameState growing = s;
  apply_assume_legal(*rules, growing, nth_legal(*rules, s, 0));
  ASSERT_EQ(decision(growing), DecisionKind::token);
  const int turn = growing.core->turn;
  play_on(*rules, growing, random_turns(4, 77), rng);
  EXPECT_EQ(growing.core->turn, turn + 4);
}

// HIDDEN-3: every unseen tile is as likely as the others, those under hills included.
TEST(Chance, HIDDEN_3_hidden_tiles_can_be_drawn_like_the_others) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 2);
  Rng rng(13);
  GameState s = initial_state(*rules);
  int hidden_draws = 0;
  while (!is_over(s)) {
    if (decision(s) == DecisionKind::draw) {
      std::uint32_t unseen = 0;
      for (std::size_t t = 0; t < rules->tiles.size(); ++t) unseen += s.stock[t];
      ASSERT_EQ(chance_total(*rules, s), unseen);
      ASSERT_EQ(unseen, static_cast<std::uint32_t>(tiles_left(s)) + s.core->hidden);
      hidden_draws += s.core->hidden != 0 ? 1 : 0;
    }
    apply_assume_legal(
        *rules, s, is_chance(s) ? deal(*rules, s, rng) : sample_legal(*rules, s, random_word(rng)));
  }
  EXPECT_GT(hidden_draws, 10);
  EXPECT_EQ(tiles_left(s), 0);  // HIDDEN-5
}

// --- Outcomes that nothing tells apart ---------------------------------------

std::size_t count_distinct(const Rules& rules, const GameState& s) {
  std::vector<Outcome> all, distinct;
  outcomes(rules, s, all);
  distinct_outcomes(rules, s, distinct);
  std::uint32_t weight = 0;
  for (const Outcome& one : distinct) {
    EXPECT_GT(one.weight, 0u);
    EXPECT_TRUE(is_legal(rules, s, one.action));
    weight += one.weight;
  }
  EXPECT_EQ(weight, chance_total(rules, s));
  EXPECT_LE(distinct.size(), all.size());
  return distinct.size();
}

TEST(Chance, takes_a_garden_for_its_plain_twin_where_no_abbot_is) {
  const RulesPtr plain = rules_of({"base"}, 2), abbot = rules_of({"base", "abbot"}, 2);
  GameState s = initial_state(*plain), with = initial_state(*abbot);
  std::vector<Action> answers;
  legal(*plain, s, answers);
  EXPECT_LT(count_distinct(*plain, s), answers.size());
  EXPECT_EQ(count_distinct(*abbot, with), answers.size());
  bool garden = false;
  for (const Action& draw : answers) {
    const TileInPlay& tile = plain->tiles[draw.tile];
    if (tile.like == draw.tile) continue;
    EXPECT_NE(tile.marks & mark_bit(Mark::garden),
              plain->tiles[tile.like].marks & mark_bit(Mark::garden));
    garden = true;
  }
  EXPECT_TRUE(garden);
}

// Whatever follows is the same game: as many answers to every question, the same points.
TEST(Chance, plays_like_tiles_alike) {
  for (const std::vector<std::string>& sets : {std::vector<std::string>{"base"},
                                               {"base", "princess_dragon", "count"},
                                               {"base", "castles_bridges", "king_robber"},
                                               {"base", "hills_sheep"},
                                               {"base", "wheel"}}) {
    const RulesPtr rules = rules_of(sets, 3);
    Rng rng(9);
    GameState s = initial_state(*rules);
    int compared = 0;
    while (!is_over(s)) {
      if (is_chance(s)) {
        count_distinct(*rules, s);
        std::vector<Outcome> all;
        outcomes(*rules, s, all);
        for (const Outcome& one : all)
          for (const Outcome& twin : all) {
            if (decision(s) != DecisionKind::draw || one.action == twin.action ||
                rules->tiles[one.action.tile].like != rules->tiles[twin.action.tile].like)
              continue;
            GameState a = s, b = s;
            apply_assume_legal(*rules, a, one.action);
            apply_assume_legal(*rules, b, twin.action);
            for (int i = 0; i < 4 && !is_chance(a) && !is_over(a); ++i) {
              ASSERT_EQ(decision(a), decision(b));
              ASSERT_EQ(count_legal(*rules, a), count_legal(*rules, b));
              const std::uint32_t word = random_word(rng);
              apply_assume_legal(*rules, a, sample_legal(*rules, a, word));
              apply_assume_legal(*rules, b, sample_legal(*rules, b, word));
              for (int seat = 0; seat < 3; ++seat)
                ASSERT_EQ(a.core->players[seat].score, b.core->players[seat].score);
            }
            ++compared;
          }
      }
      const std::uint32_t word = random_word(rng);
      apply_assume_legal(
          *rules, s, is_chance(s) ? sample_chance(*rules, s, word) : sample_legal(*rules, s, word));
    }
    EXPECT_GT(compared, 0) << sets.back();
  }
}

}  // namespace
}  // namespace bastide
