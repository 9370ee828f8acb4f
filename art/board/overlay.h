// What is drawn over the land of a board: who holds which feature, coordinates, the last tile.
#pragma once

#include "art/board/board_art.h"
#include "art/svg.h"

namespace bastide::art {

// <pattern id="fo0">...: the emblem of each player, scattered.
std::string overlay_patterns();
// A figure with all its floors, and how many it stands for upon it.
void draw_figure(const SceneFigure& figure, Svg& out);
void draw_feature_areas(const Scene& scene, Svg& out);   // under the pieces
void draw_feature_labels(const Scene& scene, Svg& out);  // above everything

// Cells of the board: the smallest rectangle that holds all tiles.
struct Bounds {
  int west = 0, east = 0, south = 0, north = 0;
  int columns() const { return east - west + 1; }
  int rows() const { return north - south + 1; }
};
Bounds bounds_of(const Scene& scene);

void draw_coordinates(const Bounds& bounds, Svg& out);
void draw_last(Pos at, Svg& out);

}  // namespace bastide::art
