// Abbey & Mayor: what every state of a game with the set keeps. Abbeys in hand are counted in the
// supplies, barns are pieces on the map; a field with a barn is closed to claims.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/vocabulary.h"

namespace bastide::abbey_mayor {

// Q-AM-23: a figure of each kind for every copy of the set, but there is an end to it.
inline constexpr int kMostOfAKind = 4;
inline constexpr int kMostWagons = kMostOfAKind * kMaxPlayers;

// One that may move on: it stood there, and is neither on the map nor in a supply until its owner
// has answered.
struct ScoredWagon {
  SegmentId segment;
  Seat owner;
  std::uint8_t unused;
};

struct AbbeyMayorState {
  static constexpr ModuleId kModule = ModuleId::abbey_mayor;
  // The round of abbeys after the last tile: 1 + those who have had their chance; 0 before it.
  std::uint8_t round;
  Seat last_turn;    // who had the last turn before the round
  Seat last_played;  // who has laid a tile last, in the round or before it
  // 1 + the corner of a barn that was placed by this tile on a field without barns.
  std::uint8_t new_barn;
  std::uint8_t wagon_count;
  std::uint8_t unused;
  ScoredWagon wagons[kMostWagons];
};
static_assert(std::is_trivially_copyable_v<AbbeyMayorState>);
static_assert(std::has_unique_object_representations_v<AbbeyMayorState>);

}  // namespace bastide::abbey_mayor
