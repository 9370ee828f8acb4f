// Plane geometry for drawing: points, curves, regions, and chance that always falls the same way.
// y grows downwards, as in SVG; a tile is the square from (0, 0) to (100, 100).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace bastide::art {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTileSize = 100;

// --- points ---

struct Point {
  double x = 0;
  double y = 0;
  friend constexpr bool operator==(Point, Point) = default;
};
constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
constexpr Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
constexpr double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
constexpr Point lerp(Point a, Point b, double t) { return a + (b - a) * t; }
double length(Point a);
double distance(Point a, Point b);
Point unit(Point a);  // (0, 0) stays what it is
// A quarter turn clockwise on the screen: the right hand of somebody walking along a.
constexpr Point right_of(Point a) { return {-a.y, a.x}; }
// Clockwise quarter turns about the middle of the tile.
Point turned(Point p, int quarter_turns);

// --- lines ---

using Polyline = std::vector<Point>;

double length(const Polyline& line);
Point point_at(const Polyline& line, double distance_along);
Point direction_at(const Polyline& line, double distance_along);  // unit
// Points at equal steps of about `step`, both ends kept.
Polyline resampled(const Polyline& line, double step);
// Points for a smooth curve: about `step` apart, but close together at both ends, so that the curve
// keeps the line's direction there.
Polyline knots(const Polyline& line, double step);
// Fewer points, none of the dropped ones further than `tolerance` from the result.
Polyline simplified(const Polyline& line, double tolerance);
Polyline moved(Polyline line, Point by);
Polyline reversed(Polyline line);
Polyline turned(Polyline line, int quarter_turns);
double distance(const Polyline& line, Point p);

// A cubic curve as a polyline.
Polyline cubic(Point from, Point control1, Point control2, Point to, int pieces = 16);
// From one point leaving in a direction to another arriving in a direction.
Polyline eased(Point from, Point leaving, Point to, Point arriving, double tension = 0.55);
Polyline circle(Point centre, double radius, int corners = 20);
Polyline ellipse(Point centre, double rx, double ry, int corners = 24);
Polyline rectangle(Point low, Point high);

// --- regions: areas with holes, combined by the even-odd rule ---

using Region = std::vector<Polyline>;  // rings, not repeating their first point

Region united(const Region& a, const Region& b);
Region subtracted(const Region& a, const Region& b);
Region intersected(const Region& a, const Region& b);
Region grown(const Region& region, double by);               // negative: shrunk; round corners
Region thickened(const Polyline& line, double width);        // butt ends
Region thickened_round(const Polyline& line, double width);  // round ends
std::vector<Region> pieces(const Region& region);            // connected parts, each with holes
Region moved(Region region, Point by);
Region turned(Region region, int quarter_turns);
Region simplified(const Region& region, double tolerance);
Region tile_square(double margin = 0);  // the tile, shrunk by a margin

double area(const Region& region);
bool contains(const Region& region, Point p);
double distance_to_edge(const Region& region, Point p);  // negative outside
// The point deepest inside, to within `precision`; `penalty` may push it away from things.
Point deepest_point(const Region& region, double precision = 1,
                    const std::function<double(Point)>& penalty = {});

// --- chance ---

// A stream of numbers fixed by its seed, the same with every compiler.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  explicit Dice(std::string_view words);
  std::uint64_t next();
  double real();                         // [0, 1)
  double real(double low, double high);  // [low, high)
  int below(int n);                      // 0 .. n-1
  bool chance(double p) { return real() < p; }

 private:
  std::uint64_t state_;
};

// Smooth noise in [-1, 1] along one line of the page.
double noise(std::uint64_t seed, double at);

// The line as an unsteady hand draws it: off by at most `amount`, exact at both ends, where it also
// keeps its direction.
Polyline by_hand(const Polyline& line, double amount, std::uint64_t seed);
// A pen stroke of changing weight, as an outline to fill; `weight` is its middle width. Both ends
// have exactly that width, or run to a point if `tapered`.
Polyline pen_stroke(const Polyline& line, double weight, std::uint64_t seed, bool tapered = false);

}  // namespace bastide::art
