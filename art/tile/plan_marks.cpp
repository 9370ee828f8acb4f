// Symbols that need only a free spot, and the anchors of pieces.
#include <algorithm>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

struct Spot {
  Point at;
  double value = -1e9;
  double room = 0;  // to the nearest thing
};

// The roomiest spot for something of this radius; among roomy ones the nearest to `preferred`.
Spot best_spot(const Region& whole, const Plan& plan, double radius, Point preferred) {
  const Region area = simplified(whole, 0.3);
  Spot best;
  for (double y = 3; y < 100; y += 2)
    for (double x = 3; x < 100; x += 2) {
      const Point p{x, y};
      const double border = std::min({x, y, 100 - x, 100 - y});
      const double room =
          std::min({distance_to_edge(area, p), object_clearance(plan, p), border - 1});
      if (room <= 0) continue;
      const double value = std::min(room, radius + 3) - 0.025 * distance(p, preferred);
      if (value > best.value) best = {p, value, room};
    }
  return best;
}

// Marks on fields are drawn smaller where they would hide the edge of something; not so small that
// they cannot be told.
void fit(Object& object, double room, double needed) {
  const double by = std::clamp((room - 0.5) / needed, 0.72, 1.0);
  object.scale *= by;
  object.radius *= by;
}

void add(Plan& plan, ObjectKind kind, double radius, const Region& area, Point preferred,
         int segment = -1, int number = 0, bool on_ground = false) {
  const Spot spot = best_spot(area, plan, radius, preferred);
  if (spot.value < -1e8) return;
  plan.objects.push_back({kind, spot.at, radius, segment, number, {0, 1}, on_ground});
}

// Square, and larger than drawn in its symbol: at 48 pixels a tile it must not be taken for a
// strip.
void add_garden(Plan& plan, const Region& ground, int segment) {
  constexpr double kScale = 1.2, kRadius = 9 * kScale, kToCorner = kRadius * 1.25;
  const Spot spot = best_spot(ground, plan, kToCorner, {50, 78});
  if (spot.value < -1e8) return;
  Object garden{ObjectKind::garden, spot.at, kRadius, segment, 0, {0, 1}, true, kScale};
  fit(garden, spot.room, kToCorner);
  plan.objects.push_back(garden);
}

ObjectKind goods_kind(Goods goods) {
  if (goods == Goods::wine) return ObjectKind::wine;
  return goods == Goods::grain ? ObjectKind::grain : ObjectKind::cloth;
}

// Larger than drawn in their symbols: at 48 pixels a tile the kinds must be told apart.
void add_goods(Plan& plan, Goods goods, const Region& inside, int segment) {
  constexpr double kScale = 1.35, kRadius = 8 * kScale;
  const Spot spot = best_spot(inside, plan, kRadius, {26, 26});
  if (spot.value < -1e8) return;
  Object object{goods_kind(goods), spot.at, kRadius, segment, 0, {0, 1}, false, kScale};
  fit(object, spot.room, kRadius);
  plan.objects.push_back(object);
}

void mark_cities(const TileDef& tile, Plan& plan) {
  for (const CityPlan& city : plan.cities) {
    const SegmentDef& def = tile.segments[static_cast<std::size_t>(city.segment)];
    Region inside = grown(city.area, -kWallWidth / 2);
    for (const CityPlan& other : plan.cities)
      if (city.under && other.over) inside = subtracted(inside, grown(other.area, 2));
    for (int i = 0; i < def.pennants; ++i)
      add(plan, ObjectKind::pennant, 8.5, inside, {24, 24}, city.segment, def.pennants);
    if (def.goods) add_goods(plan, *def.goods, inside, city.segment);
    if (def.princess) add(plan, ObjectKind::princess, 8, inside, {26, 20}, city.segment);
  }
}

Region all_fields(const Plan& plan) {
  Region all;
  for (const FieldPlan& field : plan.fields)
    for (const Region& part : field.parts) all = united(all, part);
  return all;
}

