#include "art/tile/tile_art.h"

#include "art/svg.h"

namespace bastide::art {

std::string draw_tile(const TileDef&, Rotation, int) {
  return Svg().path("f", Path().region(tile_square(-kBleed))).str();
}

std::string tile_definitions() { return {}; }

std::string tile_document(const TileDef& tile, Rotation rotation, int copy, Theme theme,
                          double pixels) {
  return document(stylesheet(theme),
                  "<defs>" + tile_definitions() + "</defs>" + draw_tile(tile, rotation, copy),
                  {0, 0}, {kTileSize, kTileSize}, pixels);
}

Region region_of(const TileDef& tile, Rotation rotation, int segment) {
  const double at = 100.0 * (segment + 1) / (static_cast<double>(tile.segments.size()) + 1);
  return {turned(circle({at, at}, 8), rotation)};
}

std::string region_outline(const TileDef& tile, Rotation rotation, int segment) {
  return Path().region(region_of(tile, rotation, segment)).text();
}

Point anchor(const TileDef& tile, Rotation rotation, int segment) {
  return deepest_point(region_of(tile, rotation, segment));
}

Point tile_anchor(const TileDef&, Rotation) { return {50, 50}; }

}  // namespace bastide::art
