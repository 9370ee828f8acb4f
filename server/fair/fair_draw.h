// Provably fair draws: every tile that the dealer turns up follows from a secret seed, whose
// commitment everybody sees before the first draw and which everybody gets after the last one.
// docs/fair-draws.md tells how to recompute them without this program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/game/game.h"

namespace bastide::server {

using Seed = std::array<unsigned char, 32>;

Seed new_seed();  // from the system's random generator

// What is shown at the start: the BLAKE2b-256 of the seed, 64 lower-case hexadecimal digits.
std::string commitment(const Seed& seed);

std::string seed_hex(const Seed& seed);
std::optional<Seed> seed_from_hex(std::string_view hex);  // exactly 64 lower-case digits

// The number below `count` (at least 1) that the seed gives to draw `n`, each one equally likely.
std::uint64_t fair_number(const Seed& seed, std::uint64_t n, std::uint64_t count);

// The outcome of draw `n`: how many answers the dealer has given in this game before it, tiles laid
// aside and revealed ones included. The state must be at a decision of the dealer.
Action fair_draw(const Rules& rules, const GameState& s, const Seed& seed, std::uint64_t n);

}  // namespace bastide::server
