// Positions, sides and rotations. x grows east, y grows north, as on the wire.
#pragma once

#include <compare>
#include <bit>
#include <cstdint>

namespace bastide {

enum class Side : std::uint8_t { north, east, south, west };
inline constexpr int kSides = 4;

// A cell of the unbounded map. 16 bits a coordinate: a map of n tiles never
// reaches further than n cells from its start, and a game holds fewer than 2^14 tiles.
struct Pos {
  std::int16_t x = 0;
  std::int16_t y = 0;
  friend constexpr bool operator==(Pos a, Pos b) { return packed(a) == packed(b); }
  friend constexpr auto operator<=>(Pos, Pos) = default;

  // Both in one word, x in its low half; as quick to compare as a number.
  friend constexpr std::uint32_t packed(Pos p) { return std::bit_cast<std::uint32_t>(p); }
};

inline constexpr Pos kNowhere{INT16_MIN, INT16_MIN};

constexpr Pos neighbour(Pos p, Side side) {
  constexpr std::int16_t dx[] = {0, 1, 0, -1};
  constexpr std::int16_t dy[] = {1, 0, -1, 0};
  const auto i = static_cast<int>(side);
  return {static_cast<std::int16_t>(p.x + dx[i]), static_cast<std::int16_t>(p.y + dy[i])};
}

constexpr Side opposite(Side side) { return static_cast<Side>((static_cast<int>(side) + 2) & 3); }

// Clockwise quarter turns: 0..3 (the wire writes 0, 90, 180, 270).
using Rotation = std::uint8_t;
inline constexpr int kRotations = 4;

constexpr Side rotated(Side side, Rotation turns) {
  return static_cast<Side>((static_cast<int>(side) + turns) & 3);
}

// A half-side: 2 * side + (0 for L, the first half met walking clockwise; 1 for R).
// Across a shared side L meets R. Order: NL NR EL ER SL SR WL WR.
inline constexpr int kHalves = 8;
constexpr int half_of(Side side, bool second) {
  return 2 * static_cast<int>(side) + (second ? 1 : 0);
}
constexpr int rotated_half(int half, Rotation turns) { return (half + 2 * turns) & 7; }

// The eight cells around a cell count for monasteries.
constexpr bool surrounds(Pos centre, Pos other) {
  // One comparison each way and no jump between them: which of them fails cannot be foreseen.
  const auto dx = static_cast<unsigned>(other.x - centre.x + 1);
  const auto dy = static_cast<unsigned>(other.y - centre.y + 1);
  return static_cast<bool>(unsigned{dx <= 2} & unsigned{dy <= 2} &
                           unsigned{((dx ^ 1) | (dy ^ 1)) != 0});
}

}  // namespace bastide
