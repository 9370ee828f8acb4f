#include "art/tile/decor.h"

#include <algorithm>
#include <cmath>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

constexpr std::string_view kTrees[]{"t1", "t2", "t3", "t4"};

// From the foot of a tree to the edge of the tile, whichever way that is turned.
double room_for(std::string_view tree) { return tree == "t3" ? 9 : 5.5; }

double border(Point p) { return std::min({p.x, p.y, 100 - p.x, 100 - p.y}); }

// A place in the part, `room` from its edge and from everything else; false if none was found.
bool find_place(const Plan& plan, const Region& part, double room, Dice& dice, Point& out) {
  for (int i = 0; i < 24; ++i) {
    const Point p{dice.real(4, 96), dice.real(4, 96)};
    if (border(p) < room + 1.5 || object_clearance(plan, p) < room * 0.7) continue;
    if (distance_to_edge(part, p) < room) continue;
    bool free = true;
    for (const Point anchor : plan.anchors) free = free && distance(anchor, p) > room + 3;
    if (!free) continue;
    out = p;
    return true;
  }
  return false;
}

Polyline blob(Point at, double size, Dice& dice) {
  Polyline ring;
  const double lean = dice.real(0, kPi), flat = dice.real(0.5, 0.85);
  const std::uint64_t seed = dice.next();
  for (int i = 0; i < 10; ++i) {
    const double a = 2 * kPi * i / 10;
    const double r = size * (1 + 0.25 * noise(seed, i * 0.9));
    const Point p{std::cos(a) * r, std::sin(a) * r * flat};
    ring.push_back(at + Point{p.x * std::cos(lean) - p.y * std::sin(lean),
                              p.x * std::sin(lean) + p.y * std::cos(lean)});
  }
  return ring;
}

void add_washes(const Region& part, double size, Decor& decor, Dice& dice) {
  const Region inside = grown(part, -2.5);
  const int count = 1 + static_cast<int>(size / 1700);
  for (int i = 0; i < count; ++i) {
    const Point at{dice.real(10, 90), dice.real(10, 90)};
    const Region area =
        intersected(intersected({blob(at, dice.real(14, 26), dice)}, inside), tile_square(3));
    if (art::area(area) < 60) continue;
    decor.washes.push_back({i % 2 == 0 ? "fd" : "fl", area});
  }
}

// The longest stretch of a line inside the area.
Polyline clipped(const Region& area, Point from, Point to) {
  const double total = distance(from, to);
  double best_from = 0, best = 0, start = -1;
  for (double d = 0; d <= total; d += 0.5) {
    const bool inside = contains(area, lerp(from, to, d / total));
    if (inside && start < 0) start = d;
    if (!inside) start = -1;
    if (inside && d - start > best) best = d - start, best_from = start;
  }
  if (best < 3) return {};
  return {lerp(from, to, best_from / total), lerp(from, to, (best_from + best) / total)};
}

// A ploughed or sown strip.
void add_strip(const Plan& plan, const Region& part, Decor& decor, Dice& dice) {
  Point at;
  if (!find_place(plan, part, 9, dice, at)) return;
  House plot{at, dice.real(0, kPi), dice.real(18, 26), dice.real(13, 18), 0};
  Region area = intersected(intersected({footprint(plot)}, grown(part, -3.5)), tile_square(4));
  for (const Object& object : plan.objects)
    area = subtracted(area, {circle(object.at, object.radius + 1.5)});
  if (art::area(area) < 110 || pieces(area).size() != 1) return;
  decor.washes.push_back({dice.chance(0.6) ? "fw" : "fo", area});
  const Region inner = grown(area, -1);
  const Point along{std::cos(plot.angle), std::sin(plot.angle)};
  for (double across = -plot.width / 2 + 1.5; across < plot.width / 2; across += 2.5) {
    const Point middle = at + right_of(along) * across;
    const Polyline line = clipped(inner, middle - along * 16, middle + along * 16);
    if (!line.empty()) decor.furrows.push_back(line);
  }
}

bool on_plot(const Decor& decor, Point p) {
  return std::any_of(decor.washes.begin(), decor.washes.end(), [&](const Wash& wash) {
    return (wash.css_class == "fw" || wash.css_class == "fo") &&
           distance_to_edge(wash.area, p) > -2.5;
  });
}

bool near_stamp(const Decor& decor, Point p, double room) {
  return std::any_of(decor.stamps.begin(), decor.stamps.end(),
                     [&](const Stamp& stamp) { return distance(stamp.at, p) < room; });
}

void add_trees(const Plan& plan, const Region& part, double size, Decor& decor, Dice& dice) {
  const int groups = 1 + static_cast<int>(size / 1500);
  for (int g = 0; g < groups; ++g) {
    Point middle;
    if (!find_place(plan, part, 5, dice, middle)) continue;
    const int count = 2 + dice.below(3);
    const std::string_view usual = kTrees[dice.below(4)];
    for (int i = 0; i < count; ++i) {
      const Point p = middle + Point{dice.real(-7, 7), dice.real(-5, 5)};
      const std::string_view kind = dice.chance(0.7) ? usual : kTrees[dice.below(4)];
      if (distance_to_edge(part, p) < 4 || border(p) < room_for(kind)) continue;
      if (object_clearance(plan, p) < 3.5) continue;
      if (near_stamp(decor, p, 3.6) || on_plot(decor, p)) continue;
      decor.stamps.push_back({kind, p});
    }
  }
}

