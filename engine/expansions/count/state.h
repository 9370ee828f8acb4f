// The Count of Carcassonne: who waits in the quarters. Zero is the value before the game begins:
// the count in the palace (COUNT-4), the quarters empty.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/vocabulary.h"

namespace bastide::count {

struct CountState {
  static constexpr ModuleId kModule = ModuleId::count;
  std::int32_t before[kMaxPlayers];  // scores when the tile was laid; zero outside steps 2 and 3
  Quarter count;
  std::uint8_t asked;     // how many players have had their turn to move pieces out
  std::uint16_t joining;  // 1 + the field that may be joined now, before it is scored in play
  std::uint8_t pieces[kQuarters][kMaxPlayers][kPieceKinds];
};
static_assert(std::is_trivially_copyable_v<CountState>);
static_assert(std::has_unique_object_representations_v<CountState>);

}  // namespace bastide::count
