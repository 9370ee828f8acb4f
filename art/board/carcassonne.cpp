// The city of Carcassonne: a double ring of walls, four quarters, three gates.
#include <array>
#include <cmath>
#include <vector>

#include "art/board/big_boards.h"
#include "art/board/emblems.h"
#include "art/tile/board_cover.h"
#include "art/tile/draw.h"

namespace bastide::art {

namespace {

constexpr Point kInnerLow{65, 65}, kInnerHigh{335, 235};
constexpr std::array<Point, 3> kGates{Point{50, 50}, Point{350, 50}, Point{250, 250}};

// --- landmarks, one a quarter, in the order of Quarter ---

constexpr Layer kPalace[]{
    {"s", "R8 40 22 58 R70 40 22 58 R34 22 32 76"},
    {"s", "M24 60L76 60L76 98L24 98Z"},
    {"rs", "M4 42L19 6L34 42Z M66 42L81 6L96 42Z M30 24L50 -8L70 24Z"},
    {"wi", "M42 98L42 80C42 72 58 72 58 80L58 98Z R46 34 8 14 R15 52 7 12 R78 52 7 12"}};
constexpr Layer kMarket[]{{"tt", "R8 54 5 40 R45 54 5 40 R87 54 5 40"},
                          {"ho", "R6 72 88 12"},
                          {"fa", "M4 54L14 30L32 30L30 54Z M58 54L56 30L74 30L84 54Z"},
                          {"po", "M30 54L32 30L56 30L58 54Z M84 54L74 30L88 30L98 54Z"},
                          {"fb", "O22 68 6 6 O34 68 6 6"},
                          {"ta", "O62 68 6 6 O74 68 6 6"},
                          {"tt", "M66 98C62 92 62 84 66 80L86 80C90 84 90 92 86 98Z"}};
constexpr Layer kForge[]{
    {"s", "R70 8 16 46"},
    {"ho", "M10 50L90 50L90 98L10 98Z"},
    {"rb", "M2 54L22 22L78 22L98 54Z"},
    {"wi", "M24 98L24 72C24 60 66 60 66 72L66 98Z"},
    {"lv", "M36 90C32 80 40 76 42 68C50 74 56 82 52 90Z"},
    {"i", "M62 84L98 84C96 90 88 90 84 92L84 95L92 99L66 99L74 95L74 92C70 92 66 90 62 84Z"}};
constexpr Layer kCathedral[]{
    {"s", "R10 30 22 68 R68 30 22 68"},
    {"ho", "M28 50L50 30L72 50L72 98L28 98Z"},
    {"rs", "M7 32L21 -4L35 32Z M65 32L79 -4L93 32Z"},
    {"rb", "M26 52L50 26L74 52L68 54L50 36L32 54Z"},
    {"wi", "M42 98L42 84C42 76 58 76 58 84L58 98Z O50 62 8 8 R17 46 7 14 R76 46 7 14"}};

struct QuarterPlan {
  Quarter quarter;
  std::span<const Layer> landmark;
  Point at;     // of the landmark
  Point plaza;  // where pieces stand
  Point flag;
  std::string_view flag_class;
};

constexpr std::array<QuarterPlan, kQuarters> kPlans{{
    {Quarter::palace, kPalace, {296, 104}, {243, 114}, {219, 88}, "pn"},
    {Quarter::market, kMarket, {300, 194}, {243, 192}, {219, 166}, "ta"},
    {Quarter::forge, kForge, {102, 192}, {158, 192}, {173, 166}, "lv"},
    {Quarter::cathedral, kCathedral, {102, 104}, {158, 114}, {173, 88}, "vi"},
}};

// --- walls ---

Polyline inner_wall() { return cut_rectangle(kInnerLow, kInnerHigh, 16); }

Region band(const Polyline& line, double width) {
  return subtracted(grown({line}, width / 2), grown({line}, -width / 2));
}

// Battlements: short strokes across the wall.
Path merlons(const Polyline& line, double width) {
  Polyline closed = line;
  closed.push_back(line.front());
  Path path;
  const double total = length(closed);
  for (double at = 3; at < total; at += 5) {
    const Point middle = point_at(closed, at);
    const Point across = right_of(direction_at(closed, at)) * (width / 2);
    path.move(middle - across).line(middle + across);
  }
  return path;
}

void draw_wall(const Polyline& line, double width, Svg& out) {
  const Region wall = band(line, width);
  out.path("sh", Path().region(moved(wall, {3.5, 4.5})));
  out.path("i", Path().region(band(line, width + 1.6)));
  out.path("s", Path().region(wall));
  out.path("sl", Path().region(band(moved(line, {-0.6, -0.6}), width * 0.4)));
  out.path("il", merlons(line, width));
}

// Round, with a slate cone, the far side in the shade.
void draw_tower(Point at, double radius, Svg& out) {
  out.path("sh", Path().disc(at + Point{3, 4}, radius + 1));
  out.path("i", Path().disc(at, radius + 1));
  out.path("s", Path().disc(at, radius));
  out.path("rz", Path().disc(at, radius - 1.4));
  const double r = radius - 1.4, a = r * 0.7071;
  out.path(
      "rs",
      Path().move(at).line(at + Point{-a, a}).arc(r, r, false, true, at + Point{a, -a}).close());
  out.path("il", Path().disc(at, radius - 1.4).dot(at));
}

void draw_towers(const Polyline& line, double step, double radius, Svg& out) {
  Polyline closed = line;
  closed.push_back(line.front());
  const double total = length(closed);
  const int count = static_cast<int>(total / step);
  for (int i = 0; i < count; ++i) {
    const Point at = point_at(closed, total * (i + 0.5) / count);
    bool gate = false;
    for (const Point g : kGates) gate |= distance(at, g) < 24;
    if (!gate) draw_tower(at, radius, out);
  }
}

// Two towers and a dark passage between them.
void draw_gate(Point at, Point outwards, Svg& out) {
  const Point along = right_of(outwards);
  out.path("sh", Path().polygon({at - along * 8 + Point{3, 4}, at + along * 8 + Point{3, 4},
                                 at + along * 8 + outwards * 12 + Point{3, 4},
                                 at - along * 8 + outwards * 12 + Point{3, 4}}));
  const Polyline house{at - along * 8 - outwards * 10, at + along * 8 - outwards * 10,
                       at + along * 8 + outwards * 8, at - along * 8 + outwards * 8};
  out.path("i", Path().region(grown({house}, 0.8)));
  out.path("s", Path().polygon(house));
  out.path("wi", Path().polygon({at - along * 4 - outwards * 10, at + along * 4 - outwards * 10,
                                 at + along * 4 + outwards * 8, at - along * 4 + outwards * 8}));
  for (const double side : {-9.5, 9.5}) draw_tower(at + along * side + outwards * 3, 6.5, out);
}

// --- the town ---

bool is_free(Point p) {
  if (std::abs(p.x - 200) < 9 || std::abs(p.y - 150) < 8) return false;  // the streets
  if (std::abs(p.x - 250) < 8 && p.y > 150) return false;
  for (const QuarterPlan& plan : kPlans) {
    const Point to_landmark = p - plan.at, to_plaza = p - plan.plaza;
    if (std::abs(to_landmark.x) < 26 && std::abs(to_landmark.y) < 27) return false;
    if (length({to_plaza.x / 28, to_plaza.y / 23}) < 1) return false;
  }
  return true;
}

std::vector<House> town_houses() {
  Dice dice("carcassonne");
  std::vector<House> houses;
  for (double y = kInnerLow.y + 11; y < kInnerHigh.y - 7; y += 9)
    for (double x = kInnerLow.x + 11; x < kInnerHigh.x - 7; x += 11.5) {
      const Point at{x + dice.real(-1, 1), y + dice.real(-1, 1)};
      House house{at, dice.real(-0.15, 0.15), dice.real(7.5, 9), dice.real(5, 5.8), dice.below(3)};
      if (dice.chance(0.3)) house.angle += kPi / 2;
      if (is_free(at)) houses.push_back(house);
    }
  return houses;
}

void draw_streets(Svg& out) {
  Region streets = thickened({{66, 150}, {334, 150}}, 8);
  streets = united(streets, thickened({{200, 66}, {200, 234}}, 8));
  streets = united(streets, thickened({{250, 150}, {250, 252}}, 8));
  for (const QuarterPlan& plan : kPlans) streets = united(streets, {ellipse(plan.plaza, 25, 20)});
  for (const QuarterPlan& plan : kPlans)
    streets = united(streets, {ellipse(plan.at + Point{0, 22}, 24, 8)});
  out.path("re", Path().region(grown(streets, 0.8)));
  out.path("rd", Path().region(streets));
}

void draw_flag(const QuarterPlan& plan, Svg& out) {
  const Point p = plan.flag;
  out.path("ih", Path().move(p + Point{0, 28}).line(p));
  out.path(std::string(plan.flag_class) + " zl",
           Path().polygon(
               {p, p + Point{17, 1}, p + Point{12, 6.5}, p + Point{17, 12}, p + Point{0, 12}}));
  out.path("po", Path().disc(p + Point{6, 6.2}, 2.6));
}

}  // namespace

Point quarter_place(Quarter quarter) {
  for (const QuarterPlan& plan : kPlans)
    if (plan.quarter == quarter) return plan.plaza;
  return {};
}

Region quarter_area(Quarter quarter) {
  const Point plaza = quarter_place(quarter);
  const double west = plaza.x < 200 ? 0 : 200, north = plaza.y < 150 ? 0 : 150;
  return intersected({inner_wall()}, {rectangle({west, north}, {west + 200, north + 150})});
}

std::string draw_carcassonne_flags() {
  Svg out;
  for (const QuarterPlan& plan : kPlans) draw_flag(plan, out);
  return out.str();
}

std::string draw_carcassonne() {
  Svg out;
  const Polyline outer = carcassonne_outer_wall(), inner = inner_wall();
  out.path("f", Path().polygon(outer));
  out.path("fl", Path().region(band(inner, 9)));
  draw_wall(outer, 5, out);
  draw_towers(outer, 46, 6, out);
  out.path("c", Path().polygon(inner));
  draw_streets(out);
  draw_houses(town_houses(), out);
  draw_wall(inner, 6, out);
  draw_towers(inner, 56, 7.5, out);
  draw_gate({61, 61}, unit({-1, -1}), out);
  draw_gate({339, 61}, unit({1, -1}), out);
  draw_gate({250, 250}, {0, 1}, out);
  draw_gate({250, 231}, {0, 1}, out);
  for (const QuarterPlan& plan : kPlans) draw_emblem(plan.landmark, "", plan.at, 48, out);
  return out.str();
}

}  // namespace bastide::art
