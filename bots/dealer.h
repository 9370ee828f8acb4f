// The dealer: turns up each unseen tile of the current stack with equal probability.
#pragma once

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

inline Action deal(const Rules& rules, const GameState& state, Rng& rng) {
  return sample_draw(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
}

}  // namespace bastide
