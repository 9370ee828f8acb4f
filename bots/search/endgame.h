// The end of a game, exactly: every answer, every tile that may still come, every reply.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bots/turn_view.h"
#include "engine/game/game.h"

namespace bastide {

// For the one who decides now: chance of winning (a tie counts half), and the expected lead, with
// everybody playing for their own chance first and lead second.
struct SolvedAction {
  Action action;
  double chance = 0;
  double lead = 0;
};

// All answers, in the order of `legal`. Nothing if more than `limit` positions would have to be
// looked at; that is seen early where it can be. A position takes less than a microsecond in a base
// game.
std::optional<std::vector<SolvedAction>> solve_endgame(const Rules& rules, const GameState& state,
                                                       std::uint64_t limit);
// One of the best answers alone: with two players far fewer positions are looked at.
std::optional<SolvedAction> best_ending(const Rules& rules, const GameState& state,
                                        std::uint64_t limit);

}  // namespace bastide
