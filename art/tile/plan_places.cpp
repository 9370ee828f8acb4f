// What roads end at, and everything else that needs much room.
#include <algorithm>
#include <bit>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

struct Wish {
  ObjectKind kind;
  double radius;
  int segment = -1;
  RoadEnd end = RoadEnd::none;  // roads with this end lead to it
  bool in_city = false;
};

bool has_road_end(const TileDef& tile, RoadEnd end) {
  return end != RoadEnd::none &&
         std::any_of(tile.segments.begin(), tile.segments.end(), [&](const SegmentDef& s) {
           return s.kind == SegmentKind::road && s.end == end;
         });
}

int count_road_ends(const TileDef& tile, RoadEnd end) {
  return static_cast<int>(std::count_if(
      tile.segments.begin(), tile.segments.end(),
      [&](const SegmentDef& s) { return s.kind == SegmentKind::road && s.end == end; }));
}

void wish_for_segments(const TileDef& tile, std::vector<Wish>& wishes) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& def = tile.segments[i];
    const int segment = static_cast<int>(i);
    const bool in_city = linked_city(tile, segment) >= 0;
    if (def.kind == SegmentKind::monastery)
      wishes.push_back({ObjectKind::monastery, 16, segment, RoadEnd::monastery, in_city});
    if (def.kind == SegmentKind::shrine)
      wishes.push_back({ObjectKind::shrine, 14, segment, RoadEnd::shrine, in_city});
    if (def.kind == SegmentKind::abbey) wishes.push_back({ObjectKind::abbey, 30, segment});
    if (def.has(FeatureMark::cathedral))
      wishes.push_back({ObjectKind::cathedral, 22, -1, RoadEnd::none, true});
  }
}

void wish_for_marks(const TileDef& tile, std::vector<Wish>& wishes) {
  constexpr struct {
    Mark mark;
    ObjectKind kind;
    double radius;
    RoadEnd end;
  } kRows[]{
      {Mark::volcano, ObjectKind::volcano, 17, RoadEnd::volcano},
      {Mark::bazaar, ObjectKind::bazaar, 13, RoadEnd::bazaar},
      {Mark::tower, ObjectKind::tower, 9, RoadEnd::tower},
      {Mark::circus, ObjectKind::circus, 14, RoadEnd::circus},
      {Mark::acrobats, ObjectKind::acrobats, 12, RoadEnd::acrobats},
      {Mark::hill, ObjectKind::hill, 17, RoadEnd::hill},
      {Mark::vineyard, ObjectKind::vineyard, 17, RoadEnd::vineyard},
      {Mark::village, ObjectKind::village, 10, RoadEnd::village},
  };
  for (const auto& row : kRows)
    if (tile.has(row.mark)) wishes.push_back({row.kind, row.radius, -1, row.end});
  if (count_road_ends(tile, RoadEnd::junction) > 1)
    wishes.push_back({ObjectKind::junction, 9, -1, RoadEnd::junction});
  if (has_road_end(tile, RoadEnd::dead_end))
    wishes.push_back({ObjectKind::dead_end, 5, -1, RoadEnd::dead_end});
}

// Something that the place keeps off, or lies against.
struct Neighbour {
  Region area;
  double margin = 0;
  bool touch = false;
  double distance(Point p) const { return -distance_to_edge(area, p) - margin; }
};

bool road_ends_at(const TileDef& tile, int city) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::road && linked(tile, static_cast<int>(i), city))
      return true;
  return false;
}

bool city_neighbours(const TileDef& tile, const SegmentDef& city) {
  const int side = std::countr_zero(city.sides);
  return tile.edges[static_cast<std::size_t>((side + 1) & 3)] == EdgeKind::city ||
         tile.edges[static_cast<std::size_t>((side + 3) & 3)] == EdgeKind::city;
}

bool road_ends_go_round(const TileDef& tile, RoadEnd end) {
  return std::all_of(tile.segments.begin(), tile.segments.end(), [&](const SegmentDef& s) {
    return s.kind != SegmentKind::road || s.end != end ||
           field_goes_round(tile, std::countr_zero(s.sides));
  });
}

