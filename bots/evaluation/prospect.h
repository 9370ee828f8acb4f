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
  bool complete = false;                // by the tile just laid, and not scored yet
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

// That a cell will join what lies at it, by the number of tiles that fit.
inline double chance_to_join(int fits) { return static_cast<double>(fits) / (fits + 4); }

inline bool can_be_finished(SegmentKind kind) {
  return kind == SegmentKind::city || kind == SegmentKind::road || is_cloister(kind);
}

// Share of a piece there that is likely to be in hand again.
inline double coming_home(const Weights& weights, const Prospect& prospect) {
  return prospect.complete ? 1 : weights[Weight::returning] * prospect.chance;
}

// Adds what each seat may expect of these points with these strengths, `times` over. Who is as
// strong as the holders and not favoured is as good as one piece behind. What is settled is shared
// by the rules: nobody can come or go any more.
inline void share_points(const Weights& weights, std::uint32_t strengths, double points,
                         int players, bool settled, double times, Points& out,
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
      part = tied && !settled ? weights[Weight::tie] : 1;
    else if (strength >= most - 1 && !settled)
      part = weights[Weight::behind];
    out[seat] += times * part * points;
  }
}

}  // namespace bastide
