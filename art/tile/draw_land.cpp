// Fields, rivers and roads.
#include <algorithm>
#include <cmath>

#include "art/tile/draw.h"
#include "art/tile/plan_steps.h"
#include "art/tile/tile_art.h"

namespace bastide::art {

Polyline beside(const Polyline& line, double by) {
  Polyline out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point before = line[i == 0 ? 0 : i - 1];
    const Point after = line[i + 1 < line.size() ? i + 1 : i];
    out.push_back(line[i] + right_of(unit(after - before)) * by);
  }
  return out;
}

namespace {

// Lines go a little beyond the edge in a plan; what is drawn ends at the bleed.
Polyline cut_at_bleed(const Polyline& line) {
  Polyline out;
  for (const Point p : line)
    out.push_back({std::clamp(p.x, -kBleed, 100 + kBleed), std::clamp(p.y, -kBleed, 100 + kBleed)});
  return out;
}

Polyline for_drawing(const Polyline& line) { return knots(cut_at_bleed(line), 8); }

Path strokes_on_both_sides(const Polyline& line, double width, double weight, std::uint64_t seed) {
  Path path;
  for (const double side : {-1.0, 1.0})
    path.ribbon(pen_stroke(for_drawing(beside(cut_at_bleed(line), side * width / 2)), weight,
                           seed + (side > 0 ? 7 : 0)));
  return path;
}

}  // namespace

void draw_ground(Svg& out) { out.path("f", Path().region(tile_square(-kGroundBleed))); }

// --- rivers ---

namespace {

constexpr double kDeepWidth = 7;  // as in the theme

Path ripples(const Polyline& line, std::uint64_t seed) {
  Path path;
  Dice dice(seed);
  const double total = length(line);
  for (double along = 9; along < total - 8; along += dice.real(9, 15)) {
    const Point at =
        point_at(line, along) + right_of(direction_at(line, along)) * dice.real(-4.5, 4.5);
    const Point way = direction_at(line, along) * dice.real(2, 3.4);
    const Point lift = right_of(unit(way)) * 0.8;
    path.move(at - way).quad(at - way * 0.5 - lift, at).quad(at + way * 0.5 + lift, at + way);
  }
  return path;
}

// The deep water of a river that ends, running out before its end.
Polyline running_out(const Polyline& course) {
  const double total = length(course) * 0.75;
  Polyline left, right;
  for (int i = 0; i <= 8; ++i) {
    const double along = total * i / 8;
    const Point side = right_of(direction_at(course, along)) * (kDeepWidth / 2 * (1 - i / 8.0));
    left.push_back(point_at(course, along) - side);
    right.push_back(point_at(course, along) + side);
  }
  left.insert(left.end(), right.rbegin(), right.rend());
  return left;
}

Polyline shore(const Object& pond, double grow, std::uint64_t seed) {
  Polyline ring;
  for (int i = 0; i < 14; ++i) {
    const double a = 2 * kPi * i / 14;
    const double r = (pond.radius + grow) * (0.92 + 0.1 * noise(seed, i * 0.7));
    ring.push_back(pond.at + Point{std::cos(a) * r, std::sin(a) * r});
  }
  return ring;
}

}  // namespace

void draw_rivers(const TileDef& tile, const Plan& plan, Svg& out) {
  Path course, deep, ending, crests, pond_bank, pond_water;
  for (const LinePlan& river : plan.rivers) {
    const std::uint64_t seed = seed_of(tile) + static_cast<std::uint64_t>(river.segment);
    std::vector<Polyline> lines{river.line};
    lines.insert(lines.end(), river.more.begin(), river.more.end());
    for (const Polyline& line : lines) course.smooth(for_drawing(line));
    if (river.ends_inside)
      ending.ribbon(running_out(cut_at_bleed(river.line)));
    else
      for (const Polyline& line : lines) deep.smooth(for_drawing(line));
    crests = ripples(river.line, seed);
  }
  for (const Object& object : plan.objects)
    if (object.kind == ObjectKind::lake || object.kind == ObjectKind::spring) {
      pond_bank.smooth_ring(shore(object, 0, seed_of(tile)));
      pond_water.smooth_ring(shore(object, -2.2, seed_of(tile)));
    }
  out.path("wb", pond_bank).path("wbs", course);
  out.path("wes", course).path("we", pond_water);
  Path inner, deep_pond;
  for (const Object& object : plan.objects)
    if (object.kind == ObjectKind::lake || object.kind == ObjectKind::spring)
      inner.smooth_ring(shore(object, -2.9, seed_of(tile))),
          deep_pond.smooth_ring(shore(object, -0.55 * object.radius, seed_of(tile) + 1));
  out.path("w", inner)
      .path("ws", course)
      .path("wds", deep)
      .path("wdf", ending)
      .path("wd", deep_pond)
      .path("wl", crests);
}

// --- roads ---

namespace {

// Where a road passes over water or another road.
struct Crossing {
  Point at;
  Point way;
  double reach = 0;
};

bool lies_over(const TileDef& tile, int upper, int lower) {
  return std::any_of(tile.over.begin(), tile.over.end(),
                     [&](const auto& pair) { return pair[0] == upper && pair[1] == lower; });
}

bool find_crossing(const Polyline& a, const Polyline& b, Crossing& out) {
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t j = 0; j + 1 < b.size(); ++j) {
      const Point r = a[i + 1] - a[i], s = b[j + 1] - b[j];
      const double d = cross(r, s);
      if (std::abs(d) < 1e-9) continue;
      const double t = cross(b[j] - a[i], s) / d, u = cross(b[j] - a[i], r) / d;
      if (t < 0 || t > 1 || u < 0 || u > 1) continue;
      out.at = a[i] + r * t;
      // Of the road as a whole: a deck does not follow the unsteady hand.
      const std::size_t reach = 12, from = i > reach ? i - reach : 0;
      out.way = unit(a[std::min(i + 1 + reach, a.size() - 1)] - a[from]);
      return true;
    }
  return false;
}

