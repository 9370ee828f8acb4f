// Loading a position that no recorded game led to: worked scenarios, puzzles, tests. The tiles are
// laid by the same code as in play; what could not lie there is refused.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/game/game.h"

namespace bastide {

struct LoadedPiece {
  PieceKind kind = PieceKind::meeple;
  Seat owner = 0;
  std::string segment;      // wire name on its tile
};
struct LoadedTile {
  TileType type = 0;
  Pos at;
  Rotation rotation = 0;
  std::vector<LoadedPiece> pieces;
  int bridge_axis = -1;               // of a bridge on it, and who built that
  Seat bridge_owner = kNobody;
};
struct PositionSpec {
  std::vector<LoadedTile> tiles;      // in an order in which each touches an earlier one
  bool keep_start = true;             // the setup's start tile lies first; false: `tiles` holds all
  Seat active = 0;
  std::vector<int> scores;            // per seat, or empty
  std::vector<TileType> stock;        // exactly these unseen tiles; empty: all that are left
  bool empty_stock = false;           // nothing left to draw
  // What modules understand, word and value: {"pig", "storm"}. Seats are numbers.
  std::vector<std::pair<std::string, std::string>> module_words;
};

// The position at the start of `active`'s turn, at the draw (or over, if nothing is left).
std::variant<GameState, SetupError> load_position(const Rules& rules, const PositionSpec& spec);

}  // namespace bastide
