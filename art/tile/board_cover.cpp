#include "art/tile/board_cover.h"

namespace bastide::art {

namespace {

const BoardCell* find_cell(const TileDef& tile) {
  const SetDef* set = catalogue().find_set(tile.set);
  if (set == nullptr || !set->board) return nullptr;
  for (const BoardCell& cell : set->board->cells)
    if (cell.tile.id == tile.id) return &cell;
  return nullptr;
}

Point to_cell(const BoardCell& cell) { return {-cell.at.x * kTileSize, cell.at.y * kTileSize}; }

}  // namespace

Polyline cut_rectangle(Point low, Point high, double cut) {
  return {{low.x + cut, low.y},   {high.x - cut, low.y},  {high.x, low.y + cut},
          {high.x, high.y - cut}, {high.x - cut, high.y}, {low.x + cut, high.y},
          {low.x, high.y - cut},  {low.x, low.y + cut}};
}

Polyline carcassonne_outer_wall() { return cut_rectangle({50, 50}, {350, 250}, 22); }

const std::vector<BoardRoad>& board_roads() {
  static const std::vector<BoardRoad> roads = [] {
    Polyline bend{{50, 400}};
    for (const Point p : eased({50, 378}, {0, -1}, {112, 292}, unit({1, -1}))) bend.push_back(p);
    return std::vector<BoardRoad>{{"count", {0, 0}, {{0, 50}, {50, 50}, {62, 62}}},
                                  {"count", {3, 0}, {{350, 0}, {350, 50}, {338, 62}}},
                                  {"count", {2, -2}, {{250, 300}, {250, 245}}},
                                  {"wheel", {2, 0}, {{250, 0}, {250, 80}}},
                                  {"wheel", {3, -1}, {{400, 150}, {320, 150}}},
                                  {"wheel", {0, -3}, bend}};
  }();
  return roads;
}

Region board_cover(const TileDef& tile) {
  const BoardCell* cell = find_cell(tile);
  if (cell == nullptr) return {};
  constexpr double kWallHalf = 3.3;  // with its ink
  const Region cover = tile.set == "wheel" ? Region{circle(kWheelMiddle, kWheelRim + 1, 72)}
                                           : grown({carcassonne_outer_wall()}, kWallHalf);
  return intersected(moved(cover, to_cell(*cell)), tile_square());
}

Polyline board_road(const TileDef& tile) {
  const BoardCell* cell = find_cell(tile);
  if (cell == nullptr) return {};
  const Region deep = grown(board_cover(tile), -2);
  Polyline line;
  for (const BoardRoad& road : board_roads())
    if (tile.set == road.set && cell->at == road.cell)
      for (const Point p : resampled(moved(road.line, to_cell(*cell)), 1)) {
        line.push_back(p);
        if (contains(deep, p)) break;
      }
  return line;
}

}  // namespace bastide::art
