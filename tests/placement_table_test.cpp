// Placements judged without laying the tile are those judged after laying it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bots/dealer.h"
#include "bots/turn_view.h"
#include "tests/effort.h"
#include "tests/setups.h"

namespace bastide {
namespace {

// To the end of the turn, every answer applied, and the projection of what is then on the table.
double lead_by_playing(const Rules& rules, Evaluator& evaluator, const GameState& s, Seat seat) {
  if (is_over(s) || actor(s) != seat) return lead(evaluator.project(s), rules.player_count(), seat);
  std::vector<Action> options;
  legal(rules, s, options);
  double best = -1e9;
  for (const Action& action : options) {
    GameState child = s;
    apply_assume_legal(rules, child, action);
    best = std::max(best, lead_by_playing(rules, evaluator, child, seat));
  }
  return best;
}

// The share of answers taken at random decides how crowded the features are.
void compare_whole_games(const Rules& rules, std::uint64_t seed, unsigned random_share,
                         const Weights& weights) {
  TurnView view(rules, weights);
  Evaluator evaluator(rules, weights);
  std::vector<RatedAction> rated;
  Rng rng = Rng::stream(31, seed);
  GameState s = initial_state(rules);
  while (!is_over(s)) {
    if (actor(s) == kDealer) {
      apply_assume_legal(rules, s, deal(rules, s, rng));
      continue;
    }
    view.rate(s, rated, Look::quick);
    for (const RatedAction& one : rated) {
      GameState child = s;
      apply_assume_legal(rules, child, one.action);
      ASSERT_NEAR(one.lead, lead_by_playing(rules, evaluator, child, actor(s)), 1e-9)
          << "seed " << seed << ", turn " << s.core->turn;
    }
    const auto best = std::ranges::max_element(rated, {}, &RatedAction::lead);
    const bool at_random = rng.below(256) < random_share;
    apply_assume_legal(rules, s,
                       at_random ? rated[rng.below(static_cast<std::uint32_t>(rated.size()))].action
                                 : best->action);
  }
}

TEST(PlacementTable, AgreesWithLayingTheTile) {
  Weights weights = default_weights();
  weights.value[static_cast<std::size_t>(Weight::tempo)] = 1.5;
  weights.value[static_cast<std::size_t>(Weight::tie)] = 0.7;
  const std::vector<std::vector<std::string>> games = {{"base"}, {"base", "river"}};
  for (const auto& sets : games)
    for (const int players : {2, 3, 5}) {
      const RulesPtr rules = rules_of(sets, players);
      Evaluator evaluator(*rules);
      if (sets.size() == 1) {
        ASSERT_TRUE(PlacementTable(evaluator).suits());
      }
      const std::uint64_t seeds = test_effort() == "small" ? 1 : test_effort() == "large" ? 20 : 2;
      for (std::uint64_t seed = 0; seed < seeds; ++seed)
        for (const unsigned share : {0u, 100u, 256u})
          compare_whole_games(*rules, seed, share, seed % 2 == 0 ? weights : default_weights());
    }
}

TEST(PlacementTable, LeavesGamesAloneWhoseTilesDoMore) {
  for (const std::string set : {"inns_cathedrals", "princess_dragon", "abbey_mayor", "hills_sheep",
                                "bridges_castles_bazaars", "wheel", "count"}) {
    const RulesPtr rules = rules_of({"base", set}, 2);
    Evaluator evaluator(*rules);
    EXPECT_FALSE(PlacementTable(evaluator).suits()) << set;
  }
}

}  // namespace
}  // namespace bastide
