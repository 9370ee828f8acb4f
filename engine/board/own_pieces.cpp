#include "engine/board/own_pieces.h"

#include <algorithm>
#include <cstddef>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace bastide {

static_assert(kPieceKinds < 32);  // piece_bit

// Which hands are empty cannot be foreseen, so there is no jump.
std::uint32_t kinds_in_hand(const GameState& s, Seat seat) {
  const PlayerState& player = s.core->players[seat];
#if defined(__AVX2__)
  // What lies behind the last kind, or the last player, is of the same state.
  const auto* const supply = reinterpret_cast<const __m256i*>(&player.supply);
  const __m256i none = _mm256_cmpeq_epi8(_mm256_loadu_si256(supply), _mm256_setzero_si256());
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none)) & ((1u << kPieceKinds) - 1);
#else
  std::uint32_t kinds = 0;
  for (int kind = 0; kind < kPieceKinds; ++kind)
    kinds |= static_cast<std::uint32_t>(player.supply[kind] != 0) << kind;
  return kinds;
#endif
}

namespace {

// Whose piece it is cannot be foreseen, so there is no jump; four pieces at once where the
// processor can do that.
template <bool kElsewhere>
OwnPieces find_own_among(const GameState& s, std::uint32_t kinds, Seat seat, int first) {
  const PlacedPiece* const pieces = s.pieces.data() + first;
  const int count = std::min(s.core->pieces - first, 64);
  OwnPieces own;
#if defined(__AVX2__)
  static_assert(sizeof(PlacedPiece) == 8 && offsetof(PlacedPiece, kind) == 0 &&
                offsetof(PlacedPiece, owner) == 1 && offsetof(PlacedPiece, standing) == 4);
  const __m256i wanted = _mm256_set1_epi64x(kinds);
  const __m256i owner = _mm256_set1_epi64x(seat << 8);
  const auto bits_of = [](__m256i lanes, int i) {
    return static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes))) << i;
  };
  for (int i = 0; i < count; i += 4) {  // what lies behind the last piece is of the same state
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pieces + i));
    const __m256i of_seat =
        _mm256_cmpeq_epi64(_mm256_and_si256(four, _mm256_set1_epi64x(0xFF00)), owner);
    const __m256i kind = _mm256_and_si256(four, _mm256_set1_epi64x(0xFF));
    const __m256i of_kind = _mm256_slli_epi64(_mm256_srlv_epi64(wanted, kind), 63);
    own.all |= bits_of(_mm256_and_si256(of_seat, of_kind), i);
    if constexpr (kElsewhere) {
      const __m256i simply =
          _mm256_cmpeq_epi64(_mm256_srli_epi64(four, 32), _mm256_setzero_si256());
      own.elsewhere |= ~bits_of(simply, i) & (0xFull << i);
    }
  }
  if (count < 64) own.all &= (1ull << count) - 1;
#else
  for (int i = 0; i < count; ++i) {
    const auto of_seat = static_cast<std::uint64_t>(pieces[i].owner == seat);
    own.all |= (of_seat & (kinds >> static_cast<int>(pieces[i].kind))) << i;
    const bool simply = pieces[i].standing == Standing::on_feature && pieces[i].detail == 0;
    own.elsewhere |= static_cast<std::uint64_t>(!simply) << i;
  }
#endif
  own.elsewhere &= own.all;
  return own;
}

}  // namespace

std::uint64_t own_among(const GameState& s, std::uint32_t kinds, Seat seat, int first) {
  return find_own_among<false>(s, kinds, seat, first).all;
}

OwnPieces own_and_elsewhere_among(const GameState& s, std::uint32_t kinds, Seat seat, int first) {
  return find_own_among<true>(s, kinds, seat, first);
}

}  // namespace bastide
