#include "art/piece/piece_art.h"

#include "art/piece/figures.h"
#include "art/piece/outline.h"
#include "art/svg.h"

namespace bastide::art {

namespace {

constexpr double kTolerance = 0.25;  // of a figure's outline, in a box of 100

Path path_of(const Region& region) {
  Path path;
  for (Polyline ring : region) {
    ring.push_back(ring.front());
    ring = simplified(ring, kTolerance);
    ring.pop_back();
    path.polygon(ring);
  }
  return path;
}

// The rim of a region on one side, which is what is left when the region moves away from it.
Region rim(const Region& region, Point away) {
  Region left = subtracted(region, moved(region, away));
  std::erase_if(left, [](const Polyline& ring) { return area({ring}) < 3; });
  return left;
}

// Flat where it stands, thrown to the south-east by the light from the north-west.
Region shadow(const Region& region) {
  double west = 100, east = 0;
  for (const Polyline& ring : region)
    for (const Point p : ring)
      if (p.y > 85) west = std::min(west, p.x), east = std::max(east, p.x);
  return {ellipse({(west + east) / 2 + 5, 95}, (east - west) / 2 + 6, 7, 18)};
}

// The halo reaches a little over the box of 100.
constexpr double kBoxWithRim = 114;
constexpr const char* kViewBox = "-7 -7 114 114";

std::string use_of(const std::string& id, Point middle, double size) {
  return Svg()
      .leaf("use", {{"href", "#" + id},
                    {"x", number(middle.x - size / 2)},
                    {"y", number(middle.y - size / 2)},
                    {"width", number(size)},
                    {"height", number(size)}})
      .str();
}

}  // namespace

std::string_view name_of(Figure figure) { return drawing_of(figure).name; }
bool is_owned(Figure figure) { return drawing_of(figure).owned; }
double size_on_tile(Figure figure) { return drawing_of(figure).size; }

Figure figure_of(PieceKind kind, bool lying) {
  switch (kind) {
    case PieceKind::meeple:
      return lying ? Figure::meeple_lying : Figure::meeple;
    case PieceKind::abbot:
      return Figure::abbot;
    case PieceKind::big:
      return lying ? Figure::big_lying : Figure::big;
    case PieceKind::builder:
      return Figure::builder;
    case PieceKind::pig:
      return Figure::pig;
    case PieceKind::mayor:
      return Figure::mayor;
    case PieceKind::wagon:
      return Figure::wagon;
    case PieceKind::barn:
      return Figure::barn;
    case PieceKind::shepherd:
      return Figure::shepherd;
    case PieceKind::ringmaster:
      return Figure::ringmaster;
    case PieceKind::floor:
      return Figure::floor;
    case PieceKind::bridge:
      return Figure::bridge;
    case PieceKind::abbey:
      return Figure::abbey;
    case PieceKind::castle:
      return Figure::castle;
  }
  return Figure::meeple;
}

Region figure_outline(Figure figure) {
  const FigureDrawing& drawing = drawing_of(figure);
  Region all;
  for (const Layer& layer : drawing.layers) all = united(all, outline(layer.drawing));
  return all;
}

std::string draw_figure(Figure figure) {
  const FigureDrawing& drawing = drawing_of(figure);
  const Region whole = figure_outline(figure);
  const Path edge = path_of(whole);
  Svg svg;
  svg.path("xz", Path().smooth_ring(shadow(whole)[0]));
  svg.path("xh", edge);
  for (const Layer& layer : drawing.layers) {
    const Path path = path_of(outline(layer.drawing));
    if (layer.css_class.empty())
      svg.leaf("path", {{"class", "xq"}, {"fill", "currentColor"}, {"d", path.text()}});
    else
      svg.path(std::string(layer.css_class) + " xq", path);
  }
  svg.path("xs", path_of(rim(whole, {-7, -5})));
  svg.path("xl", path_of(rim(whole, {4, 5})));
  if (!drawing.lines.empty())
    svg.leaf("path", {{"class", "xj"}, {"d", std::string(drawing.lines)}});
  svg.path("xi", edge);
  return svg.str();
}

std::string symbol_id(Figure figure, std::optional<int> seat) {
  std::string id = "p-" + std::string(name_of(figure));
  if (seat && is_owned(figure)) id += "-" + std::to_string(*seat);
  return id;
}

std::string figure_symbols(Figure figure) {
  const FigureDrawing& drawing = drawing_of(figure);
  Svg svg;
  svg.open("symbol", {{"id", symbol_id(figure)}, {"viewBox", kViewBox}});
  svg.raw(draw_figure(figure)).close();
  if (!drawing.owned) return svg.str();
  for (int seat = 0; seat < kPlayers; ++seat) {
    svg.open("symbol", {{"id", symbol_id(figure, seat)}, {"viewBox", kViewBox}});
    svg.open("g", {{"class", "pl" + std::to_string(seat)}});
    svg.raw(use_of(symbol_id(figure), {50, 50}, kBoxWithRim));
    if (drawing.emblem_size > 0)
      svg.raw(use_of("e" + std::to_string(seat), drawing.emblem, drawing.emblem_size));
    svg.close().close();
  }
  return svg.str();
}

std::string place_figure(Figure figure, std::optional<int> seat, Point middle, double size) {
  const std::string use = use_of(symbol_id(figure, seat), middle, size * kBoxWithRim / 100);
  // A figure that could be somebody's but is not (a castle of all) has a colour, too.
  return is_owned(figure) && !seat ? Svg().open("g", {{"class", "pln"}}).raw(use).close().str()
                                   : use;
}

}  // namespace bastide::art
