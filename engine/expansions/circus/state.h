// The Circus: where the big top stands, the tokens that nobody has seen, and behind them the
// acrobat tiles on the map, as many as the tiles of the game can bring. Acrobats are pieces on
// their spots.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/board/state.h"
#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::circus {

inline constexpr int kFirstAnimal = static_cast<int>(Token::flea);
inline constexpr int kAnimals = static_cast<int>(Token::elephant) - kFirstAnimal + 1;
// CIRCUS-2: flea, monkey, seal, bear, tiger, elephant.
inline constexpr int kWorth[kAnimals] = {1, 3, 4, 5, 6, 7};
inline constexpr int kTokensOfACopy[kAnimals] = {1, 4, 5, 3, 2, 1};
inline constexpr int kPyramid = 3;  // ACROBAT-3

// An acrobat tile on the map: so that nobody has to look for those nearby.
struct Stage {
  TileIndex tile;
  std::uint16_t acrobats;  // that stand there
};

struct CircusState {
  static constexpr ModuleId kModule = ModuleId::circus;
  Pos big_top;                     // where it stands, if it is in play
  std::uint16_t unseen[kAnimals];  // CIRCUS-22, Q-CI-1: the token under the big top among them
  std::uint16_t stages;            // acrobat tiles that follow in memory
  std::uint8_t in_play;
  std::uint8_t unused;
};
static_assert(std::is_trivially_copyable_v<CircusState>);
static_assert(std::has_unique_object_representations_v<CircusState>);
static_assert(std::has_unique_object_representations_v<Stage>);
static_assert(sizeof(CircusState) % alignof(Stage) == 0);

}  // namespace bastide::circus
