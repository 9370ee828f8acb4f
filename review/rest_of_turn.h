// What an answer is good for often shows only in what follows it in the same turn: the piece on the
// tile.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bots/search/endgame.h"
#include "bots/turn_view.h"
#include "review/review.h"

namespace bastide {

// One's own answers after `first`, up to the end of the turn, the next stroke of chance or the next
// bazaar. `next` gives each, in its position, with the answers before it.
std::vector<FurtherAnswer> rest_of_turn(
    const Rules& rules, const GameState& s, const Action& first,
    const std::function<Action(const GameState& at, std::span<const Action> line)>& next);

// The chance of winning comes first; points tell apart what wins as often.
const SolvedAction& best_of(const std::vector<SolvedAction>& solved);
const RatedAction& best_of(const std::vector<RatedAction>& rated);

}  // namespace bastide
