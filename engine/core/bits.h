// Bit tricks that the processor may do in one instruction.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace bastide {

// The position of the n-th set bit, counted from 0. The word has more than n of them.
inline int nth_set_bit(std::uint64_t word, std::uint32_t n) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(1ull << n, word));
#else
  while (n-- > 0) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// A word with so many bits set, from the lowest on; with all of them for 64 and more.
inline std::uint64_t lowest_bits(unsigned count) {
#if defined(__BMI2__)
  return _bzhi_u64(~0ull, std::min(count, 64u));
#else
  return count >= 64 ? ~0ull : (1ull << count) - 1;
#endif
}

}  // namespace bastide
