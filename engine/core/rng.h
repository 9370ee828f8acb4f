// Our own random generator: the same numbers on every compiler and machine.
// The engine itself never draws one; dealers, bots and simulations do.
#pragma once

#include <cstdint>

namespace bastide {

// SplitMix64 (Steele, Lea, Flood 2014): turns any seed into well-mixed words.
constexpr std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// xoshiro256++ (Blackman, Vigna 2019), seeded by SplitMix64.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : s_) word = split_mix(seed);
  }

  // A stream of its own for every (seed, index): games of a simulation are
  // independent of the order and the thread in which they are played.
  static constexpr Rng stream(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t mixed = index;
    return Rng(seed ^ split_mix(mixed));
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotl(s_[0] + s_[3], 23) + s_[0];
    const std::uint64_t t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return result;
  }

  // Uniform in [0, bound) by Lemire's multiplication; the bias is removed by rejection.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t s_[4]{};
};

// The n of a random word among so many: word * count / 2^32.
constexpr std::uint32_t scaled(std::uint32_t word, std::uint32_t count) {
  return static_cast<std::uint32_t>((std::uint64_t{word} * count) >> 32);
}

}  // namespace bastide
