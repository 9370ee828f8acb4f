#include "engine/scoring/pieces.h"

#include <algorithm>
#include <cstddef>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/board/board.h"
#include "engine/scoring/majority.h"

namespace bastide {
namespace {

std::uint32_t claim_of(const Rules& rules, const PlacedPiece& piece) {
  return occupies(rules, piece) ? one_of_seat(piece.owner) : 0;
}

// Off the map, and nowhere yet.
PlacedPiece lift_piece(const Rules& rules, GameState& s, int index) {
  const PlacedPiece piece = s.pieces[index];
  s.features[feature_of(s, piece.segment)].occupants -= claim_of(rules, piece);
  s.pieces[index] = s.pieces[--s.core->pieces];
  return piece;
}

PlacedPiece take_home(const Rules& rules, GameState& s, int index) {
  const PlacedPiece piece = lift_piece(rules, s, index);
  ++s.core->players[piece.owner].supply[piece.kind];
  return piece;
}

void tell_left(const Rules& rules, GameState& s, const PlacedPiece& piece, EventKind why,
               Seat holder, EventSink* events) {
  if (events != nullptr)
    tell(
        events, s, why, piece.owner,
        {.piece = piece.kind, .segment = piece.segment, .seg = seg_of(s, piece), .holder = holder});
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece, events);
}

}  // namespace

// Whose piece it is cannot be foreseen, so there is no jump; four pieces at once where the
// processor can do that.
std::uint64_t persons_among(const Rules& rules, const GameState& s, Seat seat, int first) {
  const PlacedPiece* const pieces = s.pieces.data() + first;
  const int count = std::min(s.core->pieces - first, 64);
  std::uint64_t persons = 0;
#if defined(__AVX2__)
  static_assert(sizeof(PlacedPiece) == 8 && offsetof(PlacedPiece, kind) == 0 &&
                offsetof(PlacedPiece, owner) == 1);
  const __m256i kinds = _mm256_set1_epi64x(rules.person_kinds);
  const __m256i owner = _mm256_set1_epi64x(seat << 8);
  for (int i = 0; i < count; i += 4) {  // what lies behind the last piece is of the same state
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pieces + i));
    const __m256i own =
        _mm256_cmpeq_epi64(_mm256_and_si256(four, _mm256_set1_epi64x(0xFF00)), owner);
    const __m256i kind = _mm256_and_si256(four, _mm256_set1_epi64x(0xFF));
    const __m256i person = _mm256_slli_epi64(_mm256_srlv_epi64(kinds, kind), 63);
    const int found = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_and_si256(own, person)));
    persons |= static_cast<std::uint64_t>(found) << i;
  }
  if (count < 64) persons &= (1ull << count) - 1;
#else
  for (int i = 0; i < count; ++i) {
    const auto own = static_cast<std::uint64_t>(pieces[i].owner == seat);
    persons |= (own & (rules.person_kinds >> static_cast<int>(pieces[i].kind))) << i;
  }
#endif
  return persons;
}

void put_piece(const Rules& rules, GameState& s, const PlacedPiece& piece) {
  s.pieces[s.core->pieces++] = piece;
  s.features[feature_of(s, piece.segment)].occupants += claim_of(rules, piece);
}

void send_home(const Rules& rules, GameState& s, int index, EventKind why, EventSink* events) {
  tell_left(rules, s, take_home(rules, s, index), why, kNobody, events);
}

void carry_off(const Rules& rules, GameState& s, int index, Seat holder, EventKind why,
               EventSink* events) {
  tell_left(rules, s, lift_piece(rules, s, index), why, holder, events);
}

void take_up(const Rules& rules, GameState& s, int index, EventSink* events) {
  const PlacedPiece piece = take_home(rules, s, index);
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece, events);
}

void send_all_home(const Rules& rules, GameState& s, FeatureId f, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i) {
    if (feature_of(s, s.pieces[i].segment) != f || !occupies(rules, s.pieces[i])) continue;
    send_home(rules, s, i, EventKind::returned, events);
    i = std::min<int>(i, s.core->pieces);  // who leaves may draw others after him
  }
}

void clear_pieces(const Rules& rules, GameState& s) {
  while (s.core->pieces > 0) take_home(rules, s, s.core->pieces - 1);
}

void enter_building(const Rules& rules, GameState& s, int index, Standing standing, ModuleId keeper,
                    int number, EventSink* events) {
  PlacedPiece& piece = s.pieces[index];
  const PlacedPiece before = piece;
  piece.standing = standing;
  piece.keeper = keeper;
  piece.detail = static_cast<std::uint16_t>(number);
  s.features[feature_of(s, piece.segment)].occupants +=
      claim_of(rules, piece) - claim_of(rules, before);
  const PlacedPiece after = piece;
  for (PieceMoved hook : rules.piece_moved) hook(rules, s, before, after, events);
}

}  // namespace bastide
