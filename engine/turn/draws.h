// Which tile is drawn.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/rules/rules.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace bastide {

// The n-th of all tiles of the stack, in the order of their types: n < unseen_tiles, so that the
// search ends within the stack, and reading ahead stays within the state's block. Where it ends
// cannot be foreseen: 32 types are counted at once.
#if defined(__AVX2__)
inline __m256i last_of_each_half(__m256i x) {
  return _mm256_shuffle_epi8(x, _mm256_set1_epi16(0x0F0E));
}

// The sums of the numbers up to each of 16.
inline __m256i running_sums(__m256i x) {
  x = _mm256_add_epi16(x, _mm256_slli_si256(x, 2));
  x = _mm256_add_epi16(x, _mm256_slli_si256(x, 4));
  x = _mm256_add_epi16(x, _mm256_slli_si256(x, 8));
  // The last sum of the lower half is added to the upper half.
  const __m256i last = last_of_each_half(x);
  return _mm256_add_epi16(x, _mm256_permute2x128_si256(last, last, 0x08));
}

inline TileType nth_tile(const Rules& rules, const GameState& s, std::uint32_t n) {
  for (TileType t = rules.stack_begin[s.core->stack];; t = static_cast<TileType>(t + 32)) {
    const auto* stock = reinterpret_cast<const __m256i*>(s.stock.data() + t);
    const __m256i low = running_sums(_mm256_loadu_si256(stock));
    const __m256i all_low = _mm256_permute4x64_epi64(last_of_each_half(low), 0xFF);
    const __m256i high = _mm256_add_epi16(running_sums(_mm256_loadu_si256(stock + 1)), all_low);
    const __m256i sought = _mm256_set1_epi16(static_cast<short>(n));
    const __m256i reached = _mm256_permute4x64_epi64(
        _mm256_packs_epi16(_mm256_cmpgt_epi16(low, sought), _mm256_cmpgt_epi16(high, sought)),
        0xD8);
    const auto types = static_cast<std::uint32_t>(_mm256_movemask_epi8(reached));
    if (types != 0) return static_cast<TileType>(t + std::countr_zero(types));
    n -= static_cast<std::uint16_t>(_mm256_extract_epi16(high, 15));
  }
}
#else
inline TileType nth_tile(const Rules& rules, const GameState& s, std::uint32_t n) {
  TileType t = rules.stack_begin[s.core->stack];
  for (;;) {
    const std::uint16_t* stock = s.stock.data() + t;
    const std::uint32_t four = stock[0] + stock[1] + stock[2] + stock[3];
    if (n < four) break;
    n -= four;
    t = static_cast<TileType>(t + 4);
  }
  const std::uint16_t* stock = s.stock.data() + t;
  const std::uint32_t one = stock[0], two = one + stock[1], three = two + stock[2];
  return static_cast<TileType>(t + (n >= one) + (n >= two) + (n >= three));
}
#endif

}  // namespace bastide
