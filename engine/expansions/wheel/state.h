// The plain data of the wheel. Zero is its value before the game begins.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/vocabulary.h"

namespace bastide::wheel {

inline constexpr int kSectors = 6;
inline constexpr int kMaxCrowns = 2;  // of one sector

struct WheelState {
  static constexpr ModuleId kModule = ModuleId::wheel;
  std::uint8_t pig;                           // its sector; it starts on the first (WHEEL-2)
  std::uint8_t asked;                         // plague: how many players have had their turn
  std::uint8_t crowns[kSectors][kMaxCrowns];  // owner + 1; 0: free. The first is taken first
  PieceKind on_crown[kSectors][kMaxCrowns];   // what stands there; a meeple where it is free
};
static_assert(std::is_trivially_copyable_v<WheelState>);
static_assert(std::has_unique_object_representations_v<WheelState>);

}  // namespace bastide::wheel