bool must_touch_city(const TileDef& tile, const Wish& wish, const CityPlan& city) {
  if (wish.kind != ObjectKind::tower && wish.kind != ObjectKind::circus) return false;
  const SegmentDef& def = tile.segments[static_cast<std::size_t>(city.segment)];
  // Caps side by side part the fields together.
  if (def.cap && count_road_ends(tile, wish.end) == 1 && city_neighbours(tile, def) &&
      !road_ends_go_round(tile, wish.end))
    return true;
  return std::popcount(def.sides) <= 2 && city_parts_fields(tile, city.segment) &&
         def.reaches.empty() && !road_ends_at(tile, city.segment) && tile.over.empty();
}

bool must_touch_road(const TileDef& tile, const Wish& wish, bool touches_city) {
  if (wish.kind == ObjectKind::tower && touches_city) return true;
  if (!has_road_end(tile, wish.end)) return false;
  for (const SegmentDef& def : tile.segments)
    if (def.kind == SegmentKind::road && def.end == wish.end &&
        !field_goes_round(tile, std::countr_zero(def.sides)))
      return true;
  return false;
}

std::vector<Neighbour> neighbours(const TileDef& tile, const Plan& plan, const Wish& wish) {
  std::vector<Neighbour> all;
  bool touches_city = false;
  for (const CityPlan& city : plan.cities) {
    const bool touch = must_touch_city(tile, wish, city);
    touches_city = touches_city || touch;
    all.push_back({simplified(city.area, 0.3), kWallWidth / 2, touch});
  }
  for (const LinePlan& road : plan.roads)
    all.push_back({simplified(road_area(road, kRoadWidth), 0.3), 0,
                   must_touch_road(tile, wish, touches_city)});
  for (const LinePlan& river : plan.rivers)
    all.push_back({simplified(road_area(river, kBankWidth), 0.3), 0, false});
  for (const Object& object : plan.objects) {
    // A spire rises over its ground, whichever way the tile is turned.
    const double spire = object.kind == ObjectKind::monastery ? 5 : 0;
    all.push_back({{circle(object.at, object.radius + spire)}, 0, false});
  }
  return all;
}

double cost_at(Point p, double radius, const std::vector<Neighbour>& around, bool in_city,
               Point preferred) {
  double cost = 0.004 * dot(p - preferred, p - preferred);
  const double edge = std::min({p.x, p.y, 100 - p.x, 100 - p.y});
  cost += 3 * std::pow(std::max(0.0, radius + 2.5 - edge), 2);
  for (const Neighbour& other : around) {
    const double d = other.distance(p);
    if (other.touch)
      cost += 2 * std::pow(d - radius + 1.2, 2);
    else if (in_city)
      continue;
    else
      cost += 3 * std::pow(std::max(0.0, radius + 3 - d), 2);
  }
  return cost;
}

Point open_place(const std::vector<Neighbour>& around, double radius, Point preferred) {
  Point best{50, 50};
  double best_cost = 1e9;
  for (double y = 6; y <= 94; y += 2)
    for (double x = 6; x <= 94; x += 2) {
      const double cost = cost_at({x, y}, radius, around, false, preferred);
      if (cost < best_cost - 1e-9) best_cost = cost, best = {x, y};
    }
  return best;
}

// Roads pull the place of their end only where one alone leads there.
Point preferred_place(const TileDef& tile, const Wish& wish) {
  Point sum{};
  int roads = 0;
  for (const SegmentDef& def : tile.segments)
    if (def.kind == SegmentKind::road && wish.end != RoadEnd::none && def.end == wish.end) {
      sum = sum + edge_point(side_middle(std::countr_zero(def.sides)));
      ++roads;
    }
  if (roads == 0) return {50, 50};
  // A road that bridges a river leads to the far bank.
  if (roads == 1 && !tile.over.empty()) return Point{100, 100} - lerp({50, 50}, sum, 0.6);
  return lerp({50, 50}, sum * (1.0 / roads), roads == 1 ? 0.12 : 0.0);
}

