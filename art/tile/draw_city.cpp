// Cities: ground, houses, walls, towers and gates; houses of villages.
#include <algorithm>
#include <cmath>

#include "art/tile/draw.h"
#include "art/tile/plan_steps.h"
#include "art/tile/tile_art.h"

namespace bastide::art {

namespace {

constexpr Point kShadow{1.9, 1.9};  // light comes from the north-west
constexpr double kEaves = 2;        // height of a house's walls, as it shows
constexpr double kRidge = 2;        // height of the ridge over the eaves

Point raised(Point p, double by) { return {p.x, p.y - by}; }

struct HousePaths {
  Path shadow, lit_wall, dark_wall, windows;
  Path roof[3][3];  // by colour, by light
};

int light_on(Point outwards) {
  const double light = dot(unit(outwards), Point{-0.707, -0.707});
  return light > 0.35 ? 0 : light > -0.35 ? 1 : 2;
}

// A wall that faces us, up to the eaves or, at the end of a house, to the ridge.
void add_wall(HousePaths& paths, Point from, Point to, Point outwards, const Point* ridge) {
  if (outwards.y <= 0.02) return;
  Polyline wall{from, to, raised(to, kEaves)};
  if (ridge != nullptr) wall.push_back(*ridge);
  wall.push_back(raised(from, kEaves));
  (outwards.x < 0.2 ? paths.lit_wall : paths.dark_wall).polygon(wall);
}

void add_house(HousePaths& paths, const House& house, bool window) {
  const Polyline feet = footprint(house);
  const Point along = unit(feet[1] - feet[0]), across = unit(feet[3] - feet[0]);
  const Point ridge_a = raised(lerp(feet[0], feet[3], 0.5), kEaves + kRidge);
  const Point ridge_b = raised(lerp(feet[1], feet[2], 0.5), kEaves + kRidge);
  Polyline eaves;
  for (const Point p : feet) eaves.push_back(raised(p, kEaves));
  const Point off{1.5, 1.1};
  paths.shadow.move(lerp(feet[0], feet[3], 0.5) + off).line(lerp(feet[1], feet[2], 0.5) + off);
  add_wall(paths, feet[0], feet[1], across * -1.0, nullptr);
  add_wall(paths, feet[1], feet[2], along, &ridge_b);
  add_wall(paths, feet[2], feet[3], across, nullptr);
  add_wall(paths, feet[3], feet[0], along * -1.0, &ridge_a);
  const int colour = house.roof;
  paths.roof[colour][light_on(across * -1.0)].polygon({eaves[0], eaves[1], ridge_b, ridge_a});
  paths.roof[colour][light_on(across)].polygon({eaves[3], eaves[2], ridge_b, ridge_a});
  if (!window) return;
  // In the wall that faces us most; lit at night.
  const bool end = std::abs(along.y) > std::abs(across.y);
  const std::size_t i = end ? (along.y > 0 ? 1 : 3) : (across.y > 0 ? 2 : 0);
  const Point face = lerp(feet[i], feet[(i + 1) % 4], 0.5);
  paths.windows.move(face + Point{0, -1.5}).line(face + Point{0, -0.4});
}

}  // namespace

void draw_houses(const std::vector<House>& houses, Svg& out) {
  HousePaths paths;
  for (std::size_t i = 0; i < houses.size(); ++i) add_house(paths, houses[i], i % 2 == 0);
  out.path("shs", paths.shadow).path("hw", paths.lit_wall).path("hx", paths.dark_wall);
  constexpr std::string_view kRoofs[3][3]{
      {"ra", "rb", "rc"}, {"rm", "rn", "ro2"}, {"ri", "rt2", "rj"}};
  for (int colour = 0; colour < 3; ++colour)
    for (int light = 0; light < 3; ++light)
      out.path(kRoofs[colour][light], paths.roof[colour][light]);
  out.path("wis", paths.windows);
}

namespace {

// Where a wall only tapers to the edge of the tile it is a spur without width to speak of.
bool ends_in_a_point(const Polyline& wall, bool at_end) {
  const Point p = at_end ? wall.back() : wall.front();
  const double x = std::min(p.x, 100 - p.x), y = std::min(p.y, 100 - p.y);
  return (x < 0.5 && y < 0.5) || std::abs(x - 50) < 0.5 || std::abs(y - 50) < 0.5;
}

constexpr double kSpur = 9;  // length of the spur

// The part of the wall at full width, up to the bleed or to the spur.
Polyline standing_part(const Polyline& wall) {
  const double total = length(wall);
  const double from = ends_in_a_point(wall, false) ? kSpur : 0;
  const double to = total - (ends_in_a_point(wall, true) ? kSpur : 0);
  Polyline part;
  for (double along = from; along < to; along += 0.4) part.push_back(point_at(wall, along));
  part.push_back(point_at(wall, to));
  Polyline line = knots(part, 11);
  if (from == 0)
    line.insert(line.begin(), line.front() + unit(line.front() - point_at(wall, 0.4)) * kBleed);
  if (to == total)
    line.push_back(line.back() + unit(line.back() - point_at(wall, total - 0.4)) * kBleed);
  return line;
}

Polyline off_the_ends(const Polyline& wall, double by) {
  const double total = length(wall);
  Polyline part;
  for (double along = by; along < total - by; along += 1) part.push_back(point_at(wall, along));
  return part;
}

struct Towers {
  Path shadow, wall, roof, lit, ink;
  void add(Point at, double radius) {
    shadow.disc(at + Point{1.3, 1.3}, radius);
    wall.disc(at, radius);
    roof.disc(at, radius * 0.72);
    const double r = radius * 0.72;
    // The quarter of the cone that faces the light.
    lit.move(at).line(at + Point{-r, 0}).arc(r, r, false, true, at + Point{0, -r}).close();
    ink.disc(at, radius);
  }
};

// Towers stand at even distances along a long wall, off its ends, and left and right of gates.
void place_towers(const CityPlan& city, Towers& towers) {
  std::vector<Point> placed;
  for (const Gate& gate : city.gates)
    for (const double side : {-1.0, 1.0}) {
      const Point at = gate.at + right_of(gate.inwards) * (side * 6.2);
      towers.add(at, 2.9);
      placed.push_back(at);
    }
  for (const Polyline& wall : city.walls) {
    const double total = length(wall);
    if (total < 25) continue;
    for (const bool at_end : {false, true})
      if (ends_in_a_point(wall, at_end)) {
        const Point at = point_at(wall, at_end ? total - kSpur : kSpur);
        if (std::none_of(placed.begin(), placed.end(),
                         [&](Point p) { return distance(p, at) < 5; }))
          towers.add(at, 2.6), placed.push_back(at);
      }
    const int count = std::max(2, static_cast<int>(std::lround(total / 30)));
    for (int i = 0; i < count; ++i) {
      const Point at = point_at(wall, total * (i + 0.5) / count);
      const bool crowded =
          std::any_of(placed.begin(), placed.end(), [&](Point p) { return distance(p, at) < 11; });
      if (!crowded) towers.add(at, 2.6), placed.push_back(at);
    }
  }
}

// Where the wall is cut for a road.
void draw_gate(const Gate& gate, Svg& out) {
  const Point side = right_of(gate.inwards) * 4.4;
  const Point out_edge = gate.inwards * -2.2, in_edge = gate.inwards * 2.4;
  out.path("rd", Path().polygon({gate.at - side + out_edge, gate.at + side + out_edge,
                                 gate.at + side + in_edge, gate.at - side + in_edge}));
  out.path("wi", Path().polygon({gate.at - side * 0.95 - gate.inwards * 1.1,
                                 gate.at + side * 0.95 - gate.inwards * 1.1,
                                 gate.at + side * 0.95 + gate.inwards * 1.1,
                                 gate.at - side * 0.95 + gate.inwards * 1.1}));
}

bool on_tile_edge(Point a, Point b) {
  return (a.x < 0.01 && b.x < 0.01) || (a.y < 0.01 && b.y < 0.01) || (a.x > 99.99 && b.x > 99.99) ||
         (a.y > 99.99 && b.y > 99.99);
}

Region clipped_to_tile(const Region& region) { return intersected(region, tile_square(-kBleed)); }

// The city's ground, going on beyond the sides it opens to.
Region beyond_sides(const CityPlan& city) {
  Region all = city.area;
  for (const Polyline& ring : city.area)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i], b = ring[(i + 1) % ring.size()];
      const bool on_edge = on_tile_edge(a, b);
      if (!on_edge || distance(a, b) < 20) continue;
      const Point outwards = right_of(unit(b - a)) * -6.0;
      const Region strip{{a, b, b + outwards, a + outwards}};
      const Region other{{a, b, b - outwards, a - outwards}};
      all = united(all, contains(tile_square(), lerp(a, b, 0.5) + outwards) ? other : strip);
    }
  return all;
}

