// The names of a game in the form in which its positions' identity sums them up, made once at its
// setup (engine/core/identity.h).
#pragma once

#include <array>
#include <vector>

#include "engine/core/identity.h"
#include "engine/core/vocabulary.h"
#include "engine/tiles/face.h"

namespace bastide {

struct NameWords {
  struct Tile {
    identity::Word name = 0;     // as the name of a member: left.by_tile
    identity::Word laid = 0;     // as a member `tile`
    identity::Word current = 0;  // as a member `current`
  };
  using Segments = std::array<identity::Word, kMaxSegments + 1>;  // members `seg`, the bridge last
  std::vector<Tile> tiles;                                        // by type
  std::vector<Segments> segments;                                 // by face: four a type
  std::array<identity::Word, kPieceKinds> piece_names{};          // as names of members: supply
  std::array<identity::Word, kPieceKinds> pieces{};               // as members `piece`
  std::array<identity::Word, kDecisionKinds> decisions{};         // as members `kind`
};

}  // namespace bastide
