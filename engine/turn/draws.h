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
// The sums of the numbers up to each of 8, in both halves.
inline __m256i running_sums(__m256i x) {
  x = _mm256_add_epi16(x, _mm256_slli_si256(x, 2));
  x = _mm256_add_epi16(x, _mm256_slli_si256(x, 4));
  return _mm256_add_epi16(x, _mm256_slli_si256(x, 8));
}
inline __m256i last_of_each_half(__m256i x) {
  return _mm256_shuffle_epi8(x, _mm256_set1_epi16(0x0F0E));
}
inline __m256i lower_half_above(__m256i x) { return _mm256_permute2x128_si256(x, x, 0x08); }

inline TileType nth_tile(const Rules& rules, const GameState& s, std::uint32_t n) {
  for (TileType t = rules.stack_begin[s.core->stack];; t = static_cast<TileType>(t + 32)) {
    const auto* stock = reinterpret_cast<const __m128i*>(s.stock.data() + t);
    const auto halves = [stock](int low, int high) {
      return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(stock + low)),
                                     _mm_loadu_si128(stock + high), 1);
    };
    // packs takes 8 types of the one vector and 8 of the other in turns: they are read in that
    // order, and each half gets what the halves before it have in all.
    const __m256i even = running_sums(halves(0, 2)), odd = running_sums(halves(1, 3));
    const __m256i of_even = last_of_each_half(even), of_odd = last_of_each_half(odd);
    const __m256i of_first_two = lower_half_above(_mm256_add_epi16(of_even, of_odd));
    const __m256i all_even = _mm256_add_epi16(even, of_first_two);
    const __m256i all_odd = _mm256_add_epi16(odd, _mm256_add_epi16(of_even, of_first_two));
    const __m256i sought = _mm256_set1_epi16(static_cast<short>(n));
    const __m256i reached = _mm256_packs_epi16(_mm256_cmpgt_epi16(all_even, sought),
                                               _mm256_cmpgt_epi16(all_odd, sought));
    const auto types = static_cast<std::uint32_t>(_mm256_movemask_epi8(reached));
    if (types != 0) return static_cast<TileType>(t + std::countr_zero(types));
    n -= static_cast<std::uint16_t>(_mm256_extract_epi16(all_odd, 15));
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
