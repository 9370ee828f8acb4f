// The start boards of many cells as their cells see them: what stands in the middle of a board
// hides the land of the cells below it. Coordinates of a board are 100 a cell from its north-west
// corner.
#pragma once

#include "art/geometry.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

// The walls of Carcassonne run along the middle of the outer cells, as the fields of the catalogue
// say; the ring's corners are cut off.
Polyline cut_rectangle(Point low, Point high, double cut);
Polyline carcassonne_outer_wall();

inline constexpr Point kWheelMiddle{200, 200};
inline constexpr double kWheelRim = 140;

// Roads from the edge of a board to its middle, each in the cell that holds its end.
struct BoardRoad {
  const char* set;
  Pos cell;
  Polyline line;  // on the board
};
const std::vector<BoardRoad>& board_roads();

// Of a board's cell, in its own square; nothing for other tiles.
Region board_cover(const TileDef& cell);
Polyline board_road(const TileDef& cell);  // from the edge to just under the cover

}  // namespace bastide::art
