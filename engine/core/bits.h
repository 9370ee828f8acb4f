// Bit tricks that the processor may do in one instruction.
#pragma once

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

}  // namespace bastide
