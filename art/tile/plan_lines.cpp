// Rivers, roads that go through, and roads that end on the tile.
#include <algorithm>
#include <bit>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

constexpr double kBeyond = 2;  // how far lines go on outside the tile, for shadows and strokes

void append(Polyline& line, const Polyline& more) {
  for (const Point p : more)
    if (line.empty() || distance(line.back(), p) > 1e-6) line.push_back(p);
}

constexpr double kSquare = 1.6;  // how long every line keeps square to the edge that it crosses

// Where a line is free to bend.
Point leaving(double place) { return edge_point(place) + edge_inwards(place) * kSquare; }

// With the square piece at its start, and at its end if it goes on to another side.
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
    return {start - in * kSquare,  start, lerp(start, end, 0.3),
            lerp(start, end, 0.7), end,   end + out * kSquare};
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

bool is_through(const SegmentDef& def) { return std::popcount(def.sides) >= 2; }

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

namespace {

// The best place for a gate: short way, little bending, not next to a corner or another gate.
Gate choose_gate(const CityPlan& city, double from) {
  const Point start = edge_point(from), in = edge_inwards(from);
  Gate best;
  double best_cost = 1e9;
  for (const Polyline& wall : city.walls) {
    const double total = length(wall);
    if (total < 25) continue;
    for (double along = 12; along <= total - 12; along += 1) {
      const Point at = point_at(wall, along);
      const Point inwards = right_of(direction_at(wall, along));
      const Point way = at - start;
      double cost =
          0.6 * length(way) + 22 * (1 - dot(unit(way), inwards)) + 45 * (1 - dot(unit(way), in));
      cost += 10 * std::abs(along / total - 0.5);
      for (const Gate& other : city.gates)
        cost += 60 * std::max(0.0, 1 - distance(other.at, at) / 26);
      if (cost < best_cost) best_cost = cost, best = {at, inwards};
    }
  }
  return best;
}

Polyline road_to_gate(double from, const Gate& gate) {
  const Point stop = gate.at - gate.inwards * (kWallWidth / 2 - 0.8);
  return squared(eased(leaving(from), edge_inwards(from), stop, gate.inwards, 0.42), from);
}

// Straight up to the place, from whatever direction it lies in.
Polyline road_to_place(double from, Point place, double radius) {
  const Point start = leaving(from), in = edge_inwards(from);
  const Point way = unit(place - start);
  const Polyline whole = eased(start, in, place, unit(way * 0.7 + in * 0.3), 0.4);
  Polyline line;
  for (const Point p : resampled(whole, 1))
    if (distance(p, place) >= radius) line.push_back(p);
  return squared(line, from);
}

ObjectKind object_of(RoadEnd end) {
  switch (end) {
    case RoadEnd::monastery:
      return ObjectKind::monastery;
    case RoadEnd::shrine:
      return ObjectKind::shrine;
    case RoadEnd::volcano:
      return ObjectKind::volcano;
    case RoadEnd::bazaar:
      return ObjectKind::bazaar;
    case RoadEnd::tower:
      return ObjectKind::tower;
    case RoadEnd::circus:
      return ObjectKind::circus;
    case RoadEnd::acrobats:
      return ObjectKind::acrobats;
    case RoadEnd::hill:
      return ObjectKind::hill;
    case RoadEnd::vineyard:
      return ObjectKind::vineyard;
    case RoadEnd::dead_end:
      return ObjectKind::dead_end;
    case RoadEnd::village:
      return ObjectKind::village;
    default:
      return ObjectKind::junction;
  }
}

const Object* nearest_object(const Plan& plan, ObjectKind kind, Point to) {
  const Object* best = nullptr;
  for (const Object& object : plan.objects)
    if (object.kind == kind &&
        (best == nullptr || distance(object.at, to) < distance(best->at, to)))
      best = &object;
  return best;
}

// Stubs from a village to the gates of the towns that meet there; they part the fields.
void plan_stubs(const TileDef& tile, Plan& plan) {
  const Object* village = plan.object(ObjectKind::junction);
  if (village == nullptr) return;
  const Point centre = village->at;
  const double radius = village->radius;
  for (const auto& link : tile.links) {
    if (link.size() < 4) continue;
    for (const std::uint8_t segment : link) {
      if (tile.segments[segment].kind != SegmentKind::city) continue;
      for (CityPlan& city : plan.cities) {
        if (city.segment != segment) continue;
        const Polyline& wall = city.walls.front();
        const double half = length(wall) / 2;
        const Gate gate{point_at(wall, half), right_of(direction_at(wall, half))};
        city.gates.push_back(gate);
        LinePlan stub;
        stub.segment = -1;
        stub.ends_inside = true;
        const Point out = unit(gate.at - centre);
        stub.line = {centre + out * (radius * 0.75), gate.at - gate.inwards * 0.6};
        plan.roads.push_back(stub);
      }
    }
  }
}

}  // namespace

namespace {

// A road that runs into the side of another which goes on: a wayside cross marks its end.
void add_lone_junction(Plan& plan, double from) {
  const Point start = edge_point(from);
  Point nearest{50, 50};
  double best = 1e9;
  for (const LinePlan& road : plan.roads)
    for (const Point p : road.line) {
      const double cost = distance(p, start) + 0.6 * distance(p, {50, 50});
      if (cost < best) best = cost, nearest = p;
    }
  const Point at = nearest + unit(start - nearest) * (kRoadWidth / 2 + 3.8);
  plan.objects.push_back({ObjectKind::dead_end, at, 5, -1, 0, {0, 1}, true});
}

Polyline ending_line(const TileDef& tile, Plan& plan, int segment) {
  const SegmentDef& def = tile.segments[static_cast<std::size_t>(segment)];
  const double from = side_middle(std::countr_zero(def.sides));
  if (def.end == RoadEnd::city) {
    const int target = linked_city(tile, segment);
    for (CityPlan& city : plan.cities)
      if (city.segment == target) {
        const Gate gate = choose_gate(city, from);
        city.gates.push_back(gate);
        return road_to_gate(from, gate);
      }
  }
  ObjectKind kind = object_of(def.end);
  if (kind == ObjectKind::junction && plan.object(kind) == nullptr) {
    add_lone_junction(plan, from);
    kind = ObjectKind::dead_end;
  }
  if (const Object* place = nearest_object(plan, kind, edge_point(from)))
    return road_to_place(from, place->at, place->radius * 0.8);
  return {edge_point(from), edge_point(from) + edge_inwards(from) * 40};
}

}  // namespace

void plan_ending_roads(const TileDef& tile, Plan& plan) {
  // Roads to cities first: others may end at them.
  for (const bool to_city : {true, false})
    for (std::size_t i = 0; i < tile.segments.size(); ++i) {
      const SegmentDef& def = tile.segments[i];
      if (def.kind != SegmentKind::road || is_through(def)) continue;
      if ((def.end == RoadEnd::city) != to_city) continue;
      LinePlan road;
      road.segment = static_cast<int>(i);
      road.ends_inside = true;
      road.end = def.end;
      road.line = extended(
          by_hand(ending_line(tile, plan, road.segment), 0.7, seed_of(tile) + i * 31), false);
      plan.roads.push_back(std::move(road));
    }
  plan_stubs(tile, plan);
}

Region road_area(const LinePlan& road, double width) {
  Region area = thickened(road.line, width);
  for (const Polyline& arm : road.more) area = united(area, thickened(arm, width));
  return area;
}

}  // namespace bastide::art
