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

struct Prospect {
  FeatureId feature = 0;
  SegmentKind kind = SegmentKind::city;
  std::uint32_t strengths = 0;  // of the seats there (number_of_seat)
  int cells = 0;                // open cells at it
  double all_fit = 0;           // sum of the logarithms of their chances to be filled
  double hardest_fit = 0;       // the smallest of these
  double chance = 0;            // to be finished
  double points = 0;            // to be expected for holding it
  std::array<double, kOddsTerms> terms{};
};

inline constexpr std::uint16_t kNoSlot = 0xFFFF;  // a feature that is no prospect

inline bool is_cloister(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
         kind == SegmentKind::shrine || kind == SegmentKind::abbey;
}

inline bool can_be_finished(SegmentKind kind) {
  return kind == SegmentKind::city || kind == SegmentKind::road || is_cloister(kind);
}

// Adds what each seat may expect of these points with these strengths, `times` over.
inline void share_points(const Weights& weights, std::uint32_t strengths, double points,
                         int players, bool last_tile_laid, double times, Points& out) {
  if (strengths == 0) return;
  const std::uint32_t first = leading_seats(strengths);
  const bool tied = (first & (first - 1)) != 0;
  const int most = number_of_seat(strengths, std::countr_zero(first));
  for (int seat = 0; seat < players; ++seat) {
    const int strength = number_of_seat(strengths, seat);
    if (strength == 0) continue;
    double part = 0;
    if (strength == most)
      part = tied ? weights[Weight::tie] : 1;
    else if (strength == most - 1 && !last_tile_laid)
      part = weights[Weight::behind];
    out[seat] += times * part * points;
  }
}

}  // namespace bastide
