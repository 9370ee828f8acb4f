// Roads that end on the tile: at a gate, at a place, or at the side of another road.
#include <algorithm>
#include <bit>
#include <cmath>

#include "art/tile/board_cover.h"
#include "art/tile/plan_lines.h"

namespace bastide::art {

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

// Short roads from a village to the gates of the towns that meet there; they part the fields.
void plan_gate_roads(const TileDef& tile, Plan& plan) {
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
        LinePlan gate_road;
        gate_road.segment = -1;
        gate_road.ends_inside = true;
        const Point out = unit(gate.at - centre);
        gate_road.line = {centre + out * (radius * 0.75), gate.at - gate.inwards * 0.6};
        plan.roads.push_back(gate_road);
      }
    }
  }
}

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
  if (Polyline line = board_road(tile); !line.empty()) return line;
  ObjectKind kind = object_of(def.end);
  if (kind == ObjectKind::junction && plan.object(kind) == nullptr) {
    add_lone_junction(plan, from);
    kind = ObjectKind::dead_end;
  }
  if (const Object* place = nearest_object(plan, kind, edge_point(from)))
    // A vineyard is less high than wide.
    return road_to_place(from, place->at,
                         place->radius * (kind == ObjectKind::vineyard ? 0.55 : 0.8));
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
  plan_gate_roads(tile, plan);
}

}  // namespace bastide::art
