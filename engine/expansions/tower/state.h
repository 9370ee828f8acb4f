// The Tower: prisoners, ransoms paid, and behind them the foundations on the map, as many as the
// tiles of the game can bring. Guards are pieces on the map.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/vocabulary.h"

namespace bastide::tower {

// A foundation on the map; a tower once it has floors.
struct Tower {
  TileIndex tile;
  std::uint16_t floors;
  std::uint16_t guards;  // 0 or 1: it is open, or closed by a guard (TOWER-34)
};

struct TowerState {
  static constexpr ModuleId kModule = ModuleId::tower;
  std::uint8_t prisoners[kMaxPlayers][kMaxPlayers][kPieceKinds];  // by holder and owner
  std::uint8_t held[kMaxPlayers];  // of each owner, whoever holds them
  std::uint16_t turn;              // in which `paid` was paid
  std::uint8_t paid;               // bit per seat
  Seat player;                     // of the turn, also while others have their sub-turns
  std::uint16_t towers;            // foundations that follow in memory
  std::uint16_t open;              // of them, without a guard
  std::uint16_t open_built;        // of those, with floors
  std::uint16_t built;             // 1 + number of the tower that has just grown; 0: none
};
static_assert(std::is_trivially_copyable_v<TowerState>);
static_assert(std::has_unique_object_representations_v<TowerState>);
static_assert(std::has_unique_object_representations_v<Tower>);
static_assert(sizeof(TowerState) % alignof(Tower) == 0);

}  // namespace bastide::tower
