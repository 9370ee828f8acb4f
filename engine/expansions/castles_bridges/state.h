// Castles & Bridges: what every state of a game with the set keeps.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::castles_bridges {

// CB-1
inline constexpr int kBridges = 12;
inline constexpr int kCastles = 6;
inline constexpr int kGranaries = 6;

// What the active player built on the land in this part of the turn; a bridge is seen on its tile.
enum class Built : std::uint8_t { nothing, castle, granary };

// What an earlier part of the turn with this number leaves barred in the present one (Y-34).
struct EarlierPart {
  std::uint16_t turn;
  std::uint8_t castle;  // 1 + the castle built then
  std::uint8_t lady_home;
};

struct CastlesBridgesState {
  static constexpr ModuleId kModule = ModuleId::castles_bridges;
  std::uint8_t bridges;  // left in the supply that all share (CB-2)
  std::uint8_t castles;
  std::uint8_t granaries;
  Built built;
  std::uint8_t lady_home;  // a lady was taken back in this part of the turn
  std::uint8_t unused;
  EarlierPart earlier;
  SegmentId castle[kCastles];  // a segment of the city beneath, in the order of building
  Pos corner[kGranaries];      // the tile whose north-east corner it stands on

  int castles_built() const { return kCastles - castles; }
  int granaries_built() const { return kGranaries - granaries; }
};
static_assert(std::is_trivially_copyable_v<CastlesBridgesState>);
static_assert(std::has_unique_object_representations_v<CastlesBridgesState>);

}  // namespace bastide::castles_bridges
