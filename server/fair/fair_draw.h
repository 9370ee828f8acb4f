// Provably fair draws: every tile that the dealer turns up follows from a seed. What the seed is
// made of, dealer.h knows; docs/fair-draws.md tells how to recompute it all without this program.
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

// What is shown at the start: the BLAKE2b-256 of the seed or secret, 64 lower-case hexadecimal
// digits.
std::string commitment(const Seed& seed);

std::string seed_hex(const Seed& seed);
std::optional<Seed> seed_from_hex(std::string_view hex);  // exactly 64 lower-case digits

// The BLAKE2b-256 of a text with this key.
Seed keyed_digest(const Seed& key, std::string_view text);

// Which draw of a game: `number` is how many answers the dealer has given in this game before it,
// tiles laid aside and revealed ones included. `undos` is part of it from the method bastide-2 on.
struct DrawKey {
  DrawKey(std::uint64_t number, std::optional<std::uint64_t> undos = std::nullopt)
      : number(number), undos(undos) {}
  std::uint64_t number;
  std::optional<std::uint64_t> undos;
};

// The number below `count` (at least 1) that the seed gives to a draw, each one equally likely.
std::uint64_t fair_number(const Seed& seed, const DrawKey& draw, std::uint64_t count);

// The outcome of a draw. The state must be at a decision of the dealer.
Action fair_draw(const Rules& rules, const GameState& s, const Seed& seed, const DrawKey& draw);

}  // namespace bastide::server
