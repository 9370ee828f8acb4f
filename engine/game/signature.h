// The signature of the rules: one number over fixed random games, the same for every compiler,
// machine and build. It needs the engine alone.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/game/game.h"
#include "engine/game/setup.h"

namespace bastide {

// The games that the signature is taken over: base and wheel alone, every other set in a mixture
// but for count and castles_bridges, answers taken at random and nobody told.
struct Mixture {
  const char* name;
  std::vector<SetChoice> sets;
};
const std::vector<Mixture>& mixtures();

// Rules of sets that are known to go together; ends the program where they do not.
RulesPtr rules_for(const std::vector<SetChoice>& sets, int players);

// A uniformly random legal answer; the dealer's by their weights. One generator call a
// decision.
inline void random_step(const Rules& rules, GameState& s, Rng& rng) {
  apply_random(rules, s, static_cast<std::uint32_t>(rng.next() >> 32));
}

std::uint64_t signature();

}  // namespace bastide