void add_small_things(const Plan& plan, const Region& part, double size, Decor& decor, Dice& dice) {
  constexpr std::string_view kSmall[]{"fx", "fy", "hy"};
  const int count = static_cast<int>(size / 1500 + dice.real(0, 1.4));
  for (int i = 0; i < count; ++i) {
    Point p;
    const std::string_view kind = kSmall[dice.below(3)];
    if (!find_place(plan, part, 4.5, dice, p) || border(p) < 7) continue;
    if (near_stamp(decor, p, 6) || on_plot(decor, p) || object_clearance(plan, p) < 5.5) continue;
    decor.stamps.push_back({kind, p});
    const Point beside = p + Point{dice.real(4.6, 6), dice.real(-1.5, 1.5)};
    if (kind == "hy" && border(beside) > 7 && distance_to_edge(part, beside) > 4 &&
        object_clearance(plan, beside) > 3 && !near_stamp(decor, beside, 4))
      decor.stamps.push_back({kind, beside});
  }
}

void add_sheep(const Plan& plan, const Region& part, Decor& decor, Dice& dice) {
  Point middle;
  if (!find_place(plan, part, 7, dice, middle)) return;
  for (int i = 0; i < 3; ++i) {
    const Point p = middle + Point{dice.real(-6, 6), dice.real(-4, 4)};
    if (distance_to_edge(part, p) > 3.5 && border(p) > 4.5 && !near_stamp(decor, p, 4.2) &&
        !on_plot(decor, p))
      decor.stamps.push_back({"sp", p});
  }
}

void add_grain(const Plan& plan, const Region& part, double size, Decor& decor, Dice& dice) {
  const auto scatter = [&](int count, double room, std::vector<Point>& out) {
    for (int i = 0; i < count * 3 && count > 0; ++i) {
      const Point p{dice.real(2, 98), dice.real(2, 98)};
      if (distance_to_edge(part, p) < room || object_clearance(plan, p) < 1) continue;
      out.push_back(p);
      if (static_cast<int>(out.size()) > 40) return;
    }
  };
  scatter(static_cast<int>(size / 330), 1.5, decor.grain);
  scatter(static_cast<int>(size / 750), 3, decor.tufts);
}

void decorate_field(const Plan& plan, const Region& part, Decor& decor, Dice& dice) {
  const double size = area(part);
  add_washes(part, size, decor, dice);
  if (size > 900 && dice.chance(0.75)) add_strip(plan, part, decor, dice);
  add_trees(plan, part, size, decor, dice);
  if (size > 1200 && dice.chance(0.4)) add_sheep(plan, part, decor, dice);
  add_small_things(plan, part, size, decor, dice);
  add_grain(plan, part, size, decor, dice);
}

// Ground that belongs to no field is woodland.
void decorate_wild(const Region& part, Decor& decor, Dice& dice) {
  if (area(part) < 22) return;
  for (int i = 0; i < 40; ++i) {
    const Point p{dice.real(4, 96), dice.real(4, 96)};
    if (distance_to_edge(part, p) < 2 || border(p) < 5.5 || near_stamp(decor, p, 4)) continue;
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

Decor make_decor(const TileDef& tile, const Plan& plan, int copy) {
  Decor decor;
  Dice dice(tile.full_id() + "#" + std::to_string(copy));
  for (const Object& object : plan.objects) {
    if (object.kind == ObjectKind::junction) build_village(plan, object, 13.4, decor, dice);
    if (object.kind == ObjectKind::village) build_village(plan, object, 5.5, decor, dice);
  }
  for (const FieldPlan& field : plan.fields)
    for (const Region& part : field.parts) {
      Region free = part;
      for (const House& house : decor.country_houses)
        free = subtracted(free, {footprint(house, 1)});
      for (const Region& piece : pieces(free))
        decorate_field(plan, simplified(piece, 0.4), decor, dice);
    }
  for (const Region& part : plan.wild) decorate_wild(part, decor, dice);
  for (const CityPlan& city : plan.cities)
    for (const House& house : pack_houses(plan, city, dice)) decor.houses.push_back(house);
  return decor;
}

void turn(Decor& decor, int turns) {
  for (Wash& wash : decor.washes) wash.area = turned(std::move(wash.area), turns);
  for (Polyline& line : decor.furrows) line = turned(std::move(line), turns);
  for (std::vector<Point>* points : {&decor.grain, &decor.tufts})
    for (Point& p : *points) p = turned(p, turns);
  for (Stamp& stamp : decor.stamps) stamp.at = turned(stamp.at, turns);
  for (std::vector<House>* houses : {&decor.houses, &decor.country_houses})
    for (House& house : *houses) {
      house.at = turned(house.at, turns);
      house.angle += kPi / 2 * turns;
    }
}

}  // namespace bastide::art
