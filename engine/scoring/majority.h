// Who holds a feature. Occupants are pieces, and what is claimed is a matter of occupants; strength
// decides between their owners.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/rules/rules.h"

namespace bastide {

// A person who stands on its feature.
inline bool occupies(const Rules& rules, const PlacedPiece& piece) {
  return rules.traits[piece.kind].person && is_on_feature(piece);
}

// What a piece counts in a majority on the feature, as it is now.
int strength_of(const Rules& rules, const GameState& s, PieceKind kind, FeatureId feature);

std::array<int, kMaxPlayers> strengths(const Rules& rules, const GameState& s, FeatureId feature);
// The same in one word (number_of_seat), up to kMostOfASeat each: for estimates.
std::uint32_t strength_word(const Rules& rules, const GameState& s, FeatureId feature);

// The seats with the largest number in such a word, as bits; none if all are zero.
inline std::uint32_t leading_seats(std::uint32_t word) {
  if (word == 0) return 0;
  // Most features are one player's.
  const int first = std::countr_zero(word) / kSeatBits;
  if (word >> (kSeatBits * first) <= kMostOfASeat) return 1u << first;
  int best = 1;  // nobody leads with nothing
  std::uint32_t seats = 0;
  for (int seat = 0; word != 0; ++seat, word >>= kSeatBits) {
    const int number = number_of_seat(word, 0);
    if (number < best) continue;
    if (number > best) seats = 0;
    best = number;
    seats |= 1u << seat;
  }
  return seats;
}

// Of several seats that are equally strong (bits) those who hold the feature by the rules for ties.
std::uint32_t holders_of_tie(const Rules& rules, const GameState& s, FeatureId feature,
                             std::uint32_t tied);
// The seats that hold the feature, as bits; none if nobody there has any strength (SCORE-4,
// SCORE-5).
std::uint32_t weighed_majority(const Rules& rules, const GameState& s, FeatureId feature);
inline std::uint32_t majority(const Rules& rules, const GameState& s, FeatureId feature) {
  return rules.plain_majorities ? leading_seats(s.features[feature].occupants)
                                : weighed_majority(rules, s, feature);
}

}  // namespace bastide
