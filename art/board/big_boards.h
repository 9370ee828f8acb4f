// The start boards of many cells: the city of Carcassonne and the Wheel of Fortune. Their land is
// drawn cell by cell like any tile; what stands in the middle lies over it. Coordinates are those
// of the board, 100 a cell, from its north-west corner.
#pragma once

#include <string>

#include "art/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::art {

// --- Carcassonne, 4 by 3 cells ---

std::string draw_carcassonne();
// Over it, on the side with the four quarters.
std::string draw_carcassonne_flags();
// Where the count and the pieces of a quarter stand.
Point quarter_place(Quarter quarter);
Region quarter_area(Quarter quarter);

// --- the wheel, 4 by 4 cells ---

std::string draw_wheel();
Point wheel_middle();
std::string sector_outline(int sector);  // the d attribute of a path
Point sector_place(int sector);          // of the pig
int crowns_of(int sector);
Point crown_place(int sector, int number);  // of the meeples on crowns

}  // namespace bastide::art
