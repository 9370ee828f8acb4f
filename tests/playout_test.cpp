// The quick turns of a search: legal everywhere, as many as asked for, and with some sense.
#include "bots/search/playout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "bots/dealer.h"
#include "bots/search/search.h"
#include "engine/game/signature.h"
#include "tests/setups.h"

namespace bastide {
namespace {

TEST(Playout, GoesToTheEndOfGamesOfEveryMixture) {
  for (const Mixture& mixture : mixtures()) {
    const RulesPtr rules = rules_for(mixture.sets, 2);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      GameState s = initial_state(*rules);
      Rng rng(seed);
      play_on(*rules, s, {.turns = 2000}, rng);
      ASSERT_TRUE(is_over(s)) << mixture.name;
      EXPECT_EQ(check(*rules, s), "") << mixture.name;
    }
  }
}

TEST(Playout, HasItsTurnsAndSomeRoundsMore) {
  const RulesPtr rules = rules_of({"base"}, 2);
  std::set<int> lengths;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    GameState s = initial_state(*rules);
    Rng rng(seed);
    const int before = s.core->turn;
    play_on(*rules, s, {.turns = 2, .more_rounds = 3}, rng);
    ASSERT_TRUE(is_chance(s));
    lengths.insert(s.core->turn - before);
  }
  EXPECT_EQ(lengths, (std::set<int>{2, 4, 6, 8}));
}

// Seat 0 has pieces on the map, seat 1 has none: nothing speaks against finishing a city.
GameState one_sided(const Rules& rules, Rng& rng, int turns) {
  GameState s = initial_state(rules);
  while (!is_over(s) &&
         !(s.core->turn >= turns && s.core->active == 0 && decision(s) == DecisionKind::place)) {
    const bool passes = decision(s) == DecisionKind::meeple && s.core->active == 1;
    if (passes)
      apply_assume_legal(rules, s, Action::pass());
    else
      random_step(rules, s, rng);
  }
  return s;
}

int score_after_passing(const Rules& rules, GameState s, const Action& place) {
  apply_assume_legal(rules, s, place);
  if (decision(s) == DecisionKind::meeple) apply_assume_legal(rules, s, Action::pass());
  return s.core->players[0].score;
}

TEST(Playout, FinishesACityOfItsOwn) {
  const RulesPtr rules = rules_of({"base"}, 2);
  std::vector<Action> places;
  int met = 0, finished = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(seed);
    GameState s = one_sided(*rules, rng, 10 + static_cast<int>(seed % 30));
    if (is_over(s)) continue;
    const int before = s.core->players[0].score;
    legal(*rules, s, places);
    int best = 0;
    for (const Action& place : places)
      best = std::max(best, score_after_passing(*rules, s, place) - before);
    if (best < 6) continue;  // a city of three tiles at least: worth more than anything else
    ++met;
    play_on(*rules, s, {.turns = 1, .more_rounds = 0, .places = 2000, .claims = false}, rng);
    finished += s.core->players[0].score - before >= 4;
  }
  EXPECT_GE(met, 10);
  // It overlooks only that a tile may join two parts of a city and finish both.
  EXPECT_GE(10 * finished, 9 * met);
}

TEST(Playout, ClaimsWhatTheTileHasFinished) {
  const RulesPtr rules = rules_of({"base"}, 2);
  int met = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    GameState s = initial_state(*rules);
    const auto finished_and_free = [&] {
      if (is_over(s) || decision(s) != DecisionKind::meeple) return false;
      const PlacedTile& tile = s.tiles[s.core->placed];
      for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1) {
        const FeatureId at = s.segments[tile.segment(std::countr_zero(bits))].feature;
        if (s.features[at].kind == SegmentKind::road && is_complete(s, at)) return true;
      }
      return false;
    };
    while (!is_over(s) && !finished_and_free()) random_step(*rules, s, rng);
    if (is_over(s)) continue;
    const Seat seat = s.core->active;
    const int before = s.core->players[seat].score;
    const int in_hand = s.core->players[seat].supply[PieceKind::meeple];
    if (in_hand >= 2) continue;  // a monastery or a growing city may come first
    ++met;
    play_on(*rules, s, {.turns = 1, .more_rounds = 0}, rng);
    EXPECT_GT(s.core->players[seat].score, before) << "seed " << seed;
    EXPECT_GE(s.core->players[seat].supply[PieceKind::meeple], in_hand) << "seed " << seed;
  }
  EXPECT_GE(met, 10);
}

TEST(Playout, IsShortAndRandomWithADragon) {
  const Playout wanted{.turns = 6};
  EXPECT_EQ(suited_to(*rules_of({"base"}, 2), wanted).turns, 6);
  const Playout with_dragon = suited_to(*rules_of({"base", "princess_dragon"}, 2), wanted);
  EXPECT_EQ(with_dragon.turns + with_dragon.more_rounds, 4);
  EXPECT_FALSE(with_dragon.claims);
  EXPECT_LT(suited_to(*rules_of({"base", "princess_dragon"}, 2), {.turns = -1}).turns, 0);
}

// Each tile comes as often as its share of the stock, within one visit: not only in the long run.
TEST(Search, TriesWhatTheDealerMayTurnUpEvenly) {
  const RulesPtr rules = rules_of({"base"}, 2);
  GameState s = initial_state(*rules);
  Rng rng(3);
  play_on(*rules, s, random_turns(20, 77), rng);
  ASSERT_TRUE(is_chance(s));
  std::vector<Outcome> possible;
  distinct_outcomes(*rules, s, possible);
  double all = 0;
  for (const Outcome& outcome : possible) all += outcome.weight;
  for (const std::uint64_t simulations : {40u, 200u, 1000u}) {
    Search search(*rules, default_weights(), {.memory = std::size_t{16} << 20});
    search.run(s, {.nodes = simulations}, rng);
    for (const SearchedAction& answer : search.answers()) {
      const auto outcome = std::ranges::find(possible, answer.action, &Outcome::action);
      ASSERT_NE(outcome, possible.end());
      const double share = static_cast<double>(simulations) * outcome->weight / all;
      EXPECT_LT(std::abs(answer.visits - share), 2.0) << simulations;
    }
  }
}

}  // namespace
}  // namespace bastide
