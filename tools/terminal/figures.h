// Figures that belong to nobody and stand on a tile: the dragon, the fairy, castles. What a module
// writes into the public state as a cell, or as an object with a cell `at`, alone or in a list, is
// one; with a cell `corner` it stands in the north-east corner of that tile.
#pragma once

#include <string>
#include <vector>

#include "engine/game/game.h"

namespace bastide::tools {

struct Figure {
  std::string name;  // the state's word for it: "dragon"
  Pos at;
  bool in_corner = false;
  Seat owner = kNobody;       // of a barn
  std::string label() const;  // two characters: "Dr"
};

std::vector<Figure> figures_of(const Rules& rules, const GameState& s);

}  // namespace bastide::tools