void draw_bridge(const Crossing& crossing, Svg& out) {
  const Point along = crossing.way * crossing.reach, side = right_of(crossing.way);
  const auto deck = [&](double width) {
    return Polyline{crossing.at - along - side * width, crossing.at + along - side * width,
                    crossing.at + along + side * width, crossing.at - along + side * width};
  };
  const double half = kRoadWidth / 2;
  out.path("sh", Path().polygon(moved(deck(half + 1.4), {1.8, 1.8})));
  out.path("sd", Path().polygon(deck(half + 1.6)));
  out.path("rd", Path().polygon(deck(half)));
  Path parapet, planks;
  for (const double s : {-1.0, 1.0}) {
    const Point off = side * (s * (half + 0.9));
    parapet.move(crossing.at - along * 1.12 + off * 1.25).line(crossing.at - along * 0.85 + off);
    parapet.line(crossing.at + along * 0.85 + off).line(crossing.at + along * 1.12 + off * 1.25);
  }
  for (double t = -0.8; t < 0.9; t += 0.4)
    planks.move(crossing.at + along * t - side * half).line(crossing.at + along * t + side * half);
  out.path("rt", planks).path("kb", parapet).path("kl", parapet);
}

void draw_surface(const TileDef& tile, const LinePlan& road, Svg& out) {
  std::vector<Polyline> lines{road.line};
  lines.insert(lines.end(), road.more.begin(), road.more.end());
  Path surface, edges, tracks;
  const std::uint64_t seed = seed_of(tile) + static_cast<std::uint64_t>(road.segment + 1) * 13;
  for (const Polyline& line : lines) {
    surface.smooth(for_drawing(line));
    edges.append(strokes_on_both_sides(line, kRoadWidth, 1.15, seed));
    const Polyline inner = resampled(line, 9);
    if (inner.size() > 4) tracks.smooth(beside(Polyline(inner.begin() + 1, inner.end() - 1), 1.6));
  }
  // The edges of one arm may not cross the surface of another.
  out.path("re", edges).path("rds", surface).path("rt", tracks);
}

}  // namespace

void draw_roads(const TileDef& tile, const Plan& plan, Svg& out) {
  Path verges;
  for (const LinePlan& road : plan.roads) {
    verges.smooth(for_drawing(road.line));
    for (const Polyline& arm : road.more) verges.smooth(for_drawing(arm));
  }
  out.path("rvs", verges);
  std::vector<const LinePlan*> order;
  for (const LinePlan& road : plan.roads) order.push_back(&road);
  std::sort(order.begin(), order.end(), [&](const LinePlan* a, const LinePlan* b) {
    const auto rank = [&](const LinePlan* road) {
      for (const LinePlan& other : plan.roads)
        if (lies_over(tile, road->segment, other.segment)) return 1;
      return 0;
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a->segment < b->segment;
  });
  for (const LinePlan* road : order) {
    Crossing crossing;
    for (const LinePlan& other : plan.roads)
      if (lies_over(tile, road->segment, other.segment) &&
          find_crossing(road->line, other.line, crossing)) {
        crossing.reach = kRoadWidth / 2 + 3;
        draw_bridge(crossing, out);
      }
    draw_surface(tile, *road, out);
    for (const std::vector<LinePlan>* lines : {&plan.rivers, &plan.roads})
      for (const LinePlan& other : *lines)
        if (lies_over(tile, road->segment, other.segment) &&
            find_crossing(road->line, other.line, crossing)) {
          crossing.reach = (lines == &plan.rivers ? kBankWidth : kRoadWidth) / 2 + 2.5;
          draw_bridge(crossing, out);
        }
  }
}

// --- what stands about ---

namespace {

// An arch of dark masonry across the way, `facing` into it.
void draw_mouth(const Object& mouth, Svg& out) {
  const Point side = right_of(mouth.facing), in = mouth.facing;
  const double half = mouth.number == 1 ? kRiverWidth / 2 : kRoadWidth / 2;
  const auto slab = [&](double width, double from, double to) {
    return Polyline{mouth.at - side * width + in * from, mouth.at + side * width + in * from,
                    mouth.at + side * width + in * to, mouth.at - side * width + in * to};
  };
  out.path("sh", Path().polygon(moved(slab(half + 3, -1.6, 3.4), {1.8, 1.8})));
  out.path("s", Path().polygon(slab(half + 3, -1.6, 3.4)));
  out.path("il", Path().polygon(slab(half + 3, -1.6, 3.4)));
  const Point a = mouth.at - side * half - in * 1.6, b = mouth.at + side * half - in * 1.6;
  out.path("i", Path().move(a).cubic(a + in * 4.6, b + in * 4.6, b).close());
}

}  // namespace

void draw_mouths(const Plan& plan, Svg& out) {
  for (const Object& object : plan.objects)
    if (object.kind == ObjectKind::tunnel_mouth) draw_mouth(object, out);
}

void draw_scenery(const Plan& plan, const Decor& decor, Svg& out) {
  Path hedges;
  for (const Hedge& hedge : plan.hedges) hedges.smooth(hedge.line);
  out.path("hl", hedges);
  draw_houses(decor.country_houses, out);
  std::vector<Stamp> stamps = decor.stamps;
  // Those further south stand in front.
  std::sort(stamps.begin(), stamps.end(), [](const Stamp& a, const Stamp& b) {
    return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
  });
  for (const Stamp& stamp : stamps) out.use(stamp.symbol, stamp.at);
}

}  // namespace bastide::art
