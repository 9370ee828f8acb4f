// City shapes. A city is a ring round the tile: along the sides it opens to, and along walls from
// one opening to the next.
#include <algorithm>
#include <cmath>

#include "art/tile/plan_lines.h"
#include "art/tile/plan_steps.h"

namespace bastide::art {

Point edge_point(double along) {
  along = std::fmod(along + 800, 400);
  const int side = static_cast<int>(along / 100);
  return turned(Point{along - 100 * side, 0}, side);
}

Point edge_inwards(double along) {
  along = std::fmod(along + 800, 400);
  const int side = static_cast<int>(along / 100);
  const double rest = along - 100 * side;
  // The middle is where turned() leaves a point, so directions turn as differences from it.
  const Point in = rest == 0 ? Point{std::sqrt(0.5), std::sqrt(0.5)} : Point{0, 1};
  return turned(Point{50, 50} + in, side) - Point{50, 50};
}

namespace {

// A stretch of the tile's edge that the city opens to; a point where it only tapers to.
struct Opening {
  double from = 0;
  double to = 0;
  bool is_point() const { return from == to; }
};

double place_of(std::string_view name) {
  constexpr std::pair<std::string_view, double> kPlaces[]{{"NW", 0},   {"N", 50},   {"NE", 100},
                                                          {"E", 150},  {"SE", 200}, {"S", 250},
                                                          {"SW", 300}, {"W", 350}};
  for (const auto& [word, place] : kPlaces)
    if (word == name) return place;
  return -1;
}

// Sides held by two cities are opened half by half: each takes the half next to its other side.
Opening side_opening(const TileDef& tile, const SegmentDef& city, int side) {
  Opening opening{100.0 * side + kWallInset, 100.0 * side + 100 - kWallInset};
  if ((tile.shared_sides >> side & 1) == 0) return opening;
  const bool next_is_ours = (city.sides >> ((side + 1) & 3) & 1) != 0;
  (next_is_ours ? opening.from : opening.to) = 100.0 * side + 50;
  return opening;
}

std::vector<Opening> openings_of(const TileDef& tile, const SegmentDef& city) {
  std::vector<Opening> openings;
  for (int side = 0; side < kSides; ++side)
    if ((city.sides >> side & 1) != 0) openings.push_back(side_opening(tile, city, side));
  std::string_view rest = city.reaches;
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    const double place = place_of(rest.substr(0, slash));
    if (place >= 0) openings.push_back({place, place});
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
  }
  std::sort(openings.begin(), openings.end(),
            [](const Opening& a, const Opening& b) { return a.from < b.from; });
  return openings;
}

// How far the middle of a wall lies from the straight line between its ends: positive towards the
// city. `gap` is the stretch of edge that the wall cuts off.
struct WallShape {
  double bulge = 0;
  double shoulder = 0.4;  // how long the wall keeps along its middle
  double pull = 3;        // how long it keeps square to the edge
};

bool holds_other_city(const TileDef& tile, const SegmentDef& city, double from, double to) {
  for (const SegmentDef& other : tile.segments) {
    if (&other == &city || other.kind != SegmentKind::city) continue;
    for (int side = 0; side < kSides; ++side)
      for (const double turn : {0.0, 400.0})
        if ((other.sides >> side & 1) != 0 && side_middle(side) + turn > from &&
            side_middle(side) + turn < to)
          return true;
  }
  return false;
}

int city_count(const TileDef& tile) {
  return static_cast<int>(std::count_if(tile.segments.begin(), tile.segments.end(),
                                        [](auto& s) { return s.kind == SegmentKind::city; }));
}

double cap_depth(const TileDef& tile, const SegmentDef& city) {
  const int index = static_cast<int>(&city - tile.segments.data());
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& other = tile.segments[i];
    if (&other == &city || other.kind != SegmentKind::city) continue;
    if (crosses(tile, index, static_cast<int>(i))) return 80;
    // Two cities face to face with different fields on either side: they meet in the middle.
    const int facing = ((city.sides << 2) | (city.sides >> 2)) & 15;
    if (facing == other.sides && !city.cap && city_parts_fields(tile, index) &&
        tile.segments.size() == 4)
      return 49;
  }
  return city_count(tile) > 1 ? 26 : 29;
}

WallShape wall_shape(const TileDef& tile, const SegmentDef& city, double from, double to,
                     bool tapers) {
  const double gap = to - from;
  const bool facing = holds_other_city(tile, city, from, to);
  if (gap > 300) {
    // Next to another city the shoulders stay narrow, so that ground shows between the walls.
    const bool beside = holds_other_city(tile, city, from, from + 100) ||
                        holds_other_city(tile, city, to - 100, to);
    return {-cap_depth(tile, city), beside ? 0.22 : 0.42, beside ? 1.5 : 3};
  }
  if (tapers) return {gap < 150 ? (city_count(tile) > 1 ? 12.0 : 17.0) : facing ? 8.0 : -5.0, 0.4};
  if (std::fmod(from, 100) == 50 || std::fmod(to, 100) == 50) return {-9, 0.3, 14};  // shared side
  if (gap > 200) return {facing ? 7.0 : 3.0, 0.3};

  return {facing ? 36.0 : 22.0, 0.45};
}

