#include "art/tile/plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "art/tile/board_cover.h"
#include "art/tile/plan_steps.h"

namespace bastide::art {

const CityPlan* Plan::city(int segment) const {
  for (const CityPlan& city : cities)
    if (city.segment == segment) return &city;
  return nullptr;
}

const Object* Plan::object(ObjectKind kind) const {
  for (const Object& object : objects)
    if (object.kind == kind) return &object;
  return nullptr;
}

// --- questions to a definition ---

int field_at(const TileDef& tile, int half) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::field && (tile.segments[i].halves >> half & 1) != 0)
      return static_cast<int>(i);
  return -1;
}

bool linked(const TileDef& tile, int a, int b) {
  return std::any_of(tile.links.begin(), tile.links.end(), [&](const auto& link) {
    return std::find(link.begin(), link.end(), a) != link.end() &&
           std::find(link.begin(), link.end(), b) != link.end();
  });
}

int linked_city(const TileDef& tile, int segment) {
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::city && linked(tile, segment, static_cast<int>(i)))
      return static_cast<int>(i);
  return -1;
}

bool crosses(const TileDef& tile, int a, int b) {
  return std::any_of(tile.over.begin(), tile.over.end(), [&](const auto& pair) {
    return (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a);
  });
}

bool city_parts_fields(const TileDef& tile, int segment) {
  const SegmentDef& city = tile.segments[static_cast<std::size_t>(segment)];
  if (city.kind != SegmentKind::city) return false;
  // Each run of open sides has one field half before it and one after it.
  int first = -2;
  for (int side = 0; side < kSides; ++side) {
    if ((city.sides >> side & 1) == 0) continue;
    const int before = field_at(tile, (2 * side + 7) & 7),
              after = field_at(tile, (2 * side + 2) & 7);
    for (const int field : {before, after}) {
      if (field < 0) continue;
      if (first == -2) first = field;
      if (field != first) return true;
    }
  }
  return false;
}

bool field_goes_round(const TileDef& tile, int side) {
  const int left = field_at(tile, 2 * side), right = field_at(tile, 2 * side + 1);
  return left >= 0 && left == right;
}

std::uint64_t seed_of(const TileDef& tile) { return Dice(tile.full_id()).next(); }

// --- the whole ---

namespace {

void turn(LinePlan& line, int turns) {
  line.line = turned(std::move(line.line), turns);
  for (Polyline& arm : line.more) arm = turned(std::move(arm), turns);
}

Point turned_direction(Point d, int turns) {
  return turned(Point{50, 50} + d, turns) - Point{50, 50};
}

void turn(CityPlan& city, int turns) {
  city.area = turned(std::move(city.area), turns);
  for (Polyline& wall : city.walls) wall = turned(std::move(wall), turns);
  for (Gate& gate : city.gates) {
    gate.at = turned(gate.at, turns);
    gate.inwards = turned_direction(gate.inwards, turns);
  }
}

void turn(Plan& plan, int turns) {
  for (CityPlan& city : plan.cities) turn(city, turns);
  for (LinePlan& line : plan.rivers) turn(line, turns);
  for (LinePlan& line : plan.roads) turn(line, turns);
  for (Object& object : plan.objects) {
    object.at = turned(object.at, turns);
    object.facing = turned_direction(object.facing, turns);
  }
  for (Hedge& hedge : plan.hedges) hedge.line = turned(std::move(hedge.line), turns);
  for (FieldPlan& field : plan.fields)
    for (Region& part : field.parts) part = turned(std::move(part), turns);
  plan.cover = turned(std::move(plan.cover), turns);
  for (Region& part : plan.wild) part = turned(std::move(part), turns);
  for (Point& p : plan.anchors) p = turned(p, turns);
  plan.centre_anchor = turned(plan.centre_anchor, turns);
}

}  // namespace

Plan make_plan(const TileDef& tile) {
  Plan plan;
  plan.cover = board_cover(tile);
  plan_cities(tile, plan);
  plan_rivers(tile, plan);
  plan_through_roads(tile, plan);
  plan_road_ends(tile, plan);
  plan_ending_roads(tile, plan);
  plan_places(tile, plan);
  plan_fields(tile, plan);
  plan_marks(tile, plan);
  plan_anchors(tile, plan);
  return plan;
}

const Plan& plan_of(const TileDef& tile, Rotation rotation) {
  static std::mutex mutex;
  static std::map<std::string, std::array<Plan, kRotations>> plans;  // nodes never move
  const std::lock_guard lock(mutex);
  const auto found = plans.find(tile.full_id());
  if (found != plans.end()) return found->second[rotation];
  std::array<Plan, kRotations>& turns = plans[tile.full_id()];
  turns.fill(make_plan(tile));
  for (int i = 1; i < kRotations; ++i) turn(turns[static_cast<std::size_t>(i)], i);
  for (Plan& turned_plan : turns) step_aside(turned_plan);
  return turns[rotation];
}

namespace {

Region drawn_region(const Plan& plan, const TileDef& tile, int segment) {
  switch (tile.segments[static_cast<std::size_t>(segment)].kind) {
    case SegmentKind::city: {
      const CityPlan* city = plan.city(segment);
      return city != nullptr ? city->area : Region{};
    }
    case SegmentKind::road:
    case SegmentKind::river:
      for (const std::vector<LinePlan>* lines : {&plan.roads, &plan.rivers})
        for (const LinePlan& line : *lines)
          if (line.segment == segment)
            return intersected(road_area(line, lines == &plan.roads ? kRoadWidth : kRiverWidth),
                               tile_square());
      return {};
    case SegmentKind::field: {
      Region all;
      for (const FieldPlan& field : plan.fields)
        if (field.segment == segment)
          for (const Region& part : field.parts) all.insert(all.end(), part.begin(), part.end());
      return all;
    }
    default:
      for (const Object& object : plan.objects)
        if (object.segment == segment) return {circle(object.at, object.radius, 28)};
      return {};
  }
}

}  // namespace

Region region_of(const Plan& plan, const TileDef& tile, int segment) {
  if (tile.segments[static_cast<std::size_t>(segment)].kind == SegmentKind::carcassonne)
    return plan.cover;
  const Region region = drawn_region(plan, tile, segment);
  return plan.cover.empty() ? region : subtracted(region, plan.cover);
}

}  // namespace bastide::art
