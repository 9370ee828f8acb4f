// The Princess and the Dragon: what every state of a game with the set keeps. Zero: both figures
// beside the board (PD-4).
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::princess_dragon {

inline constexpr int kFlightMoves = 6;  // DRAGON-7

struct PrincessDragonState {
  static constexpr ModuleId kModule = ModuleId::princess_dragon;
  Pos dragon;                     // where it stands, if it is in play
  Pos fairy;                      // where she stands, if she is in play
  Pos visited[kFlightMoves + 1];  // of the flight that is on, its start first
  std::uint8_t visited_count;     // 0: no flight
  std::uint8_t dragon_in_play;
  std::uint8_t fairy_in_play;
  std::uint8_t knight_sent_away;  // in this part of the turn
  // The protégé: a piece on a segment of the fairy's tile. All zero if there is none.
  SegmentId protege_segment;
  std::uint8_t has_protege;
  std::uint8_t protege_seg;  // how actions name the segment or spot
  Seat protege_owner;
  PieceKind protege_kind;
  Standing protege_standing;
  std::uint8_t crowded;  // the game began with people on one segment whom nobody can tell apart
};
static_assert(std::is_trivially_copyable_v<PrincessDragonState>);
static_assert(std::has_unique_object_representations_v<PrincessDragonState>);

}  // namespace bastide::princess_dragon