constexpr double kWallSquare = 1.2;  // every wall starts square to the edge for this long

// Two halves that leave the edge squarely and are smooth in the middle.
Polyline wall_between(double from, double to, const WallShape& shape) {
  const Point in = edge_inwards(from), back = edge_inwards(to);
  const Point start = edge_point(from) + in * kWallSquare,
              end = edge_point(to) + back * kWallSquare;
  const Point along = unit(end - start);
  const Point middle = lerp(start, end, 0.5) + right_of(along) * shape.bulge;
  const auto pull = [&](double place) { return std::fmod(place, 100) == 0 ? 12.0 : shape.pull; };
  const double keep = distance(start, middle) * shape.shoulder;
  Polyline line{edge_point(from)};
  append(line, cubic(start, start + in * pull(from), middle - along * keep, middle, 16));
  append(line, cubic(middle, middle + along * keep, end + back * pull(to), end, 16));
  line.push_back(edge_point(to));
  return line;
}

// Round the outside of a corner that two open sides of one city share.
Polyline corner_notch(double from, double to) {
  const Point corner = edge_point(std::round((from + to) / 2 / 100) * 100);
  const Point start = edge_point(from) - corner, end = edge_point(to) - corner;
  Polyline line;
  for (int i = 0; i <= 6; ++i) {
    const double a = kPi / 2 * i / 6;
    line.push_back(corner + start * std::cos(a) + end * std::sin(a));
  }
  return line;
}

// The upper of two crossing cities is a narrow bridge of houses.
Polyline upper_wall(double from, double to) {
  const Point start = edge_point(from), end = edge_point(to);
  const Point in = edge_inwards(from), back = edge_inwards(to);
  const bool one_sided = to - from > 300;
  const Point inner = unit(edge_point(std::floor(from / 100) * 100 + 50) - start);
  const Point other = unit(edge_point(std::floor(to / 100) * 100 + 50) - end);
  const Point first = start + in * 32 + inner * 29, last = end + back * 32 + other * 29;
  Polyline line{start};
  append(line, cubic(start + in * kWallSquare, start + in * 7, first - in * 18, first, 12));
  if (one_sided) {
    const Point top = lerp(start, end, 0.5) + in * 84;
    append(line, cubic(first, first + in * 30, top + unit(start - end) * 13, top, 12));
    append(line, cubic(top, top - unit(start - end) * 13, last + back * 30, last, 12));
  }
  append(line, cubic(last, last - back * 18, end + back * 7, end + back * kWallSquare, 12));
  line.push_back(end);
  return line;
}

// Two crossing cities leave small fields at two opposite corners only; at the others the lower
// city fills the ground up to the upper one.
Polyline lower_wall(double from, double to) {
  const Point start = edge_point(from), end = edge_point(to);
  const Point along = unit(end - start), in = right_of(along);
  Polyline line{start};
  append(line, cubic(start + along * kWallSquare, start + along * 10, start + along * 18 + in * 2,
                     start + along * 28 + in * 5, 8));
  const Point middle = start + along * 50 + in * 38;
  append(line, cubic(line.back(), line.back() + along * 10 + in * 2, middle - along * 12 - in * 8,
                     middle, 10));
  append(line, cubic(middle, middle + along * 26 + in * 4, end - along * 9,
                     end - along * kWallSquare, 12));
  line.push_back(end);
  return line;
}

bool crosses_city(const TileDef& tile, int segment) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::city && crosses(tile, segment, static_cast<int>(i)))
      return true;
  return false;
}

CityPlan plan_city(const TileDef& tile, int segment) {
  const SegmentDef& city = tile.segments[static_cast<std::size_t>(segment)];
  CityPlan plan;
  plan.segment = segment;
  for (const auto& pair : tile.over) {
    if (pair[0] == segment) plan.over = true;
    if (pair[1] == segment) plan.under = true;
  }
  const std::vector<Opening> openings = openings_of(tile, city);
  const std::uint64_t seed = seed_of(tile) + static_cast<std::uint64_t>(segment) * 7919;
  Polyline ring;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const double from = openings[i].to;
    double to = openings[(i + 1) % openings.size()].from;
    if (to <= from) to += 400;
    const bool tapers = openings[i].is_point() || openings[(i + 1) % openings.size()].is_point();
    Polyline wall;
    if (to - from < 2 * kWallInset + 1)
      wall = corner_notch(from, to);
    else if (plan.over && crosses_city(tile, segment))
      wall = upper_wall(from, to);
    else if (plan.under && to - from < 150)
      wall = lower_wall(from, to);
    else
      wall =
          by_hand(wall_between(from, to, wall_shape(tile, city, from, to, tapers)), 0.9, seed + i);
    append(ring, {edge_point(openings[i].from), edge_point(openings[i].to)});
    append(ring, wall);
    plan.walls.push_back(std::move(wall));
  }
  plan.area = united({ring}, {});
  return plan;
}

}  // namespace

void plan_cities(const TileDef& tile, Plan& plan) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::city)
      plan.cities.push_back(plan_city(tile, static_cast<int>(i)));
  // Lower cities first, as they are drawn.
  std::partition(plan.cities.begin(), plan.cities.end(),
                 [](const CityPlan& city) { return city.under; });
}

}  // namespace bastide::art
