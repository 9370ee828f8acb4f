#include "art/board/land.h"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace bastide::art {

namespace {

// What repeats is no multiple of a tile either way: no two tiles near one another lie on the same
// spot.
constexpr double kWide = 530;
constexpr double kHigh = 610;

Polyline blob(Point at, double size, Dice& dice) {
  Polyline ring;
  const double lean = dice.real(0, kPi), flat = dice.real(0.5, 0.8);
  const std::uint64_t seed = dice.next();
  for (int i = 0; i < 10; ++i) {
    const double a = 2 * kPi * i / 10;
    const double r = size * (1 + 0.28 * noise(seed, i * 0.9));
    const Point p{std::cos(a) * r, std::sin(a) * r * flat};
    ring.push_back(at + Point{p.x * std::cos(lean) - p.y * std::sin(lean),
                              p.x * std::sin(lean) + p.y * std::cos(lean)});
  }
  return ring;
}

// Everywhere that a copy of the pattern would show the same thing, as far as it reaches.
std::vector<Point> repeats(Point at, double reach) {
  std::vector<Point> all;
  for (const double dx : {-kWide, 0.0, kWide})
    for (const double dy : {-kHigh, 0.0, kHigh}) {
      const Point p = at + Point{dx, dy};
      if (p.x > -reach && p.x < kWide + reach && p.y > -reach && p.y < kHigh + reach)
        all.push_back({dx, dy});
    }
  return all;
}

// One in each box of a grid, anywhere in it: neither a heap nor a row.
std::vector<Point> scattered(int columns, int rows, Dice& dice) {
  std::vector<Point> points;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      points.push_back(
          {(x + dice.real(0.1, 0.9)) * kWide / columns, (y + dice.real(0.1, 0.9)) * kHigh / rows});
  return points;
}

Path patches(int columns, int rows, Dice& dice) {
  Path path;
  for (const Point at : scattered(columns, rows, dice)) {
    const Polyline ring = blob(at, dice.real(24, 52), dice);
    for (const Point by : repeats(at, 70)) path.smooth_ring(moved(ring, by));
  }
  return path;
}

std::string pattern(const char* id, const std::string& content) {
  return "<pattern id=\"" + std::string(id) + "\" width=\"" + number(kWide) + "\" height=\"" +
         number(kHigh) + "\" patternUnits=\"userSpaceOnUse\">" + content + "</pattern>";
}

void fill_by(const char* pattern_id, const Path& path, Svg& out) {
  out.leaf("path", {{"fill", "url(#" + std::string(pattern_id) + ")"}, {"d", path.text()}});
}

}  // namespace

std::string land_patterns() {
  Dice dice("the land");
  Svg patch, grass;
  patch.path("fd", patches(3, 4, dice)).path("fl", patches(4, 3, dice));
  Path grain, tufts;
  for (const Point p : scattered(12, 14, dice)) grain.dot(p);
  for (const Point p : scattered(8, 9, dice)) {
    tufts.move(p + Point{-1.1, -1.4}).line(p).line(p + Point{0.2, -2});
    tufts.move(p).line(p + Point{1.3, -1.3});
  }
  grass.path("gr", grain).path("gt", tufts);
  return pattern(kPatches, patch.str()) + pattern(kGrass, grass.str());
}

void draw_land(const Region& land, bool far, Svg& out) {
  const Path coast = Path().region(land);
  // Wide and faint over narrow and faint: soft without a filter.
  const std::string shadow = Path().region(moved(land, {4, 6})).text();
  for (const char* width : {"22", "17", "12", "8", "4", "1"})
    out.leaf("path", {{"class", "yv"}, {"stroke-width", width}, {"d", shadow}});
  out.path("yb", coast).path("f", coast);
  fill_by(kPatches, coast, out);
  if (!far) fill_by(kGrass, coast, out);
}

}  // namespace bastide::art
