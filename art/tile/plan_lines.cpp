// Rivers, and roads that go through.
#include <algorithm>
#include <bit>
#include <cmath>

#include "art/tile/plan_lines.h"

namespace bastide::art {
namespace {
constexpr double kLineSquare = 1.6;  // how long every line keeps square to the edge that it crosses
}  // namespace

void append(Polyline& line, const Polyline& more) {
  for (const Point p : more)
    if (line.empty() || distance(line.back(), p) > 1e-6) line.push_back(p);
}

Point leaving(double place) { return edge_point(place) + edge_inwards(place) * kLineSquare; }

Polyline squared(Polyline line, double from) {
  line.insert(line.begin(), edge_point(from));
  return line;
}
Polyline squared(Polyline line, double from, double to) {
  line.push_back(edge_point(to));
  return squared(std::move(line), from);
}

Polyline extended(Polyline line, bool at_end) {
  line.insert(line.begin(), line.front() + unit(line.front() - line[1]) * kBeyond);
  if (at_end) line.push_back(line.back() + unit(line.back() - line[line.size() - 2]) * kBeyond);
  return line;
}

bool is_through(const SegmentDef& def) { return std::popcount(def.sides) >= 2; }

Region road_area(const LinePlan& road, double width) {
  Region area = thickened(road.line, width);
  for (const Polyline& arm : road.more) area = united(area, thickened(arm, width));
  return area;
}

namespace {

std::vector<int> sides_of(std::uint8_t bits) {
  std::vector<int> sides;
  for (int side = 0; side < kSides; ++side)
    if ((bits >> side & 1) != 0) sides.push_back(side);
  return sides;
}

// A city whose fields are parted by nothing but this line: the line runs along its wall.
const CityPlan* city_to_touch(const TileDef& tile, const Plan& plan, const SegmentDef& line) {
  for (const CityPlan& city : plan.cities) {
    const SegmentDef& def = tile.segments[static_cast<std::size_t>(city.segment)];
    if (std::popcount(def.sides) != 1 || !def.reaches.empty() || (def.sides & line.sides) != 0)
      continue;
    if (!city_parts_fields(tile, city.segment) || tile.has(Mark::tower) || tile.has(Mark::circus))
      continue;
    bool parted_otherwise = false;
    for (std::size_t i = 0; i < tile.segments.size(); ++i) {
      const SegmentDef& other = tile.segments[i];
      if (&other != &line &&
          (other.kind == SegmentKind::road || other.kind == SegmentKind::river) &&
          std::popcount(other.sides) == 1)
        parted_otherwise = true;
    }
    // The line itself may part them where it ends on both sides next to the city.
    const int side = std::countr_zero(def.sides);
    const int before = field_at(tile, (2 * side + 7) & 7),
              after = field_at(tile, (2 * side + 2) & 7);
    if (!parted_otherwise && before != after) return &city;
  }
  return nullptr;
}

// Where a line of this width lies against the wall of a one-sided city.
Point beside_wall(const CityPlan& city, double width) {
  const Polyline& wall = city.walls.front();
  const double half = length(wall) / 2;
  const Point outwards = right_of(direction_at(wall, half)) * -1.0;
  return point_at(wall, half) + outwards * (width / 2 + kWallWidth / 2 - 0.6);
}

// Straight lines wander a little; away from a city if there is one on one side only.
double wander(const TileDef& tile, int from, std::uint64_t seed) {
  const auto city_on = [&](int side) {
    return tile.edges[static_cast<std::size_t>(side & 3)] == EdgeKind::city;
  };
  const bool left = city_on(from + 3), right = city_on(from + 1);
  const double size = 2.5 + 2 * Dice(seed).real();
  if (left != right) return left ? size : -size;
  if (left) return 0;
  return (seed & 64) != 0 ? size : -size;
}

Polyline through(const TileDef& tile, const Plan& plan, const SegmentDef& def, double width,
                 std::uint64_t seed) {
  const std::vector<int> sides = sides_of(def.sides);
  const double from = side_middle(sides[0]), to = side_middle(sides[1]);
  const Point start = leaving(from), end = leaving(to);
  const Point in = edge_inwards(from), out = edge_inwards(to) * -1.0;
  if (const CityPlan* city = city_to_touch(tile, plan, def)) {
    const Point via = beside_wall(*city, width);
    const Point along = unit(end - start);
    Polyline line = eased(start, in, via, along, 0.5);
    append(line, eased(via, along, end, out, 0.5));
    return squared(line, from, to);
  }
  if (sides[1] - sides[0] != 2) return squared(eased(start, in, end, out), from, to);
  if (!tile.over.empty())
    return {start - in * kLineSquare, start, lerp(start, end, 0.3),
            lerp(start, end, 0.7),    end,   end + out * kLineSquare};
  const Point middle = Point{50, 50} + right_of(in) * wander(tile, sides[0], seed);
  Polyline line = eased(start, in, middle, in, 0.5);
  append(line, eased(middle, in, end, in, 0.5));
  return squared(line, from, to);
}

// A fork, or a road with three sides: one line through, and an arm that joins it.
LinePlan three_way(const SegmentDef& def, int segment) {
  std::vector<int> sides = sides_of(def.sides);
  // The arm is the side whose opposite is not ours.
  int arm = sides[0];
  for (const int side : sides)
    if ((def.sides >> ((side + 2) & 3) & 1) == 0) arm = side;
  const double from = side_middle(arm + 3), to = side_middle(arm + 1);
  const Point in = edge_inwards(side_middle(arm));
  const Point middle = Point{50, 50} + in * 3;
  const Point along = unit(edge_point(to) - edge_point(from));
  LinePlan plan;
  plan.segment = segment;
  Polyline line = eased(edge_point(from), along, middle, along, 0.5);
  append(line, eased(middle, along, edge_point(to), along, 0.5));
  plan.line = extended(std::move(line), true);
  plan.more.push_back(extended(
      {edge_point(side_middle(arm)), lerp(edge_point(side_middle(arm)), middle, 0.5), middle},
      false));
  return plan;
}

// Where a line crosses the walls of a city.
std::vector<Gate> wall_crossings(const CityPlan& city, const Polyline& line) {
  std::vector<Gate> found;
  const double total = length(line);
  bool inside = false;
  for (double along = 0; along <= total; along += 0.25) {
    const Point p = point_at(line, along);
    const bool now = distance_to_edge(city.area, p) > 0;
    if (now != inside) found.push_back({p, direction_at(line, along) * (now ? 1.0 : -1.0)});
    inside = now;
  }
  return found;
}

LinePlan through_line(const TileDef& tile, const Plan& plan, int segment, double width) {
  const SegmentDef& def = tile.segments[static_cast<std::size_t>(segment)];
  if (std::popcount(def.sides) == 3) return three_way(def, segment);
  LinePlan line;
  line.segment = segment;
  const std::uint64_t seed = seed_of(tile) + static_cast<std::uint64_t>(segment) * 104729;
  line.line = extended(by_hand(through(tile, plan, def, width, seed), 0.9, seed), true);
  return line;
}

}  // namespace

// --- rivers ---

void plan_rivers(const TileDef& tile, Plan& plan) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& def = tile.segments[i];
    if (def.kind != SegmentKind::river) continue;
    const int segment = static_cast<int>(i);
    if (is_through(def)) {
      plan.rivers.push_back(through_line(tile, plan, segment, kBankWidth));
      for (const CityPlan& city : plan.cities)
        if (crosses(tile, city.segment, segment))
          for (const Gate& arch : wall_crossings(city, plan.rivers.back().line))
            plan.objects.push_back({ObjectKind::tunnel_mouth, arch.at, 4, -1, 1, arch.inwards});
      continue;
    }
    LinePlan line;
    line.segment = segment;
    line.ends_inside = true;
    const double from = side_middle(std::countr_zero(def.sides));
    const Point in = edge_inwards(from);
    Point end = Point{50, 50} - in * 2;
    if (tile.has(Mark::river_end) && !plan.cities.empty()) {  // it ends at the town's wall
      const Polyline& wall = plan.cities.front().walls.front();
      end = point_at(wall, length(wall) / 2) - in * 1;
    } else {
      Object pond{tile.has(Mark::spring) ? ObjectKind::spring : ObjectKind::lake,
                  Point{50, 50} + in * 6,
                  tile.has(Mark::spring) ? 13.0 : 21.0,
                  -1,
                  0,
                  in,
                  true};
      if (tile.has(Mark::volcano)) pond.at = Point{50, 50} - in * 10, pond.radius = 16;
      end = pond.at;
      plan.objects.push_back(pond);
    }
    const Polyline course = squared(eased(leaving(from), in, end, in, 0.4), from);
    line.line = extended(by_hand(course, 1.6, seed_of(tile)), false);
    plan.rivers.push_back(std::move(line));
  }
}

