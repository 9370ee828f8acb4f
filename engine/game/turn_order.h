// The order of a turn: the only place where it lives. It reads like the consolidated order of one
// (sub-)turn in docs/rules/ledger/interactions.md §5; the number of that list stands behind each
// step.
#pragma once

#include <array>

#include "engine/core/vocabulary.h"

namespace bastide {

inline constexpr std::array kTurn{
    Step::turn_start,            // 1  real turns only (FAIRY-4)
    Step::draw,                  // 2  TILE-2, TILE-3
    Step::wheel,                 // 2  WHEEL-8: an icon tile runs the wheel before it is placed
    Step::place,                 // 3  TILE-1
    Step::bridge,                // 3  BRIDGE-1
    Step::build,                 // 3  CB-6
    Step::princess,              // 4  PRINCESS-2
    Step::meeple,                // 5  MEEPLE-1, D-X-8
    Step::dragon,                // 6  VOLCANO-4, DRAGON-3
    Step::building_points,       // 7  CB-CASTLE-10, CB-GRANARY-8
    Step::score,                 // 7  SCORE-1
    Step::castles,               // 7  CASTLE-12, Q-BCB-18
    Step::dragon_after_scoring,  //    option dragon_move (Q-PD-26)
    Step::deploy,                // 8  COUNT-8, COUNT-10
    Step::bazaar,                // 9  BAZAAR-1
    Step::end_turn,              // 10, 11  END-1
};

constexpr bool turn_order_is_complete() {
  if (kTurn.size() != kSteps) return false;
  for (int step = 0; step < kSteps; ++step) {
    int found = 0;
    for (Step s : kTurn) found += static_cast<int>(s) == step ? 1 : 0;
    if (found != 1) return false;
  }
  return true;
}
static_assert(turn_order_is_complete(), "every step stands in the turn exactly once");

}  // namespace bastide
