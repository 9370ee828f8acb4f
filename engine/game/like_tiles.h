// Tiles that a game cannot tell from one another.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

// Fills TileInPlay::like, when all else of the rules is settled: tiles of one set and stack that
// lie, fit and score alike in every rotation and differ at most in marks that no rule in play looks
// at.
void find_like_tiles(Rules& rules);

}  // namespace bastide