// --- roads ---

namespace {

// A road that dives under a city: two pieces, each up to its mouth. Where the field goes round the
// mouth it lies in the open, otherwise in the wall.
LinePlan tunnel_road(const TileDef& tile, Plan& plan, int segment) {
  LinePlan road;
  road.segment = segment;
  road.ends_inside = true;
  const SegmentDef& def = tile.segments[static_cast<std::size_t>(segment)];
  for (const int side : sides_of(def.sides)) {
    const Point start = edge_point(side_middle(side)), in = edge_inwards(side_middle(side));
    double reach = 5;
    while (reach < 60 && distance_to_edge(plan.cities.front().area, start + in * reach) < 0)
      reach += 0.5;
    const double stop = field_goes_round(tile, side) ? reach - 10 : reach - 1.5;
    const Polyline line{start - in * kBeyond, start, lerp(start, start + in * stop, 0.5),
                        start + in * stop};
    if (road.line.empty())
      road.line = line;
    else
      road.more.push_back(line);
    plan.objects.push_back({ObjectKind::tunnel_mouth, start + in * stop, 4, -1, 0, in});
  }
  return road;
}

}  // namespace

void plan_through_roads(const TileDef& tile, Plan& plan) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& def = tile.segments[i];
    if (def.kind != SegmentKind::road || !is_through(def)) continue;
    const int segment = static_cast<int>(i);
    if (def.tunnel && !plan.cities.empty()) {
      plan.roads.push_back(tunnel_road(tile, plan, segment));
      continue;
    }
    plan.roads.push_back(through_line(tile, plan, segment, kRoadWidth));
    for (CityPlan& city : plan.cities)
      if (crosses(tile, city.segment, segment))
        city.gates = wall_crossings(city, plan.roads.back().line);
  }
}

}  // namespace bastide::art
