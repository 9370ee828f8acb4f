// The making of a scene, in two files: what the core knows and what the modules add.
#pragma once

#include "art/board/scene.h"

namespace bastide::art {

// Where a piece on a segment of a placed tile stands. `local` counts as in PlacedTile.
Point segment_place(const Rules& rules, const PlacedTile& tile, int local);

// Dragon, fairy, count, pig, crowns, castles, granaries, king, robber: whatever the modules in play
// write into a state. Places of castles and granaries are wanted for those who live in them.
struct Buildings {
  std::vector<Point> castles;
  std::vector<Point> granaries;
};
// How many sheep lie beside a piece.
int sheep_beside(const Rules& rules, const GameState& s, const PlacedPiece& piece);
// How many floors the tower of a tile has.
int floors_on(const Rules& rules, const GameState& s, TileIndex tile);
Buildings add_module_figures(const Rules& rules, const GameState& s, Scene& scene);

}  // namespace bastide::art
