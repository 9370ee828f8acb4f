// Areas by the Clipper library, in thousandths of a unit.
#include <algorithm>
#include <cmath>
#include <polyclipping/clipper.hpp>

#include "art/geometry.h"

namespace bastide::art {

namespace {

constexpr double kScale = 1000;

ClipperLib::Path to_clipper(const Polyline& line) {
  ClipperLib::Path path;
  path.reserve(line.size());
  for (const Point p : line)
    path.emplace_back(std::llround(p.x * kScale), std::llround(p.y * kScale));
  return path;
}

ClipperLib::Paths to_clipper(const Region& region) {
  ClipperLib::Paths paths;
  for (const Polyline& ring : region) paths.push_back(to_clipper(ring));
  return paths;
}

Polyline from_clipper(const ClipperLib::Path& path) {
  Polyline line;
  line.reserve(path.size());
  for (const ClipperLib::IntPoint& p : path)
    line.push_back({static_cast<double>(p.X) / kScale, static_cast<double>(p.Y) / kScale});
  return line;
}

Region from_clipper(const ClipperLib::Paths& paths) {
  Region region;
  for (const ClipperLib::Path& path : paths)
    if (path.size() >= 3) region.push_back(from_clipper(path));
  return region;
}

Region combined(ClipperLib::ClipType type, const Region& a, const Region& b) {
  ClipperLib::Clipper clipper;
  clipper.AddPaths(to_clipper(a), ClipperLib::ptSubject, true);
  clipper.AddPaths(to_clipper(b), ClipperLib::ptClip, true);
  ClipperLib::Paths out;
  clipper.Execute(type, out, ClipperLib::pftEvenOdd, ClipperLib::pftEvenOdd);
  ClipperLib::CleanPolygons(out, 8);
  return from_clipper(out);
}

Region offset(const ClipperLib::Paths& paths, ClipperLib::EndType ends, double by) {
  ClipperLib::ClipperOffset clipper(2, 40);
  clipper.AddPaths(paths, ClipperLib::jtRound, ends);
  ClipperLib::Paths out;
  clipper.Execute(out, by * kScale);
  ClipperLib::CleanPolygons(out, 8);
  return from_clipper(out);
}

}  // namespace

Region united(const Region& a, const Region& b) { return combined(ClipperLib::ctUnion, a, b); }
Region subtracted(const Region& a, const Region& b) {
  return combined(ClipperLib::ctDifference, a, b);
}
Region intersected(const Region& a, const Region& b) {
  return combined(ClipperLib::ctIntersection, a, b);
}

Region grown(const Region& region, double by) {
  // The offsetter wants rings that turn the right way, which a union gives.
  return offset(to_clipper(united(region, {})), ClipperLib::etClosedPolygon, by);
}

Region thickened(const Polyline& line, double width) {
  return offset({to_clipper(line)}, ClipperLib::etOpenButt, width / 2);
}

Region thickened_round(const Polyline& line, double width) {
  return offset({to_clipper(line)}, ClipperLib::etOpenRound, width / 2);
}

std::vector<Region> pieces(const Region& region) {
  ClipperLib::Clipper clipper;
  clipper.AddPaths(to_clipper(region), ClipperLib::ptSubject, true);
  ClipperLib::PolyTree tree;
  clipper.Execute(ClipperLib::ctUnion, tree, ClipperLib::pftEvenOdd, ClipperLib::pftEvenOdd);
  std::vector<Region> out;
  for (const ClipperLib::PolyNode* node = tree.GetFirst(); node != nullptr;
       node = node->GetNext()) {
    if (node->IsHole()) continue;
    Region piece{from_clipper(node->Contour)};
    for (const ClipperLib::PolyNode* hole : node->Childs)
      piece.push_back(from_clipper(hole->Contour));
    out.push_back(std::move(piece));
  }
  return out;
}

Region moved(Region region, Point by) {
  for (Polyline& ring : region) ring = moved(std::move(ring), by);
  return region;
}

Region turned(Region region, int quarter_turns) {
  for (Polyline& ring : region) ring = turned(std::move(ring), quarter_turns);
  return region;
}

Region simplified(const Region& region, double tolerance) {
  Region out;
  for (const Polyline& ring : region) {
    Polyline less = simplified(ring, tolerance);
    if (less.size() >= 3) out.push_back(std::move(less));
  }
  return out;
}

Region tile_square(double margin) {
  return {rectangle({margin, margin}, {kTileSize - margin, kTileSize - margin})};
}

double area(const Region& region) {
  double sum = 0;
  for (const ClipperLib::Path& path : to_clipper(united(region, {}))) sum += ClipperLib::Area(path);
  return std::abs(sum) / (kScale * kScale);
}

bool contains(const Region& region, Point p) {
  bool inside = false;
  for (const Polyline& ring : region)
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const Point a = ring[i], b = ring[j];
      if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
        inside = !inside;
    }
  return inside;
}

double distance_to_edge(const Region& region, Point p) {
  double best = 1e18;  // squared
  for (const Polyline& ring : region)
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const Point ab = ring[i] - ring[j], ap = p - ring[j];
      const double squared = dot(ab, ab);
      const double t = squared > 0 ? std::clamp(dot(ap, ab) / squared, 0.0, 1.0) : 0;
      const Point off = ap - ab * t;
      best = std::min(best, dot(off, off));
    }
  return contains(region, p) ? std::sqrt(best) : -std::sqrt(best);
}

namespace {

struct Search {
  Point at;
  double value = -1e9;
};

void look_around(const Region& region, const std::function<double(Point)>& penalty, Point low,
                 Point high, double step, Search& best) {
  for (double y = low.y; y <= high.y; y += step)
    for (double x = low.x; x <= high.x; x += step) {
      const Point p{x, y};
      double value = distance_to_edge(region, p);
      if (value > 0 && penalty) value -= penalty(p);
      if (value > best.value + 1e-9) best = {p, value};
    }
}

}  // namespace

Point deepest_point(const Region& whole, double precision,
                    const std::function<double(Point)>& penalty) {
  const Region region = simplified(whole, 0.2);
  Point low{1e9, 1e9}, high{-1e9, -1e9};
  for (const Polyline& ring : region)
    for (const Point p : ring) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  Search best;
  if (low.x > high.x) return best.at;
  const double coarse = std::max({(high.x - low.x) / 32, (high.y - low.y) / 32, 0.5});
  look_around(region, penalty, low, high, coarse, best);
  for (double step = coarse / 2; step > precision / 2; step /= 2)
    look_around(region, penalty, best.at - Point{2 * step, 2 * step},
                best.at + Point{2 * step, 2 * step}, step, best);
  return best.at;
}

}  // namespace bastide::art
