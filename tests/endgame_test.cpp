// The exact end of a game against trying everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bots/dealer.h"
#include "bots/search/endgame.h"
#include "bots/search/playout.h"
#include "tests/effort.h"
#include "tests/setups.h"

namespace bastide {
namespace {

struct Tried {
  std::array<double, kMaxPlayers> chance{}, lead{};
  double utility(Seat seat) const { return chance[seat] + 1e-5 * lead[seat]; }
};

Tried tried_out(const Rules& rules, const GameState& s);

Tried when_over(const Rules& rules, const GameState& s) {
  Tried out;
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    int best = -1000000, others = 0, equal = 0;
    for (int other = 0; other < rules.player_count(); ++other) {
      if (other == seat) continue;
      best = std::max(best, s.core->players[other].score);
      others += s.core->players[other].score;
    }
    for (int other = 0; other < rules.player_count(); ++other)
      equal += s.core->players[other].score == s.core->players[seat].score;
    const int mine = s.core->players[seat].score;
    out.chance[seat] = mine > best ? 1 : mine == best && equal > 1 ? 0.5 : 0;
    out.lead[seat] = mine - (best + static_cast<double>(others) / (rules.player_count() - 1)) / 2;
  }
  return out;
}

Tried after(const Rules& rules, const GameState& s, const Action& action) {
  GameState child = s;
  apply_assume_legal(rules, child, action);
  return tried_out(rules, child);
}

Tried tried_out(const Rules& rules, const GameState& s) {
  if (is_over(s)) return when_over(rules, s);
  Tried out;
  if (is_chance(s)) {
    std::vector<Outcome> possible;
    outcomes(rules, s, possible);
    for (const Outcome& outcome : possible) {
      const Tried one = after(rules, s, outcome.action);
      const double share = static_cast<double>(outcome.weight) / chance_total(rules, s);
      for (int seat = 0; seat < rules.player_count(); ++seat) {
        out.chance[seat] += share * one.chance[seat];
        out.lead[seat] += share * one.lead[seat];
      }
    }
    return out;
  }
  std::vector<Action> options;
  legal(rules, s, options);
  bool any = false;
  for (const Action& action : options) {
    const Tried one = after(rules, s, action);
    if (!any || one.utility(actor(s)) > out.utility(actor(s)) + 1e-9) out = one;
    any = true;
  }
  return out;
}

// A young map has few places, so that everything can be tried although several tiles are left: the
// rest of the stock is taken away, and with three tiles left all but one of the meeples.
GameState short_game(const Rules& rules, std::uint64_t seed, int turns, int left) {
  for (Rng rng = Rng::stream(77, seed);;) {
    GameState s = initial_state(rules);
    play_on(rules, s, random_turns(turns, 180), rng);
    if (is_over(s)) continue;
    for (int surplus = tiles_left(s) - left - 1; surplus > 0; --surplus) {
      while (s.core->left[s.core->stack] == 0) ++s.core->stack;
      const Action gone = sample_chance(rules, s, static_cast<std::uint32_t>(rng.next() >> 32));
      if (gone.kind != ActionKind::draw) break;
      --s.stock[gone.tile];
      --s.core->left[s.core->stack];
    }
    if (!is_chance(s) || tiles_left(s) != left + 1) continue;
    // Who is behind by chance is behind by little: chances are to matter, too.
    for (int seat = 0; seat < rules.player_count(); ++seat) {
      s.core->players[seat].score = static_cast<int>(rng.below(6));
      if (left == 3) s.core->players[seat].supply[PieceKind::meeple] = 1;
    }
    apply_assume_legal(rules, s, deal(rules, s, rng));
    if (!is_over(s) && !is_chance(s)) return s;
  }
}

void expect_solved(const Rules& rules, const GameState& s, const std::string& where) {
  const auto all = solve_endgame(rules, s, {100'000'000});
  const auto best = best_ending(rules, s, {100'000'000});
  ASSERT_TRUE(all.has_value() && best.has_value()) << where;
  std::vector<Action> options;
  legal(rules, s, options);
  ASSERT_EQ(all->size(), options.size()) << where;
  Tried most;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Tried one = after(rules, s, options[i]);
    EXPECT_EQ((*all)[i].action, options[i]) << where;
    EXPECT_NEAR((*all)[i].chance, one.chance[actor(s)], 1e-9) << where << ", answer " << i;
    EXPECT_NEAR((*all)[i].lead, one.lead[actor(s)], 1e-6) << where << ", answer " << i;
    if (i == 0 || one.utility(actor(s)) > most.utility(actor(s))) most = one;
  }
  EXPECT_NEAR(best->chance, most.chance[actor(s)], 1e-9) << where;
  EXPECT_NEAR(best->lead, most.lead[actor(s)], 1e-6) << where;
}

void expect_all_solved(const std::vector<std::string>& sets, int players, int turns, int left,
                       int games) {
  const RulesPtr rules = rules_of(sets, players);
  if (test_effort() == "small") games = std::max(1, games / 4);
  for (int game = 0; game < games; ++game)
    expect_solved(*rules, short_game(*rules, static_cast<std::uint64_t>(game), turns, left),
                  sets.back() + ", " + std::to_string(players) + " players, " +
                      std::to_string(left) + " left, game " + std::to_string(game));
}

TEST(Endgame, OneMoreTileIsThatOfTryingEverything) {
  expect_all_solved({"base"}, 2, 12, 1, 12);
  expect_all_solved({"base"}, 3, 8, 1, 4);
  expect_all_solved({"base", "abbot"}, 2, 6, 1, 4);
  expect_all_solved({"base", "inns_cathedrals"}, 2, 6, 1, 4);
  expect_all_solved({"base", "traders_builders"}, 2, 4, 1, 4);
  expect_all_solved({"base", "hills_sheep"}, 2, 4, 1, 4);
}

TEST(Endgame, TwoMoreTilesAreThoseOfTryingEverything) {
  expect_all_solved({"base"}, 2, 3, 2, 6);
  expect_all_solved({"base", "inns_cathedrals"}, 2, 1, 2, 2);
  expect_all_solved({"base", "abbot"}, 2, 1, 2, 2);
}

TEST(Endgame, ThreeMoreTilesAreThoseOfTryingEverything) { expect_all_solved({"base"}, 2, 0, 3, 4); }

}  // namespace
}  // namespace bastide
