// Houses: rows along the walls, row behind row, then single ones wherever there is room.
#include <algorithm>
#include <cmath>

#include "art/tile/decor.h"
#include "art/tile/plan_steps.h"

namespace bastide::art {

Polyline footprint(const House& house, double margin) {
  const Point along{std::cos(house.angle), std::sin(house.angle)};
  const Point across = right_of(along);
  const Point a = along * (house.length / 2 + margin), b = across * (house.width / 2 + margin);
  return {house.at - a - b, house.at + a - b, house.at + a + b, house.at - a + b};
}

namespace {

double border_distance(Point p) { return std::min({p.x, p.y, 100 - p.x, 100 - p.y}); }

// Separating axes of two rectangles.
bool overlap(const Polyline& a, const Polyline& b) {
  for (const Polyline* shape : {&a, &b})
    for (int i = 0; i < 2; ++i) {
      const Point axis =
          unit((*shape)[static_cast<std::size_t>(i) + 1] - (*shape)[static_cast<std::size_t>(i)]);
      double low_a = 1e9, high_a = -1e9, low_b = 1e9, high_b = -1e9;
      for (const Point p : a)
        low_a = std::min(low_a, dot(p, axis)), high_a = std::max(high_a, dot(p, axis));
      for (const Point p : b)
        low_b = std::min(low_b, dot(p, axis)), high_b = std::max(high_b, dot(p, axis));
      if (high_a < low_b || high_b < low_a) return false;
    }
  return true;
}

double in_steps(double value, double step) { return std::round(value / step) * step; }

// Houses of few sizes and directions are written by the same few strings of numbers, and so pack
// into half the space.
House of_few_kinds(House house) {
  house.at = {in_steps(house.at.x, 0.1), in_steps(house.at.y, 0.1)};
  house.angle = in_steps(house.angle, kPi / 24);
  house.length = in_steps(house.length, 1.3);
  house.width = in_steps(house.width, 1.3);
  return house;
}

struct Packing {
  Region ground;  // where houses may stand
  const Plan* plan;
  Point plaza;  // kept free for a piece
  double plaza_radius = 0;
  std::vector<House> houses;
  std::vector<Polyline> taken;

  bool fits(const House& house) const {
    const Polyline feet = footprint(house, 0.4);
    for (std::size_t i = 0; i < feet.size(); ++i) {
      const Point p = feet[i];
      if (border_distance(p) < 4.6) return false;  // roofs rise over their ground
      if (!contains(ground, p) || !contains(ground, lerp(p, feet[(i + 1) % 4], 0.5))) return false;
      if (distance(p, plaza) < plaza_radius) return false;
    }
    for (const Object& object : plan->objects)
      if (distance(object.at, house.at) < object.radius + house.length * 0.45 + 1.2) return false;
    const Polyline room = footprint(house, 0.6);
    return std::none_of(taken.begin(), taken.end(),
                        [&](const Polyline& other) { return overlap(room, other); });
  }
  bool try_add(const House& wanted) {
    const House house = of_few_kinds(wanted);
    if (!fits(house)) return false;
    houses.push_back(house);
    taken.push_back(footprint(house, 0.6));
    return true;
  }
};

House random_house(Dice& dice) {
  House house;
  house.length = dice.real(9.6, 15);
  house.width = dice.real(7, 8.6);
  const double r = dice.real();
  house.roof = r < 0.62 ? 0 : r < 0.94 ? 1 : 2;
  return house;
}

// One row at a distance inside the wall.
void row_along(const Polyline& wall, double inside, Packing& packing, Dice& dice) {
  const double total = length(wall);
  double along = dice.real(1, 4);
  while (along < total) {
    House house = random_house(dice);
    const double middle = along + house.length / 2;
    const Point way = direction_at(wall, middle);
    house.at = point_at(wall, middle) + right_of(way) * (inside + dice.real(-0.3, 0.3));
    house.angle = std::atan2(way.y, way.x) + dice.real(-0.06, 0.06);
    if (dice.chance(0.18)) std::swap(house.length, house.width);
    along += packing.try_add(house) ? house.length + 1.3 : 2;
  }
}

double nearest_wall_angle(const CityPlan& city, Point p) {
  double best = 1e9, angle = 0;
  for (const Polyline& wall : city.walls)
    for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
      const double d = distance(wall[i], p);
      if (d < best) {
        best = d;
        const Point way = wall[i + 1] - wall[i];
        angle = std::atan2(way.y, way.x);
      }
    }
  return angle;
}

void scatter(const CityPlan& city, Packing& packing, Dice& dice) {
  Point low{100, 100}, high{0, 0};
  for (const Polyline& ring : packing.ground)
    for (const Point p : ring) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  for (int i = 0; i < 400; ++i) {
    House house = random_house(dice);
    house.at = {dice.real(low.x + 2, high.x - 2), dice.real(low.y + 2, high.y - 2)};
    if (i > 200) house.length = dice.real(7.2, 9.2), house.width = dice.real(5.8, 7);
    house.angle = nearest_wall_angle(city, house.at) + (dice.chance(0.5) ? kPi / 2 : 0) +
                  dice.real(-0.08, 0.08);
    packing.try_add(house);
  }
}

}  // namespace

std::vector<House> pack_houses(const Plan& plan, const CityPlan& city, Dice& dice) {
  Packing packing;
  packing.plan = &plan;
  packing.ground = grown(city.area, -kWallWidth / 2 - 0.9);
  for (const Gate& gate : city.gates)
    packing.ground =
        subtracted(packing.ground, thickened_round({gate.at, gate.at + gate.inwards * 7}, 5));
  for (const CityPlan& other : plan.cities)
    if (city.under && other.over)
      packing.ground = subtracted(packing.ground, grown(other.area, 2.5));
  for (const LinePlan& road : plan.roads)
    packing.ground = subtracted(packing.ground, road_area(road, kRoadWidth + 1));
  packing.ground = simplified(packing.ground, 0.2);
  packing.plaza = plan.anchors[static_cast<std::size_t>(city.segment)];
  packing.plaza_radius = area(city.area) > 2500 ? 5.5 : 3.2;
  // A town that fills its tile has rings round its market place.
  const bool walled = std::any_of(city.walls.begin(), city.walls.end(),
                                  [](const Polyline& wall) { return length(wall) > 25; });
  for (double radius = 12; !walled && radius < 66; radius += 10.4)
    row_along(reversed(circle(packing.plaza, radius, 48)), 0, packing, dice);
  // The notches at corners have no room for a row of their own.
  for (double inside = 6.2; inside < 36; inside += 10)
    for (const Polyline& wall : city.walls)
      if (length(wall) > 12) row_along(wall, inside, packing, dice);
  scatter(city, packing, dice);
  return packing.houses;
}

}  // namespace bastide::art
