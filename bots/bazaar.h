// Bazaars: what a tile on offer is worth to a seat, and what to bid for it.
#pragma once

#include <vector>

#include "bots/turn_view.h"

namespace bastide {

constexpr bool is_bazaar_decision(DecisionKind kind) {
  return kind == DecisionKind::auction || kind == DecisionKind::bid ||
         kind == DecisionKind::close_auction || kind == DecisionKind::take;
}

// The answers worth a thought, with what they leave the one who decides.
void rate_bazaar(const Rules& rules, const GameState& s, TurnView& view,
                 std::vector<RatedAction>& out);

}  // namespace bastide
