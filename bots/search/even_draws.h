// What chance has in store for a round of a run-off. Of sixteen rounds in a row each draw, the next
// one, the one after it and so on, comes once from every sixteenth of what may come: so the mean
// depends less on luck than with draws of their own (Latin hypercube sampling).
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "engine/core/rng.h"

namespace bastide {

class EvenDraws {
 public:
  static constexpr std::uint32_t kParts = 16;

  constexpr EvenDraws(std::uint64_t seed, std::uint64_t round)
      : round_(static_cast<std::uint32_t>(round % kParts)),
        own_(Rng::stream(seed, round)),
        common_(Rng::stream(~seed, round / kParts)) {}

  // Of the next draw: the n of 2^32.
  constexpr std::uint32_t next() {
    std::array<std::uint32_t, kParts> parts{};
    std::iota(parts.begin(), parts.end(), 0u);
    for (std::uint32_t i = kParts - 1; i > 0; --i) std::swap(parts[i], parts[common_.below(i + 1)]);
    const std::uint64_t within = own_.next() >> 32;
    return static_cast<std::uint32_t>(((std::uint64_t{parts[round_]} << 32) + within) / kParts);
  }

 private:
  std::uint32_t round_;
  Rng own_;     // of this round
  Rng common_;  // of the sixteen
};

}  // namespace bastide
