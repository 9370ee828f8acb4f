// An action: the recorded answer to a decision, packed for search. Records spell it out in names
// (engine/notation); which members mean something depends on the kind, the rest stay zero.
#pragma once

#include <type_traits>

#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide {

using Seat = std::uint8_t;
inline constexpr Seat kDealer = 0xFF;
inline constexpr Seat kNobody = 0xFE;

// Index into Rules::tiles: the tile types of this game, not of the catalogue.
using TileType = std::uint16_t;
inline constexpr std::uint16_t kNone = 0xFFFF;

// Action::seg, where it names a spot of the tile instead of a segment.
inline constexpr std::uint8_t kFirstSpotSeg = 0x80;
constexpr std::uint8_t seg_of(Spot spot) {
  return static_cast<std::uint8_t>(kFirstSpotSeg + static_cast<int>(spot));
}
constexpr bool is_spot(std::uint8_t seg) { return seg >= kFirstSpotSeg; }
constexpr Spot spot_of(std::uint8_t seg) { return static_cast<Spot>(seg - kFirstSpotSeg); }

struct Action {
  ActionKind kind = ActionKind::pass;
  PieceKind piece = PieceKind::meeple;
  std::uint8_t value = 0;  // rotation, axis, quarter, sector or owner
  std::uint8_t seg = 0;    // segment index on the tile at `at`, or a spot of it (seg_of)
  TileType tile = 0;
  std::int16_t points = 0;  // bids
  Pos at{};
  Pos at2{};  // castle of castle_feature, farmer of build_granary

  friend constexpr bool operator==(const Action&, const Action&) = default;

  static constexpr Action pass();
  static constexpr Action draw(TileType t) { return {.kind = ActionKind::draw, .tile = t}; }
  static constexpr Action place(TileType t, Pos at, Rotation rot) {
    return {.kind = ActionKind::place, .value = rot, .tile = t, .at = at};
  }
  static constexpr Action meeple(PieceKind piece, Pos at, std::uint8_t seg) {
    return {.kind = ActionKind::meeple, .piece = piece, .seg = seg, .at = at};
  }
};
inline constexpr Action kPassAction{};
constexpr Action Action::pass() { return kPassAction; }  // one load instead of member by member
static_assert(sizeof(Action) == 16);
static_assert(std::is_trivially_copyable_v<Action>);
static_assert(std::has_unique_object_representations_v<Action>);

}  // namespace bastide
