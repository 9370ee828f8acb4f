// Fields are what the rest leaves; each part is known by the half-sides it reaches.
#include <algorithm>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

Region occupied(const Plan& plan, double margin) {
  Region all;
  for (const CityPlan& city : plan.cities)
    all = united(all, grown(city.area, kWallWidth / 2 + margin));
  for (const LinePlan& road : plan.roads)
    all = united(all, road_area(road, kRoadWidth + 2 * margin));
  for (const LinePlan& river : plan.rivers)
    all = united(all, road_area(river, kBankWidth + 2 * margin));
  for (const Object& object : plan.objects)
    if (object.on_ground) all = united(all, {circle(object.at, object.radius + margin, 28)});
  for (const Hedge& hedge : plan.hedges)
    all = united(all, thickened_round(hedge.line, 2.5 + 2 * margin));
  return all;
}

double object_clearance(const Plan& plan, Point p) {
  double best = 1e9;
  for (const Object& object : plan.objects)
    best = std::min(best, distance(object.at, p) - object.radius);
  return best;
}

namespace {

// A point just inside the tile, in the middle of a half-side.
Point probe(int half) {
  const double along = 100.0 * (half / 2) + (half % 2 == 0 ? 22 : 78);
  return edge_point(along) + edge_inwards(along) * 0.6;
}

int owner_of(const TileDef& tile, const Region& part, Plan& plan) {
  int owner = -1;
  for (int half = 0; half < kHalves; ++half) {
    const int field = field_at(tile, half);
    if (field < 0 || !contains(part, probe(half))) continue;
    if (owner >= 0 && owner != field) ++plan.conflicts;
    if (owner < 0) owner = field;
  }
  return owner;
}

bool is_corner_notch(const Region& part) { return area(part) < 22; }

// Ground that no half-side reaches: the largest parts are the fields shut in between cities.
void give_enclosed_parts(std::vector<Region> parts, Plan& plan) {
  std::sort(parts.begin(), parts.end(),
            [](const Region& a, const Region& b) { return area(a) > area(b); });
  std::size_t next = 0;
  for (FieldPlan& field : plan.fields)
    if (field.parts.empty() && next < parts.size()) field.parts.push_back(parts[next++]);
  for (; next < parts.size(); ++next) plan.wild.push_back(parts[next]);
}

}  // namespace

void plan_fields(const TileDef& tile, Plan& plan) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::field)
      plan.fields.push_back({static_cast<int>(i), {}});
  std::vector<Region> enclosed;
  for (Region& part : pieces(subtracted(tile_square(), united(occupied(plan, 0), plan.cover)))) {
    if (area(part) < 1) continue;
    const int owner = owner_of(tile, part, plan);
    if (owner < 0) {
      if (is_corner_notch(part))
        plan.wild.push_back(std::move(part));
      else
        enclosed.push_back(std::move(part));
      continue;
    }
    for (FieldPlan& field : plan.fields)
      if (field.segment == owner) field.parts.push_back(part);
  }
  give_enclosed_parts(std::move(enclosed), plan);
}

}  // namespace bastide::art
