// What 64 open cells admit, compared with edge words by vector instructions.
#pragma once

#include <cstdint>

#include "engine/board/state.h"
#include "engine/core/bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace bastide {

// The masks of the cells 64 * word and following; read once, compared with several edge words.
class CellMasks {
 public:
  CellMasks(const GameState& s, int word) {
    const EdgeWord* const masks = s.cell_masks.data() + 64 * word;
    in_use_ = lowest_bits(s.core->cells - 64u * static_cast<unsigned>(word));
#if defined(__AVX2__)
    // packs takes 8 cells of the one vector and 8 of the other in turns: they are read in that
    // order.
    for (int i = 0; i < 4; ++i) {
      const auto* low = reinterpret_cast<const __m128i*>(masks + 32 * (i / 2) + 8 * (i % 2));
      part_[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)),
                                         _mm_loadu_si128(low + 2), 1);
    }
#elif defined(__wasm_simd128__)
    for (int i = 0; i < 8; ++i) part_[i] = wasm_v128_load(masks + 8 * i);
#else
    masks_ = masks;
#endif
  }

  std::uint64_t in_use() const { return in_use_; }  // bit per cell that there is

  // Bit per cell that admits the edges.
  std::uint64_t that_admit(EdgeWord edges) const {
    std::uint64_t bits = 0;
#if defined(__AVX2__)
    const __m256i want = _mm256_set1_epi16(static_cast<short>(edges));
    for (int half = 0; half < 2; ++half) {
      // What is wanted and not admitted; of a number that is not zero packs leaves one.
      const __m256i missing = _mm256_packs_epi16(_mm256_andnot_si256(part_[2 * half], want),
                                                 _mm256_andnot_si256(part_[2 * half + 1], want));
      const __m256i packed = _mm256_cmpeq_epi8(missing, _mm256_setzero_si256());
      bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(packed)))
              << (32 * half);
    }
#elif defined(__wasm_simd128__)
    const v128_t want = wasm_i16x8_splat(static_cast<short>(edges));
    for (int quarter = 0; quarter < 4; ++quarter) {
      const v128_t packed = wasm_i8x16_narrow_i16x8(admit(part_[2 * quarter], want),
                                                    admit(part_[2 * quarter + 1], want));
      bits |= static_cast<std::uint64_t>(wasm_i8x16_bitmask(packed)) << (16 * quarter);
    }
#else
    for (int i = 0; i < 64; ++i)
      bits |= static_cast<std::uint64_t>((masks_[i] & edges) == edges) << i;
#endif
    return bits & in_use_;
  }

 private:
#if defined(__AVX2__)
  __m256i part_[4];
#elif defined(__wasm_simd128__)
  static v128_t admit(v128_t masks, v128_t want) {
    return wasm_i16x8_eq(wasm_v128_and(masks, want), want);
  }
  v128_t part_[8];
#else
  const EdgeWord* masks_;
#endif
  std::uint64_t in_use_;
};

}  // namespace bastide
