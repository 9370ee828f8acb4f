// What others may ask of the set.
#pragma once

#include "engine/expansions/count/state.h"
#include "engine/rules/rules.h"

namespace bastide::count {

inline std::uint8_t& pieces_in(CountState& state, Quarter quarter, Seat seat, PieceKind kind) {
  return state.pieces[static_cast<int>(quarter)][seat][static_cast<int>(kind)];
}
inline int pieces_in(const CountState& state, Quarter quarter, Seat seat, PieceKind kind) {
  return state.pieces[static_cast<int>(quarter)][seat][static_cast<int>(kind)];
}

// The kinds of feature that a quarter serves (COUNT-17, CULT-17).
constexpr std::uint16_t kinds_served(Quarter quarter) {
  switch (quarter) {
    case Quarter::palace:
      return kind_bit(SegmentKind::city);
    case Quarter::forge:
      return kind_bit(SegmentKind::road);
    case Quarter::cathedral:
      return kind_bit(SegmentKind::monastery) | kind_bit(SegmentKind::shrine) |
             kind_bit(SegmentKind::abbey);
    case Quarter::market:
      return kind_bit(SegmentKind::field);
  }
  return 0;
}
// X-31..X-35: persons, where they suit what the quarter serves.
inline bool may_wait_in(const Rules& rules, PieceKind kind, Quarter quarter) {
  const PieceTraits& traits = rules.traits[kind];
  return traits.person && (traits.suits & kinds_served(quarter)) != 0;
}

}  // namespace bastide::count
