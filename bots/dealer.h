// The dealer: each outcome of chance comes as often as its weight says.
#pragma once

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

inline Action deal(const Rules& rules, const GameState& state, Rng& rng) {
  return sample_chance(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
}

}  // namespace bastide