void draw_walls(const CityPlan& city, Svg& out) {
  Path line, spurs;
  for (const Polyline& wall : city.walls) {
    const Polyline standing = standing_part(wall);
    // From both ends inwards, so that they meet those of the next tile.
    const auto half = static_cast<std::ptrdiff_t>(standing.size() / 2) + 1;
    line.smooth(Polyline(standing.begin(), standing.begin() + half));
    line.smooth(Polyline(standing.rbegin(), standing.rbegin() + half));
    const double total = length(wall);
    for (const bool at_end : {false, true})
      if (ends_in_a_point(wall, at_end)) {
        Polyline spur;
        for (int i = 0; i <= 3; ++i)
          spur.push_back(point_at(wall, at_end ? total - kSpur * i / 3.0 : kSpur * i / 3.0));
        spurs.polyline(spur);
      }
  }
  out.path("kp", spurs).path("kk", line).path("ks", line).path("kc", line);
}

// The way of a road that runs right through.
void draw_streets(const TileDef& tile, const Plan& plan, const CityPlan& city, Svg& out) {
  for (const LinePlan& road : plan.roads) {
    if (road.segment < 0 || !crosses(tile, city.segment, road.segment) || !road.more.empty())
      continue;
    Path street;
    street.region(intersected(thickened(road.line, kRoadWidth * 0.8), city.area));
    out.path("rd", street);
  }
}

