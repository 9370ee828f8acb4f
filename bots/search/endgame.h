// The end of a game, exactly: every answer, every tile that may still come, every reply.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bots/search/ending_effort.h"
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

// All answers, in the order of `legal`. Nothing if that would take more than the limit, which is
// seen early where it can be.
std::optional<std::vector<SolvedAction>> solve_endgame(const Rules& rules, const GameState& state,
                                                       const EndingLimit& limit);
// One of the best answers alone: with two players far fewer positions are looked at.
std::optional<SolvedAction> best_ending(const Rules& rules, const GameState& state,
                                        const EndingLimit& limit);

}  // namespace bastide
