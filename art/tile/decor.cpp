#include "art/tile/decor.h"

#include <algorithm>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

constexpr std::string_view kTrees[]{"g00", "g01"};

double border(Point p) { return std::min({p.x, p.y, 100 - p.x, 100 - p.y}); }

bool near_stamp(const Decor& decor, Point p, double room) {
  return std::any_of(decor.stamps.begin(), decor.stamps.end(),
                     [&](const Stamp& stamp) { return distance(stamp.at, p) < room; });
}

// Ground that belongs to no field is woodland.
void decorate_wild(const Region& part, Decor& decor, Dice& dice) {
  if (area(part) < 22) return;
  for (int i = 0; i < 40; ++i) {
    const Point p{dice.real(4, 96), dice.real(4, 96)};
    if (distance_to_edge(part, p) < 2 || border(p) < 5.5 || near_stamp(decor, p, 6)) continue;
    decor.stamps.push_back({kTrees[dice.below(2)], p});
  }
}

// Houses round a village green, in the gaps between its roads.
void build_village(const Plan& plan, const Object& place, double ring, Decor& decor, Dice& dice) {
  const int count = 36;
  const double first = dice.real(0, kPi);
  for (int i = 0; i < count; ++i) {
    const double a = first + 2 * kPi * i / count;
    House house;
    house.at = place.at + Point{std::cos(a), std::sin(a)} * ring;
    house.angle = a + kPi / 2 + dice.real(-0.15, 0.15);
    house.length = dice.real(5.6, 7), house.width = dice.real(4.4, 5.2);
    house.roof = dice.below(2);
    bool free = border(house.at) > 6;
    for (const LinePlan& road : plan.roads)
      free = free && distance(road.line, house.at) > kRoadWidth / 2 + 3;
    for (const CityPlan& city : plan.cities)
      free = free && distance_to_edge(city.area, house.at) < -5;
    for (const Point anchor : plan.anchors) free = free && distance(anchor, house.at) > 5;
    for (const House& other : decor.country_houses)
      free = free && distance(other.at, house.at) > 7.4;
    if (free) decor.country_houses.push_back(house);
  }
}

}  // namespace

Decor make_decor(const TileDef& tile, const Plan& plan) {
  Decor decor;
  Dice dice(tile.full_id() + "#0");
  for (const Object& object : plan.objects) {
    if (object.kind == ObjectKind::junction) build_village(plan, object, 13.4, decor, dice);
    if (object.kind == ObjectKind::village) build_village(plan, object, 5.5, decor, dice);
  }
  for (const Region& part : plan.wild) decorate_wild(part, decor, dice);
  for (const CityPlan& city : plan.cities)
    for (const House& house : pack_houses(plan, city, dice)) decor.houses.push_back(house);
  return decor;
}

void turn(Decor& decor, int turns) {
  for (Stamp& stamp : decor.stamps) stamp.at = turned(stamp.at, turns);
  for (std::vector<House>* houses : {&decor.houses, &decor.country_houses})
    for (House& house : *houses) {
      house.at = turned(house.at, turns);
      house.angle += kPi / 2 * turns;
    }
}

}  // namespace bastide::art