// The point of a wall lies on a side that the city shares with another.
bool opens_beside(const CityPlan& city, Point tip) {
  return std::any_of(city.area.begin(), city.area.end(), [&](const Polyline& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i], b = ring[(i + 1) % ring.size()];
      const bool on_edge = on_tile_edge(a, b) && distance(a, b) > 20;
      if (on_edge && (distance(a, tip) < 1 || distance(b, tip) < 1)) return true;
    }
    return false;
  });
}

Region city_ground(const CityPlan& city) {
  Region whole = beyond_sides(city);
  for (const Polyline& wall : city.walls)  // where it tapers, only the spur reaches the edge
    for (const bool at_end : {false, true})
      if (ends_in_a_point(wall, at_end) && !opens_beside(city, at_end ? wall.back() : wall.front()))
        whole = subtracted(whole, {circle(at_end ? wall.back() : wall.front(), 6.5)});
  return whole;
}

void draw_shadow(const CityPlan& city, Svg& out) {
  const Region rim = grown(city_ground(city), kWallWidth / 2);
  const Region shadow = clipped_to_tile(subtracted(moved(rim, kShadow), rim));
  Path path;
  for (const Polyline& ring : shadow) path.polygon(simplified(ring, 0.15));
  out.path("sh", path);
}

void draw_town_ground(const TileDef& tile, const Plan& plan, const CityPlan& city, Svg& out) {
  Path ground;
  for (const Polyline& ring : clipped_to_tile(city_ground(city)))
    ground.polygon(simplified(ring, 0.15));
  out.path("c", ground);
  Path shade;  // watercolour gathers along the wall
  for (const Polyline& wall : city.walls)
    if (length(wall) > 12) shade.smooth(resampled(beside(off_the_ends(wall, 4), 3.2), 12));
  out.path("cds", shade);
  draw_streets(tile, plan, city, out);
}

std::vector<House> houses_of(const Plan& plan, const CityPlan& city, const Decor& decor) {
  std::vector<House> houses;
  for (const House& house : decor.houses) {
    if (!contains(city.area, house.at)) continue;
    const bool elsewhere =
        std::any_of(plan.cities.begin(), plan.cities.end(), [&](const CityPlan& other) {
          return other.segment != city.segment && other.over && contains(other.area, house.at);
        });
    if (!elsewhere) houses.push_back(house);
  }
  return houses;
}

void draw_towers(const CityPlan& city, Svg& out) {
  Towers towers;
  place_towers(city, towers);
  for (const Gate& gate : city.gates) draw_gate(gate, out);
  out.path("sh", towers.shadow).path("s", towers.wall).path("il", towers.ink);
  out.path("rz", towers.roof).path("rs", towers.lit);
}

}  // namespace

void draw_cities(const TileDef& tile, const Plan& plan, const Decor& decor, Svg& out) {
  for (const CityPlan& city : plan.cities) {
    draw_shadow(city, out);
    draw_town_ground(tile, plan, city, out);
    draw_houses(houses_of(plan, city, decor), out);
    draw_walls(city, out);
    draw_towers(city, out);
  }
}

void draw_city_shadows(const Plan& plan, Svg& out) {
  for (const CityPlan& city : plan.cities) draw_shadow(city, out);
}

void draw_city_grounds(const TileDef& tile, const Plan& plan, Svg& out) {
  for (const CityPlan& city : plan.cities) draw_town_ground(tile, plan, city, out);
}

void draw_city_houses(const Plan& plan, const Decor& decor, Svg& out) {
  std::vector<House> houses;
  for (const CityPlan& city : plan.cities)
    for (const House& house : houses_of(plan, city, decor)) houses.push_back(house);
  draw_houses(houses, out);
}

void draw_city_walls(const Plan& plan, Svg& out) {
  for (const CityPlan& city : plan.cities) draw_walls(city, out);
}

void draw_city_towers(const Plan& plan, Svg& out) {
  for (const CityPlan& city : plan.cities) draw_towers(city, out);
}

}  // namespace bastide::art
