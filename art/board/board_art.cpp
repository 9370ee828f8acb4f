#include "art/board/board_art.h"

#include <array>
#include <set>

#include "art/board/big_boards.h"
#include "art/board/land.h"
#include "art/board/overlay.h"
#include "art/svg.h"
#include "art/tile/tile_art.h"

namespace bastide::art {

namespace {

double margin_of(const BoardLook& look) { return look.labels ? 44 : 24; }

// All tiles in one outline: the shadow they throw and the ink round them.
Region land_of(const Scene& scene) {
  Region land;
  for (const SceneTile& tile : scene.tiles)
    land.push_back(moved(rectangle({0, 0}, {kTileSize, kTileSize}), corner_of(tile.at)));
  return united(land, {});
}

void draw_table(const Scene& scene, const BoardLook& look, Point low, Point size, Svg& out) {
  out.leaf("rect", {{"class", "yp"},
                    {"x", number(low.x)},
                    {"y", number(low.y)},
                    {"width", number(size.x)},
                    {"height", number(size.y)}});
  draw_land(land_of(scene), look.is_far(), out);
}

std::string big_board(BigBoard board) {
  switch (board) {
    case BigBoard::carcassonne:
      return draw_carcassonne();
    case BigBoard::carcassonne_flags:
      return draw_carcassonne() + draw_carcassonne_flags();
    case BigBoard::wheel:
      return draw_wheel();
    case BigBoard::none:
      break;
  }
  return {};
}

// The land lies below all of them, so they show none of their own.
void draw_tiles(const Scene& scene, const BoardLook& look, Svg& out) {
  out.open("g", {{"class", "yx"}});
  for (const SceneTile& tile : scene.tiles) {
    const Point corner = corner_of(tile.at);
    out.open("g", {{"transform", "translate(" + number(corner.x) + " " + number(corner.y) + ")"}});
    out.raw(draw_bare_tile(*tile.def, tile.rotation));
    out.raw(draw_growth(*tile.def, tile.rotation, tile.at, look.is_far() ? 1 : 0)).close();
  }
  out.close();
  Path grid;
  for (const SceneTile& tile : scene.tiles) {
    const Point corner = corner_of(tile.at);
    if (!tile.board) grid.move(corner + Point{100, 0}).line(corner).line(corner + Point{0, 100});
  }
  out.path("yg", grid);
}

void draw_bridges(const Scene& scene, Svg& out) {
  for (const SceneTile& tile : scene.tiles) {
    if (tile.bridge_axis < 0) continue;
    const Point corner = corner_of(tile.at);
    out.open("g", {{"class", "bridge"},
                   {"transform", "translate(" + number(corner.x) + " " + number(corner.y) + ")"}});
    out.raw(draw_bridge(tile.bridge_axis, tile.bridge_owner)).close();
  }
}

std::string definitions(const Scene& scene, const BoardLook& look) {
  std::set<Figure> used;
  for (const SceneFigure& figure : scene.figures) used.insert(figure.figure);
  std::string defs = "<defs>" + tile_definitions() + land_patterns() + emblem_symbols();
  for (const Figure figure : used) defs += figure_symbols(figure);
  if (look.features) defs += overlay_patterns();
  return defs + "</defs>";
}

}  // namespace

// Planks across, rails along, a shadow on the land below; the owner's colour on the rails.
std::string draw_bridge(int axis, std::optional<int> owner) {
  // Written down for a bridge from west to east; one from north to south is its mirror image.
  const auto placed = [axis](Polyline line) {
    if (axis == 0)
      for (Point& p : line) p = {p.y, p.x};
    return line;
  };
  Svg out;
  out.open("g", {{"class", owner ? "pl" + std::to_string(*owner) : "pln"}});
  out.path("ys", Path().polygon(placed({{6, 46}, {94, 46}, {97, 68}, {9, 68}})));
  out.path("yw",
           Path().polygon(placed(
               {{0, 43}, {14, 40}, {86, 40}, {100, 43}, {100, 57}, {86, 60}, {14, 60}, {0, 57}})));
  Path planks;
  for (double x = 6; x < 96; x += 7) planks.polyline(placed({{x, 41.5}, {x + 0.6, 58.5}}));
  out.path("yl", planks);
  for (const double y : {40.0, 60.0}) {
    const double end = y < 50 ? 43 : 57;
    const Path rail = Path().polyline(placed({{0, end}, {14, y}, {86, y}, {100, end}}));
    out.path("yi", rail).path("yr", rail);
  }
  out.close();
  return out.str();
}

Point picture_size(const Scene& scene, const BoardLook& look) {
  const Bounds b = bounds_of(scene);
  const double scale = look.pixels_a_tile / kTileSize, margin = 2 * margin_of(look);
  return {(b.columns() * kTileSize + margin) * scale, (b.rows() * kTileSize + margin) * scale};
}

BoardPicture draw_board(const Scene& scene, const BoardLook& look) {
  const Bounds b = bounds_of(scene);
  const double margin = margin_of(look);
  const Point low = Point{b.west * kTileSize, -b.north * kTileSize} - Point{margin, margin};
  const Point size{b.columns() * kTileSize + 2 * margin, b.rows() * kTileSize + 2 * margin};
  Svg out;
  out.raw(definitions(scene, look));
  draw_table(scene, look, low, size, out);
  draw_tiles(scene, look, out);
  if (look.features) draw_feature_areas(scene, out);
  // What stands upon a big board hides the land below. Its north-west cell is [0, 0].
  out.raw(big_board(scene.board));
  draw_bridges(scene, out);
  if (look.last && scene.last) draw_last(*scene.last, out);
  for (const SceneFigure& figure : scene.figures) draw_figure(figure, out);
  if (look.features) draw_feature_labels(scene, out);
  if (look.labels) draw_coordinates(b, out);
  const Point pixels = picture_size(scene, look);
  const std::string style =
      stylesheet(look.theme) + (look.is_far() ? far_stylesheet(look.theme) : "") +
      piece_stylesheet(look.theme) + board_stylesheet(look.theme) + ".yx .f{fill:none}";
  return {document(style, out.str(), low, size, pixels.x), pixels.x, pixels.y};
}

}  // namespace bastide::art
