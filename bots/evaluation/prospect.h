// A feature that somebody holds or may yet profit from, and what it promises.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bots/evaluation/weights.h"
#include "engine/board/state.h"
#include "engine/scoring/score.h"

namespace bastide {

using Points = std::array<double, kMaxPlayers>;

inline constexpr std::uint32_t kEverySeat = ~0u;

struct Prospect {
  FeatureId feature = 0;
  SegmentKind kind = SegmentKind::city;
  std::uint32_t strengths = 0;          // of the seats there (number_of_seat)
  std::uint32_t favoured = kEverySeat;  // of several who are equally strong, those who hold it
  int cells = 0;                        // open cells at it
  double all_fit = 0;                   // sum of the logarithms of their chances to be filled
  double hardest_fit = 0;               // the smallest of these
  double chance = 0;                    // to be finished
  double points = 0;                    // to be expected for holding it
  double cities = 0;                    // of a field: to be expected at it, finished
  std::array<double, kOddsTerms> terms{};
};

inline constexpr std::uint16_t kNoSlot = 0xFFFF;  // a feature that is no prospect

inline bool is_cloister(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
         kind == SegmentKind::shrine || kind == SegmentKind::abbey;
}

// Share of a meeple that a piece is worth in hand, by kind; abbots and figures that are no persons
// are another matter.
using PieceShares = EnumArray<PieceKind, double>;

inline bool can_be_finished(SegmentKind kind) {
  return kind == SegmentKind::city || kind == SegmentKind::road || is_cloister(kind);
}

// Share of a piece there that is likely to be in hand again.
inline double coming_home(const Weights& weights, const GameState& s, const Prospect& prospect) {
  const bool done = can_be_finished(prospect.kind) && s.features[prospect.feature].open == 0;
  return done ? 1 : weights[Weight::returning] * prospect.chance;
}

// Adds what each seat may expect of these points with these strengths, `times` over. Who is as
// strong as the holders and not favoured is as good as one piece behind.
inline void share_points(const Weights& weights, std::uint32_t strengths, double points,
                         int players, bool last_tile_laid, double times, Points& out,
                         std::uint32_t favoured = kEverySeat) {
  if (strengths == 0) return;
  const std::uint32_t first = leading_seats(strengths);
  const std::uint32_t holders = (first & favoured) != 0 ? first & favoured : first;
  const bool tied = (holders & (holders - 1)) != 0;
  const int most = number_of_seat(strengths, std::countr_zero(first));
  for (int seat = 0; seat < players; ++seat) {
    const int strength = number_of_seat(strengths, seat);
    if (strength == 0) continue;
    double part = 0;
    if ((holders >> seat & 1) != 0)
      part = tied ? weights[Weight::tie] : 1;
    else if (strength >= most - 1 && !last_tile_laid)
      part = weights[Weight::behind];
    out[seat] += times * part * points;
  }
}

}  // namespace bastide
