// Which tiles of a map look different from before.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game/game.h"

namespace bastide::server {

// A number for each tile over all that is shown of it: itself, what stands on it in its order, what
// modules add.
std::vector<std::uint64_t> tile_signatures(const Rules& rules, const GameState& s);

}  // namespace bastide::server
