#include "art/tile/tile_art.h"

#include "art/svg.h"
#include "art/tile/draw.h"

namespace bastide::art {

std::string draw_tile(const TileDef& tile, Rotation rotation, int copy) {
  const Plan& plan = plan_of(tile, rotation);
  Decor decor = make_decor(tile, plan_of(tile, 0), copy);
  turn(decor, rotation);
  Svg out;
  if (plan.object(ObjectKind::abbey) != nullptr) {
    draw_abbey(out);
    return out.str();
  }
  draw_ground(decor, out);
  draw_rivers(tile, plan, out);
  draw_roads(tile, plan, out);
  draw_objects(plan, out, true);
  draw_scenery(plan, decor, out);
  draw_cities(tile, plan, decor, out);
  draw_mouths(plan, out);
  draw_objects(plan, out, false);
  return out.str();
}

std::string tile_definitions() { return symbol_definitions(); }

std::string tile_document(const TileDef& tile, Rotation rotation, int copy, Theme theme,
                          double pixels) {
  return document(stylesheet(theme),
                  "<defs>" + tile_definitions() + "</defs>" + draw_tile(tile, rotation, copy),
                  {0, 0}, {kTileSize, kTileSize}, pixels);
}

Region region_of(const TileDef& tile, Rotation rotation, int segment) {
  return region_of(plan_of(tile, rotation), tile, segment);
}

std::string region_outline(const TileDef& tile, Rotation rotation, int segment) {
  Path path;
  for (const Polyline& ring : region_of(tile, rotation, segment))
    path.polygon(simplified(ring, 0.2));
  return path.text();
}

Point anchor(const TileDef& tile, Rotation rotation, int segment) {
  return plan_of(tile, rotation).anchors[static_cast<std::size_t>(segment)];
}

Point tile_anchor(const TileDef& tile, Rotation rotation) {
  return plan_of(tile, rotation).centre_anchor;
}

}  // namespace bastide::art
