// The order of a turn and of the end of the game: the only place where it lives. It reads like the
// consolidated order of one (sub-)turn in docs/rules/ledger/interactions.md §5; the number of that
// list stands behind each step.
#pragma once

#include <algorithm>
#include <array>

#include "engine/core/vocabulary.h"

namespace bastide {

inline constexpr std::array kTurn{
    Step::turn_start,            // 1  real turns only (FAIRY-4)
    Step::abbey,                 // 1a ABBEY-1: instead of a draw
    Step::draw,                  // 2  TILE-2, TILE-3
    Step::wheel,                 // 2  WHEEL-8: an icon tile runs the wheel before it is placed
    Step::plague,                // 2  WHEEL-28
    Step::place,                 // 3  TILE-1
    Step::bridge,                // 3  BRIDGE-1
    Step::build,                 // 3  CB-6
    Step::princess,              // 4  PRINCESS-2
    Step::meeple,                // 5  MEEPLE-1, D-X-8
    Step::capture,               // 5   TOWER-18, Q-TW-7
    Step::flocks,                // 5a FLOCK-1, Q-Y-1
    Step::dragon,                // 6  VOLCANO-4, DRAGON-3
    Step::building_points,       // 7  CB-CASTLE-10, CB-GRANARY-8
    Step::score,                 // 7  SCORE-1
    Step::barns,                 // 7  BARN-8, BARN-14
    Step::castles,               // 7  CASTLE-12, Q-BCB-18
    Step::wagon,                 // 7  WAGON-12
    Step::circus,                // 7  CIRCUS-10, Q-CI-4
    Step::dragon_after_scoring,  //    option dragon_move (Q-PD-26)
    Step::ransom,                // 7  Q-TW-1
    Step::deploy,                // 8  COUNT-8, COUNT-10
    Step::bazaar,                // 9  BAZAAR-1
    Step::end_turn,              // 10, 11  END-1
    Step::double_turn,           // 10  Q-TB-1: asked only where a further part is due
};

// What follows the points of a feature, before its pieces go home.
inline constexpr std::array kAfterScoring{
    AfterScoring::fairy,       // 7  FAIRY-6
    AfterScoring::ringmaster,  // 7  RINGMASTER-3
    AfterScoring::titles,      // 7  KING-2, ROBBER-2
    AfterScoring::challenge,   // 7  CULT-12
    AfterScoring::goods,       // 7  GOODS-1
    AfterScoring::wagons,      // 7  WAGON-5, WAGON-12
};

// What may follow the last step of a turn before the next turn begins: the first that has something
// to do sets the step that comes next.
inline constexpr std::array kParts{
    Part::bazaar,        // 9   BAZAAR-16: each player's bought tile
    Part::volcano_lake,  // 10  RIVER2-15: the player draws again
    Part::double_turn,   // 10  BUILDER-10, X-77, Y-32: the lake's part comes instead
};

// After the last turn.
inline constexpr std::array kEnding{
    Step::castles_home,      // 11  CASTLE-21, Q-CB-11
    Step::market,            // 11  COUNT-26
    Step::score_circus,      // 11  CIRCUS-21
    Step::score_pyramids,    // 11  ACROBAT-13
    Step::score_unfinished,  // 11  END-4
    Step::score_fields,      // 11  END-6
    Step::score_barns,       // 11  BARN-16
    Step::goods,             // 11  GOODS-8
    Step::titles,            // 11  KING-8, ROBBER-5
    Step::go_home,
    Step::game_over,
};

namespace detail {

template <class Enum, std::size_t N>
consteval bool each_once(const std::array<Enum, N>& order) {
  for (int i = 0; i < kCount<Enum>; ++i)
    if (std::ranges::count(order, static_cast<Enum>(i)) != 1) return false;
  return N == static_cast<std::size_t>(kCount<Enum>);
}

template <class Enum, std::size_t N, std::size_t M>
consteval std::array<Enum, N + M> joined(const std::array<Enum, N>& a,
                                         const std::array<Enum, M>& b) {
  std::array<Enum, N + M> all{};
  std::ranges::copy(a, all.begin());
  std::ranges::copy(b, all.begin() + N);
  return all;
}

}  // namespace detail

inline constexpr auto kAllSteps = detail::joined(kTurn, kEnding);
static_assert(detail::each_once(kAllSteps), "every step stands in the order exactly once");
static_assert(detail::each_once(kAfterScoring), "what follows a score stands there exactly once");
static_assert(detail::each_once(kParts), "every part stands in the order exactly once");

}  // namespace bastide
