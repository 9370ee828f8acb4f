#include "engine/scoring/majority.h"

#include <algorithm>
#include <bit>

#include "engine/board/board.h"

namespace bastide {

int strength_of(const Rules& rules, const GameState& s, PieceKind kind, FeatureId feature) {
  const PieceTraits& traits = rules.traits[kind];
  if (!traits.person) return 0;
  return traits.strength_on != nullptr ? traits.strength_on(rules, s, feature) : traits.strength;
}

std::array<int, kMaxPlayers> strengths(const Rules& rules, const GameState& s, FeatureId feature) {
  std::array<int, kMaxPlayers> sums{};
  for (const PlacedPiece& piece : pieces_on(s, feature))
    sums[piece.owner] += strength_of(rules, s, piece.kind, feature);
  return sums;
}

std::uint32_t strength_word(const Rules& rules, const GameState& s, FeatureId feature) {
  const std::uint32_t occupants = s.features[feature].occupants;
  if (rules.plain_majorities || occupants == 0) return occupants;
  const std::array<int, kMaxPlayers> sums = strengths(rules, s, feature);
  std::uint32_t word = 0;
  for (Seat seat = 0; seat < kMaxPlayers; ++seat)
    word += static_cast<std::uint32_t>(std::min(sums[seat], kMostOfASeat)) * one_of_seat(seat);
  return word;
}

std::uint32_t holders_of_tie(const Rules& rules, const GameState& s, FeatureId feature,
                             std::uint32_t tied) {
  if (std::has_single_bit(tied)) return tied;
  std::uint32_t kept = tied;  // by all rules at once, so that their order makes no difference
  for (TieBreak rule : rules.tie_breaks) kept &= rule(rules, s, feature, tied);
  return kept != 0 ? kept : tied;
}

std::uint32_t weighed_majority(const Rules& rules, const GameState& s, FeatureId feature) {
  if (s.features[feature].occupants == 0) return 0;
  const std::array<int, kMaxPlayers> sums = strengths(rules, s, feature);
  const int most = *std::max_element(sums.begin(), sums.end());
  if (most <= 0) return 0;
  std::uint32_t leading = 0;
  for (Seat seat = 0; seat < kMaxPlayers; ++seat)
    if (sums[seat] == most) leading |= 1u << seat;
  return holders_of_tie(rules, s, feature, leading);
}

}  // namespace bastide