// Beside its road, where there is most room.
void add_inn(Plan& plan, const LinePlan& road, int segment) {
  constexpr double kScale = 1.3, radius = 8.2 * kScale;
  const Region fields = all_fields(plan);
  Spot best;
  const double total = length(road.line);
  for (double along = total * 0.16; along <= total * 0.84; along += 2)
    for (const double side : {-1.0, 1.0}) {
      const Point p = point_at(road.line, along) + right_of(direction_at(road.line, along)) *
                                                       (side * (kRoadWidth / 2 + radius - 1));
      const double room =
          std::min({distance_to_edge(fields, p), object_clearance(plan, p), radius});
      double value = room - 0.01 * std::abs(along - total / 2);
      for (const CityPlan& city : plan.cities)
        value -= 0.2 * std::max(0.0, 14 + distance_to_edge(city.area, p));
      for (const LinePlan& river : plan.rivers)
        value -= 0.2 * std::max(0.0, kBankWidth / 2 + 13 - distance(river.line, p));
      if (value > best.value) best = {p, value, room};
    }
  plan.objects.push_back({ObjectKind::inn, best.at, radius, segment, 0, {0, 1}, false, kScale});
  fit(plan.objects.back(), best.room + 1.5, radius);
}

// In the open, or in a town where that leaves more room.
void add_anywhere(Plan& plan, ObjectKind kind, double radius, const Region& ground,
                  Point preferred) {
  Spot best = best_spot(ground, plan, radius, preferred);
  for (const CityPlan& city : plan.cities) {
    if (best.value > radius - 0.6) break;
    const Spot other = best_spot(grown(city.area, -kWallWidth / 2), plan, radius, preferred);
    if (other.value > best.value) best = other;
  }
  plan.objects.push_back({kind, best.at, radius, -1, 0, {0, 1}, false});
  fit(plan.objects.back(), best.room, radius);
}

void mark_fields(const TileDef& tile, Plan& plan) {
  const Region fields = all_fields(plan);
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& def = tile.segments[i];
    if (def.has(FeatureMark::pig_herd))
      for (const FieldPlan& field : plan.fields)
        if (field.segment == static_cast<int>(i) && !field.parts.empty()) {
          add(plan, ObjectKind::pig_herd, 12.5, field.parts.front(), {66, 66});
          plan.objects.back().scale = 1.2;
        }
    if (def.has(FeatureMark::inn))
      for (const LinePlan& road : plan.roads)
        if (road.segment == static_cast<int>(i)) {
          add_inn(plan, road, -1);
          break;
        }
  }
  const Region ground = fields.empty() && !plan.cities.empty() ? plan.cities[0].area : fields;
  if (tile.has(Mark::dragon)) add_anywhere(plan, ObjectKind::dragon, 10, ground, {72, 70});
  if (tile.has(Mark::portal)) add_anywhere(plan, ObjectKind::portal, 11, ground, {72, 70});
  if (tile.wheel > 0) add(plan, ObjectKind::wheel, 9, ground, {26, 26}, -1, tile.wheel);
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::garden) add_garden(plan, ground, static_cast<int>(i));
}

// --- anchors ---

// Whoever is at a building stands beside it (step_aside), and needs room there.
constexpr double kRoomBesidePlace = 10;

enum class Known : char { no, yes, place };

double nearest_anchor(const Plan& plan, Point p, const std::vector<Known>& known) {
  double best = 1e9;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] != Known::no)
      best = std::min(
          best, distance(plan.anchors[i], p) - (known[i] == Known::place ? kRoomBesidePlace : 0));
  return best;
}

Point area_anchor(const Plan& plan, const Region& area, const std::vector<Known>& known) {
  return deepest_point(area, 0.5, [&](Point p) {
    const double objects = std::max(0.0, 13 - object_clearance(plan, p));
    const double others = std::max(0.0, 16 - nearest_anchor(plan, p, known));
    const double border = std::max(0.0, 9 - std::min({p.x, p.y, 100 - p.x, 100 - p.y}));
    return 0.8 * objects + 0.9 * others + 0.8 * border;
  });
}

