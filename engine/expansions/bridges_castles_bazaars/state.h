// Bridges, Castles and Bazaars: what every state of a game with the set keeps. Bridges are part of
// the map itself (engine/board/bridge.h). Zero: no castle stands and no bazaar is on.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::bridges_castles_bazaars {

inline constexpr int kMaxCastles = 12;  // BCB-1
inline constexpr int kMaxAsked = 4;     // small cities that one tile can close

struct Castle {
  Pos cells[2];          // the western or southern one first
  TileIndex built_with;  // the tile that closed the city, kNone if long ago
  SegmentId segment;     // of the city, where the lord stood
  FeatureId feature;     // what it scored, while castles are scored
  std::int16_t points;   // and what that gave
  Seat owner;
  std::uint8_t completed;
  std::uint8_t wave;  // while castles are scored: 1 directly, more through other castles
  std::uint8_t unused;
};

enum class Phase : std::uint8_t { none, reveal, auction, play };

struct BazaarTile {
  TileType type;
  std::uint8_t owner;  // seat + 1; 0: nobody yet
  std::uint8_t unused;
};

struct BcbState {
  static constexpr ModuleId kModule = ModuleId::bridges_castles_bazaars;
  Castle castles[kMaxCastles];
  FeatureId asked[kMaxAsked];  // small cities whose owners have been asked, by this tile
  std::uint8_t castle_count;
  std::uint8_t asked_count;
  std::uint8_t wave;    // of the castles that score now
  std::uint8_t asking;  // castle, or small city in `asked`, that the question is about
  BazaarTile tiles[kMaxPlayers];
  std::int16_t bid;
  Phase phase;
  std::uint8_t tile_count;
  Seat origin;  // whose bazaar it is
  Seat auctioneer;
  std::uint8_t offered;     // tile
  Seat bidder;              // of the highest bid
  std::uint8_t had_chance;  // players after the auctioneer who have bid or passed
  std::uint8_t played;      // sub-turns begun
};
static_assert(std::is_trivially_copyable_v<BcbState>);
static_assert(std::has_unique_object_representations_v<BcbState>);

}  // namespace bastide::bridges_castles_bazaars
