// What others may ask of the set.
#pragma once

#include "engine/expansions/princess_dragon/state.h"
#include "engine/rules/rules.h"

namespace bastide::princess_dragon {

bool may_enter(const Rules& rules, const GameState& s, Pos to);  // the dragon
bool is_protege(const GameState& s, const PrincessDragonState& p, const PlacedPiece& piece);

}  // namespace bastide::princess_dragon
