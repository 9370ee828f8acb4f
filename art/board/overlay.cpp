#include "art/board/overlay.h"

#include <algorithm>

#include "art/board/places.h"
#include "art/tile/tile_art.h"

namespace bastide::art {

namespace {

Region part_area(const SceneTile& tile, int segment, int bank) {
  if (segment >= static_cast<int>(tile.def->segments.size())) return bridge_deck(tile.bridge_axis);
  if (bank >= 0) return bank_region(*tile.def, tile.rotation, bank);
  return region_of(*tile.def, tile.rotation, segment);
}

// All parts in one: no seam where two tiles meet.
Region area_of(const Scene& scene, const SceneFeature& feature) {
  constexpr double kOverlap = 0.05;  // so that neighbours are one, whatever was rounded
  Region whole;
  for (const SceneFeature::Part& part : feature.parts) {
    const SceneTile& tile = scene.tiles[part.tile];
    const Region area = moved(part_area(tile, part.segment, part.bank), corner_of(tile.at));
    whole = united(whole, grown(area, kOverlap));
  }
  return simplified(whole, 0.2);
}

void draw_text(std::string_view css_class, Point at, const std::string& text, Svg& out) {
  out.open("text", {{"class", std::string(css_class)}, {"x", number(at.x)}, {"y", number(at.y)}});
  out.text(text).close();
}

// A paper tag: a disc for each owner with his emblem, then the worth.
void draw_label(const SceneFeature& feature, Svg& out) {
  constexpr double kHeight = 18, kDisc = 14;
  const std::string worth = std::to_string(feature.worth);
  const double discs = static_cast<double>(feature.owners.size()) * (kDisc + 1);
  const double width = discs + 7.5 * static_cast<double>(worth.size()) + 8;
  const Point low = feature.label - Point{width / 2, kHeight / 2};
  out.open("g", {{"class", "worth"}});
  out.leaf("rect", {{"class", "ya"},
                    {"x", number(low.x)},
                    {"y", number(low.y)},
                    {"width", number(width)},
                    {"height", number(kHeight)},
                    {"rx", "9"}});
  double x = low.x + 2;
  for (const int owner : feature.owners) {
    const std::string seat = std::to_string(owner);
    out.leaf("circle", {{"class", "yd pl" + seat},
                        {"cx", number(x + kDisc / 2)},
                        {"cy", number(feature.label.y)},
                        {"r", number(kDisc / 2)}});
    out.leaf("use", {{"href", "#e" + seat},
                     {"x", number(x + 2.5)},
                     {"y", number(feature.label.y - 4.5)},
                     {"width", "9"},
                     {"height", "9"}});
    x += kDisc + 1;
  }
  draw_text("yt", {(x + low.x + width - 3) / 2, feature.label.y + 4.3}, worth, out);
  out.close();
}

}  // namespace

std::string overlay_patterns() {
  Svg svg;
  for (int seat = 0; seat < kPlayers; ++seat) {
    svg.open("pattern", {{"id", "fo" + std::to_string(seat)},
                         {"width", "16"},
                         {"height", "16"},
                         {"patternUnits", "userSpaceOnUse"}});
    const std::string mark(emblem_path(seat));
    for (const char* at : {"translate(1 1) scale(.55)", "translate(9 9) scale(.55)"})
      svg.leaf("path", {{"class", "ym pl" + std::to_string(seat)}, {"transform", at}, {"d", mark}});
    svg.close();
  }
  return svg.str();
}

namespace {

// A plate at the foot of a tower that is too high to be counted at a glance.
void draw_height(const SceneFigure& tower, Svg& out) {
  if (tower.floors < kCountedFloors) return;
  const Point at = tower.at + kHeightPlate;
  out.leaf("circle", {{"class", "ya"}, {"cx", number(at.x)}, {"cy", number(at.y)}, {"r", "7.5"}});
  out.open("text", {{"class", "yt"},
                    {"x", number(at.x)},
                    {"y", number(at.y + (tower.floors < 10 ? 3.8 : 3.3))},
                    {"style", tower.floors < 10 ? "font-size:10.5px" : "font-size:9px"}});
  out.text(std::to_string(tower.floors)).close();
}

void draw_number(const SceneFigure& figure, Svg& out) {
  if (figure.number == 0) return;
  const double size = (figure.number < 10 ? 0.52 : 0.43) * figure.size;
  const Point at = figure.at + Point{-0.035, 0.14} * figure.size;
  out.open(
      "text",
      {{"class", "yn"}, {"x", number(at.x)}, {"y", number(at.y)}, {"font-size", number(size)}});
  out.text(std::to_string(figure.number)).close();
}

}  // namespace

void draw_figure(const SceneFigure& figure, Svg& out) {
  const int drawn = std::clamp(figure.floors, 1, kDrawnFloors);
  for (int i = 0; i < drawn; ++i) {
    const double up = drawn == 1 ? 0 : tower_rise(drawn) * i / (drawn - 1);
    out.raw(place_figure(figure.figure, figure.seat, figure.at - Point{0, up}, figure.size));
  }
  draw_height(figure, out);
  draw_number(figure, out);
}

void draw_feature_areas(const Scene& scene, Svg& out) {
  for (const SceneFeature& feature : scene.features) {
    if (feature.owners.empty()) continue;
    const std::string first = std::to_string(feature.owners.front());
    const std::string d = Path().region(area_of(scene, feature)).text();
    if (d.empty()) continue;
    out.open("g", {{"class", "held pl" + first}});
    out.leaf("path", {{"class", "yf"}, {"d", d}});
    for (const int owner : feature.owners)
      out.leaf("path",
               {{"class", "ye"}, {"fill", "url(#fo" + std::to_string(owner) + ")"}, {"d", d}});
    out.leaf("path", {{"class", "yk"}, {"d", d}}).leaf("path", {{"class", "yj"}, {"d", d}});
    out.close();
  }
}

void draw_feature_labels(const Scene& scene, Svg& out) {
  for (const SceneFeature& feature : scene.features)
    if (!feature.owners.empty()) draw_label(feature, out);
}

Bounds bounds_of(const Scene& scene) {
  if (scene.tiles.empty()) return {};
  const Pos first = scene.tiles.front().at;
  Bounds b{first.x, first.x, first.y, first.y};
  for (const SceneTile& tile : scene.tiles) {
    b.west = std::min<int>(b.west, tile.at.x), b.east = std::max<int>(b.east, tile.at.x);
    b.south = std::min<int>(b.south, tile.at.y), b.north = std::max<int>(b.north, tile.at.y);
  }
  return b;
}

void draw_coordinates(const Bounds& b, Svg& out) {
  const double top = -b.north * kTileSize, bottom = (-b.south + 1) * kTileSize;
  const double left = b.west * kTileSize, right = (b.east + 1) * kTileSize;
  for (int x = b.west; x <= b.east; ++x)
    for (const double y : {top - 13, bottom + 27})
      draw_text("yc", {(x + 0.5) * kTileSize, y}, std::to_string(x), out);
  for (int y = b.south; y <= b.north; ++y)
    for (const double x : {left - 22, right + 22})
      draw_text("yc", {x, (-y + 0.5) * kTileSize + 7}, std::to_string(y), out);
}

void draw_last(Pos at, Svg& out) {
  const Point corner = corner_of(at);
  for (const char* css_class : {"yh", "yo"})
    out.leaf("rect", {{"class", css_class},
                      {"x", number(corner.x + 1)},
                      {"y", number(corner.y + 1)},
                      {"width", "98"},
                      {"height", "98"},
                      {"rx", "4"}});
}

}  // namespace bastide::art
