// The pieces of one seat, found without a look at each.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/board/board.h"

namespace bastide {

constexpr std::uint32_t piece_bit(PieceKind kind) { return 1u << static_cast<int>(kind); }

// The kinds of which a player has some in hand, by piece_bit.
std::uint32_t kinds_in_hand(const GameState& s, Seat seat);

// Those of certain kinds (piece_bit) among 64 pieces, a bit each.
std::uint64_t own_among(const GameState& s, std::uint32_t kinds, Seat seat, int first);

// And which of them stand elsewhere than simply on their feature: in a building, on a spot, afar.
struct OwnPieces {
  std::uint64_t all = 0;
  std::uint64_t elsewhere = 0;
};
OwnPieces own_and_elsewhere_among(const GameState& s, std::uint32_t kinds, Seat seat, int first);

// The first one that is wanted, or kNoPiece.
template <class Wanted>
int find_among_own(const GameState& s, std::uint32_t kinds, Seat seat, Wanted wanted) {
  for (int first = 0; first < s.core->pieces; first += 64)
    for (std::uint64_t left = own_among(s, kinds, seat, first); left != 0; left &= left - 1)
      if (const int i = first + std::countr_zero(left); wanted(s.pieces[i])) return i;
  return kNoPiece;
}

// The first piece that actions name by its kind, owner and place, of those that are wanted.
template <class Wanted>
int find_named(const GameState& s, PieceKind kind, Seat owner, Pos at, std::uint8_t seg,
               Wanted wanted) {
  const std::uint32_t index = find_tile(s, at);
  const SegmentId segment = is_spot(seg) ? SegmentId{kNone} : s.tiles[index].segment(seg);
  return find_among_own(s, piece_bit(kind), owner, [&](const PlacedPiece& piece) {
    const bool there =
        is_spot(seg) ? is_on_spot(piece, spot_of(seg)) && s.segments[piece.segment].tile == index
                     : piece.segment == segment && piece.standing != Standing::on_tile;
    return there && wanted(piece);
  });
}
inline int find_named(const GameState& s, PieceKind kind, Seat owner, Pos at, std::uint8_t seg) {
  return find_named(s, kind, owner, at, seg, [](const PlacedPiece&) { return true; });
}

}  // namespace bastide