const CityPlan* largest_city(const Plan& plan) {
  const CityPlan* best = nullptr;
  for (const CityPlan& city : plan.cities)
    if (best == nullptr || area(city.area) > area(best->area)) best = &city;
  return best;
}

// Towers and bazaars stand in a town where the fields leave no room.
bool belongs_in_city(const TileDef& tile, const Plan& plan, const Wish& wish) {
  if (wish.in_city) return true;
  if (wish.kind != ObjectKind::bazaar && wish.kind != ObjectKind::tower) return false;
  if (has_road_end(tile, wish.end)) return false;
  const CityPlan* city = largest_city(plan);
  return city != nullptr && area(city->area) > 4400;
}

}  // namespace

namespace {

// What it must touch but does not reach is joined to it by a hedge, which parts the fields.
void join_by_hedge(const Object& object, const std::vector<Neighbour>& around, Plan& plan) {
  for (const Neighbour& other : around) {
    const double gap = other.distance(object.at) - object.radius;
    if (!other.touch || gap < 0) continue;
    Point nearest = object.at;
    double best = 1e9;
    for (const Polyline& ring : other.area)
      for (const Point p : resampled(ring, 1))
        if (distance(p, object.at) < best) best = distance(p, object.at), nearest = p;
    const Point way = unit(nearest - object.at);
    plan.hedges.push_back({{object.at + way * (object.radius - 1),
                            lerp(object.at + way * object.radius, nearest, 0.5), nearest}});
  }
}

// Things in narrow fields are drawn smaller.
void shrink_to_fit(Object& object, const std::vector<Neighbour>& around) {
  double room = std::min({object.at.x, object.at.y, 100 - object.at.x, 100 - object.at.y}) - 1.5;
  for (const Neighbour& other : around)
    if (!other.touch) room = std::min(room, other.distance(object.at) - 1);
  if (room >= object.radius) return;
  const double by = std::max(0.66, room / object.radius);
  object.scale *= by;
  object.radius *= by;
}

// Small symbols that must be told at 48 pixels a tile.
double usual_scale(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::shrine:
    case ObjectKind::bazaar:
      return 1.2;
    case ObjectKind::hill:
    case ObjectKind::vineyard:
      return 1.15;
    default:
      return 1;
  }
}

void place(const TileDef& tile, Plan& plan, const Wish& wish, Point preferred) {
  Object object{wish.kind, {50, 50}, wish.radius, wish.segment,
                0,         {0, 1},   true,        usual_scale(wish.kind)};
  if (belongs_in_city(tile, plan, wish)) {
    const CityPlan* city = largest_city(plan);
    object.at = deepest_point(city->area, 1, [](Point p) { return distance(p, {50, 50}) * 0.6; });
    object.on_ground = false;
  } else if (wish.kind != ObjectKind::abbey) {
    const std::vector<Neighbour> around = neighbours(tile, plan, wish);
    object.at = open_place(around, wish.radius, preferred);
    shrink_to_fit(object, around);
    join_by_hedge(object, around, plan);
  }
  plan.objects.push_back(object);
}

void place_all(const TileDef& tile, Plan& plan, bool road_ends) {
  std::vector<Wish> wishes;
  wish_for_segments(tile, wishes);
  wish_for_marks(tile, wishes);
  for (const Wish& wish : wishes) {
    if (has_road_end(tile, wish.end) != road_ends) continue;
    // A village on both sides of a road that runs on is one for each road that ends there.
    if (wish.kind == ObjectKind::village && count_road_ends(tile, wish.end) > 1 &&
        !plan.roads.empty()) {
      for (const SegmentDef& def : tile.segments)
        if (def.kind == SegmentKind::road && def.end == wish.end)
          place(tile, plan, wish,
                lerp({50, 50}, edge_point(side_middle(std::countr_zero(def.sides))), 0.4));
      continue;
    }
    place(tile, plan, wish, preferred_place(tile, wish));
  }
}

}  // namespace

void plan_road_ends(const TileDef& tile, Plan& plan) { place_all(tile, plan, true); }
void plan_places(const TileDef& tile, Plan& plan) { place_all(tile, plan, false); }

}  // namespace bastide::art
