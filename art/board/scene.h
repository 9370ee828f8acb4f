// What is to be seen on a table: which tiles lie where, where every piece stands, what the features
// are worth. Coordinates are those of the picture: 100 a cell, y downwards, cell [0, 0] from (0, 0)
// to (100, 100).
#pragma once

#include <optional>
#include <vector>

#include "art/geometry.h"
#include "art/piece/piece_art.h"
#include "engine/game/game.h"

namespace bastide::art {

enum class BigBoard { none, carcassonne, carcassonne_flags, wheel };

struct SceneTile {
  Pos at;
  const TileDef* def = nullptr;
  Rotation rotation = 0;
  bool board = false;    // a cell of the big board
  int bridge_axis = -1;  // 0: north to south, 1: east to west
  std::optional<int> bridge_owner;
};

struct SceneFigure {
  Figure figure = Figure::meeple;
  std::optional<int> seat;
  Point at;  // its middle
  double size = 27;
  bool fixed = false;  // never moved to make room
  int number = 0;      // how many it stands for, written upon it
  int floors = 1;      // of a tower, one upon the other; `at` is the first
  // Who stands upon something is drawn as if he stood beside it.
  double raised = 0;
};

// A feature that somebody holds, for the overlay.
struct SceneFeature {
  struct Part {
    std::size_t tile;  // of Scene::tiles
    int segment;       // of TileDef::segments; the number of segments stands for a bridge
    int bank = -1;     // 0, 1: only this bank of a divided field
  };
  std::vector<Part> parts;
  std::vector<int> owners;  // seats
  int worth = 0;
  Point label;
};

struct Scene {
  std::vector<SceneTile> tiles;
  std::vector<SceneFigure> figures;  // from back to front
  std::vector<SceneFeature> features;
  BigBoard board = BigBoard::none;
  std::optional<Pos> last;         // the tile laid last, if one was laid after the start
  std::vector<std::string> names;  // of the players
  std::vector<int> scores;
};

Scene scene_of(const Rules& rules, const GameState& s);

// The north-west corner of a cell in the picture.
constexpr Point corner_of(Pos at) { return {at.x * kTileSize, -at.y * kTileSize}; }

// Moves figures that would cover one another apart, each as little as possible.
void make_room(std::vector<SceneFigure>& figures);

}  // namespace bastide::art