Point line_anchor(const Plan& plan, const LinePlan& line, const std::vector<Known>& known) {
  const double total = length(line.line);
  Spot best;
  for (double along = 10; along <= total - (line.ends_inside ? 4 : 10); along += 1) {
    const Point p = point_at(line.line, along);
    double value = -0.12 * std::abs(along - total / 2);
    value -= 0.8 * std::max(0.0, 6 - object_clearance(plan, p));
    value -= 0.9 * std::max(0.0, 18 - nearest_anchor(plan, p, known));
    value -= 0.8 * std::max(0.0, 9 - std::min({p.x, p.y, 100 - p.x, 100 - p.y}));
    if (value > best.value) best = {p, value};
  }
  return best.value > -1e8 ? best.at : point_at(line.line, total / 2);
}

// How far p lies from roads, rivers and walls, on which a piece would seem to stand.
double other_things(const Plan& plan, Point p) {
  double best = 1e9;
  for (const std::vector<LinePlan>* lines : {&plan.roads, &plan.rivers})
    for (const LinePlan& line : *lines)
      best = std::min(best, distance(line.line, p) - kRiverWidth / 2);
  for (const CityPlan& city : plan.cities)
    best = std::min(best, std::abs(distance_to_edge(city.area, p)) - kWallWidth);
  return best;
}

bool hides_behind_piece(ObjectKind kind) {
  return kind == ObjectKind::monastery || kind == ObjectKind::garden || kind == ObjectKind::shrine;
}

}  // namespace

void plan_marks(const TileDef& tile, Plan& plan) {
  mark_cities(tile, plan);
  mark_fields(tile, plan);
}

void plan_anchors(const TileDef& tile, Plan& plan) {
  const std::size_t count = tile.segments.size();
  plan.anchors.assign(count, {50, 50});
  std::vector<Known> known(count, Known::no);
  // Those with least choice first: places, roads, cities, then fields.
  for (const Object& object : plan.objects)
    if (object.segment >= 0 &&
        tile.segments[static_cast<std::size_t>(object.segment)].kind != SegmentKind::city) {
      plan.anchors[static_cast<std::size_t>(object.segment)] = object.at;
      known[static_cast<std::size_t>(object.segment)] = Known::place;
    }
  for (const std::vector<LinePlan>* lines : {&plan.roads, &plan.rivers})
    for (const LinePlan& line : *lines)
      if (line.segment >= 0) {
        plan.anchors[static_cast<std::size_t>(line.segment)] = line_anchor(plan, line, known);
        known[static_cast<std::size_t>(line.segment)] = Known::yes;
      }
  for (const SegmentKind kind : {SegmentKind::city, SegmentKind::field, SegmentKind::carcassonne})
    for (std::size_t i = 0; i < count; ++i) {
      if (tile.segments[i].kind != kind) continue;
      Region area = region_of(plan, tile, static_cast<int>(i));
      for (const CityPlan& city : plan.cities)
        if (kind == SegmentKind::city && city.over && city.segment != static_cast<int>(i))
          area = subtracted(area, city.area);
      if (area.empty()) continue;
      plan.anchors[i] = area_anchor(plan, area, known);
      known[i] = Known::yes;
    }
  plan.centre_anchor = deepest_point(tile_square(), 1, [&](Point p) {
    return std::max(0.0, 14 - nearest_anchor(plan, p, known)) + 0.5 * distance(p, {50, 50});
  });
  if (const Object* tower = plan.object(ObjectKind::tower)) plan.centre_anchor = tower->at;
}

void step_aside(Plan& plan) {
  for (const Object& object : plan.objects) {
    if (object.segment < 0 || !hides_behind_piece(object.kind)) continue;
    const auto segment = static_cast<std::size_t>(object.segment);
    const double aside = std::min(17.0, object.radius + 4), before = object.radius * 0.5;
    double best = -1e9;
    const Point ways[]{{aside, before},       {-aside, before}, {0.6 * aside, aside},
                       {-0.6 * aside, aside}, {aside, -before}, {-aside, -before}};
    for (const Point way : ways) {
      const Point p = object.at + way;
      double value = std::min({p.x, 100 - p.x, p.y, 100 - p.y, 12.0, other_things(plan, p)});
      for (std::size_t i = 0; i < plan.anchors.size(); ++i)
        if (i != segment) value = std::min(value, distance(plan.anchors[i], p) - 10);
      if (value > best) best = value, plan.anchors[segment] = p;
    }
  }
}

}  // namespace bastide::art
