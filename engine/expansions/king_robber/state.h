// King and robber baron: who holds the tiles and where the tokens lie. Zero: beside the track.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::king_robber {

// One of the two: the king of the cities, the robber baron of the roads.
struct Title {
  Pos at;                  // the token's tile ...
  std::uint16_t size;      // tiles of the largest feature so far; 0: none was completed
  std::uint16_t finished;  // completed features on the map
  std::uint8_t seg;        // ... and segment
  std::uint8_t holder;     // seat + 1; 0: nobody
};

struct KingRobberState {
  static constexpr ModuleId kModule = ModuleId::king_robber;
  Title king;
  Title robber;
};
static_assert(std::is_trivially_copyable_v<KingRobberState>);
static_assert(std::has_unique_object_representations_v<KingRobberState>);

}  // namespace bastide::king_robber
