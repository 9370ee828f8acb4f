// What grows and grazes in clearings. Each is one drawing round the origin that keeps within the
// room of its size; groves are drawn as one mass of crowns, in as few paths as a single tree.
#include <cmath>
#include <initializer_list>
#include <set>
#include <string>

#include "art/svg.h"
#include "art/tile/clearings.h"

namespace bastide::art {

namespace {

struct Tree {
  Point at;
  double size;
};

// The outline of a crown: bumps round a circle.
Path crown(Point at, double rx, double ry, int bumps, std::uint64_t seed) {
  Polyline points;
  for (int i = 0; i < bumps; ++i) {
    const double a = 2 * kPi * (i + 0.3 * noise(seed, i * 1.7)) / bumps;
    points.push_back(at + Point{std::cos(a) * rx, std::sin(a) * ry});
  }
  Path path;
  path.move(points[0]);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point to = points[(i + 1) % points.size()];
    const double r = distance(points[i], to) * 0.56;
    path.arc(r, r, false, true, to);
  }
  return path.close();
}

std::string grove(std::initializer_list<Tree> trees) {
  Path shadow, shaded, middle, lit;
  std::uint64_t seed = 11;
  for (const auto& [at, size] : trees) {
    const int bumps = size > 3.4 ? 7 : 5;
    shadow.append(crown(at + Point{1.5, 1.4}, size, size * 0.9, bumps, seed));
    shaded.append(crown(at + Point{0, -0.6}, size, size * 0.95, bumps, seed));
    middle.append(crown(at + Point{-0.4, -1.1}, size * 0.78, size * 0.72, bumps, seed + 1));
    lit.append(crown(at + Point{-0.9, -1.8}, size * 0.42, size * 0.36, bumps - 2, seed + 2));
    seed += 12;
  }
  Svg out;
  out.path("sh", shadow).path("tc", shaded).path("if", shaded).path("tb", middle).path("ta", lit);
  return out.str();
}

std::string cypresses(std::initializer_list<Point> feet) {
  Path shadow, dark, light;
  for (const Point p : feet) {
    shadow.move(p + Point{0.4, 1.4}).line(p + Point{5, 3}).line(p + Point{6, 2}).line(p).close();
    const Point top = p + Point{0, -9.2}, foot = p + Point{0, 1.8};
    dark.move(top).cubic(p + Point{2, -6.4}, p + Point{3.4, 1.4}, foot);
    dark.cubic(p + Point{-3.4, 1.4}, p + Point{-2, -6.4}, top).close();
    light.move(top + Point{-0.2, 1.4}).cubic(p + Point{-2.4, -3}, p + Point{-2, 1}, p);
    light.cubic(p + Point{0.8, -3}, p + Point{0.4, -6}, top + Point{-0.2, 1.4}).close();
  }
  Svg out;
  out.path("sh", shadow).path("tc", dark).path("if", dark).path("tb", light);
  return out.str();
}

Path fleece(Point p) {
  return Path()
      .move(p + Point{-2.3, 0.8})
      .cubic(p + Point{-4, -0.4}, p + Point{-2.6, -2.6}, p + Point{-1, -1.8})
      .cubic(p + Point{-0.4, -3}, p + Point{1.6, -3}, p + Point{1.9, -1.7})
      .cubic(p + Point{3.6, -1.6}, p + Point{3.4, 0.8}, p + Point{1.8, 1})
      .cubic(p + Point{0.8, 1.8}, p + Point{-1.4, 1.8}, p + Point{-2.3, 0.8})
      .close();
}

std::string flock(std::initializer_list<Point> places) {
  Path shadow, wool, heads;
  for (const Point p : places) {
    shadow.append(fleece(p + Point{0.9, 0.9}));
    wool.append(fleece(p));
    heads.disc(p + Point{-2.8, -0.7}, 0.9);
  }
  Svg out;
  out.path("sh", shadow).path("wo", wool).path("if", wool).path("i", heads);
  return out.str();
}

// A strip of land under the plough, `lean` across the slope of the page.
std::string strip(std::string_view css_class, double length, double width, double lean) {
  const Point along{std::cos(lean), std::sin(lean)};
  const Point across = right_of(along);
  const Point a = along * (length / 2), b = across * (width / 2);
  const Polyline plot{Point{} - a - b, a - b, a * 0.94 + b, a * -1.06 + b};
  Path furrows;
  for (double at = -width / 2 + 2; at < width / 2 - 1; at += 2.6)
    furrows.move(across * at - a * 0.92).line(across * at + a * 0.86);
  Svg out;
  out.path(css_class, Path().polygon(plot)).path("fr", furrows);
  return out.str();
}

std::string flowers(std::string_view css_class) {
  Path dots;
  for (const Point p :
       {Point{-2.6, -1}, {-0.4, -2.4}, {1.8, -1.2}, {-1.4, 1.2}, {1, 1.4}, {3.2, 0.8}})
    dots.dot(p);
  return Svg().path(css_class, dots).str();
}

std::string hay() {
  Path cone, shadow;
  for (const Point p : {Point{-2, 0}, {2.2, 0.8}}) {
    shadow.disc(p + Point{1, 1.4}, 1.9);
    cone.move(p + Point{0, -3}).quad(p + Point{2.2, -1}, p + Point{2, 1.6});
    cone.quad(p + Point{0, 2.6}, p + Point{-2, 1.6}).quad(p + Point{-2.2, -1}, p + Point{0, -3});
  }
  return Svg().path("sh", shadow).path("hs", cone).path("if", cone).str();
}

constexpr std::string_view kSmall[]{"g00", "g01", "g02", "g03", "g04", "", "", ""};
constexpr std::string_view kMiddle[]{"g10", "g11", "g12", "g13", "g14", "", ""};
constexpr std::string_view kLarge[]{"g20", "g21", "g22", "g23", "g20", "g23", "g24", "", ""};

std::string drawing_of_growth(std::string_view id) {
  if (id == "g00") return grove({{{0, 0.4}, 3.4}});
  if (id == "g01") return grove({{{-1.8, 0.8}, 2.4}, {{2, 0}, 2.1}});
  if (id == "g02") return flowers("fp");
  if (id == "g03") return flowers("fq");
  if (id == "g04") return hay();
  if (id == "g10") return grove({{{-2.6, -1.8}, 3.8}, {{3, 0}, 3.4}, {{-1, 3.4}, 2.8}});
  if (id == "g11") return grove({{{2.4, -1.6}, 4.2}, {{-3.6, 1.8}, 3}});
  if (id == "g12") return cypresses({{-3.4, 0.4}, {0.4, 1.6}, {4, 0}});
  if (id == "g13") return flock({{-2.4, -2.6}, {3.2, -0.6}, {-1.4, 3}});
  if (id == "g14") return grove({{{-3.4, 2}, 2.6}, {{0.6, -2.6}, 3.6}, {{4.2, 1.8}, 2.4}});
  if (id == "g20")
    return grove({{{-5.6, -4.2}, 3.8},
                  {{1, -6}, 3.6},
                  {{6.4, -2.6}, 3.4},
                  {{-1.6, -1}, 4},
                  {{-7.4, 2}, 3},
                  {{4.2, 3.4}, 3.8},
                  {{-2.6, 5.6}, 3.2}});
  if (id == "g21") return strip("fw", 21, 14, 0.42);
  if (id == "g22") return strip("fo", 20, 13, -0.3);
  if (id == "g23")
    return grove({{{-6, -4}, 2.6},
                  {{0, -5}, 2.6},
                  {{6, -6}, 2.6},
                  {{-5.4, 2.4}, 2.6},
                  {{0.6, 1.4}, 2.6},
                  {{6.6, 0.4}, 2.6}});
  return strip("fw", 17, 9, -0.5) + grove({{{-7, -5.4}, 3.2}, {{-2.6, -7.2}, 2.6}});
}

}  // namespace

std::span<const std::string_view> growth_for(int size) {
  if (size == 0) return kSmall;
  if (size == 1) return kMiddle;
  return kLarge;
}

std::string growth_definitions() {
  std::set<std::string_view> ids;  // some have more than one chance
  for (int size = 0; size < kClearingSizes; ++size)
    ids.insert(growth_for(size).begin(), growth_for(size).end());
  std::string all;
  for (const std::string_view id : ids)
    if (!id.empty()) all += "<g id=\"" + std::string(id) + "\">" + drawing_of_growth(id) + "</g>";
  return all;
}

}  // namespace bastide::art
