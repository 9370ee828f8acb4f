#include "art/geometry.h"

#include <algorithm>
#include <cmath>

#include "engine/core/rng.h"

namespace bastide::art {

double length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }
double distance(Point a, Point b) { return length(b - a); }

Point unit(Point a) {
  const double l = length(a);
  return l > 0 ? a * (1 / l) : a;
}

Point turned(Point p, int quarter_turns) {
  for (int i = quarter_turns & 3; i > 0; --i) p = {kTileSize - p.y, p.x};
  return p;
}

// --- lines ---

double length(const Polyline& line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += distance(line[i - 1], line[i]);
  return sum;
}

namespace {

// The piece of the line that holds a place along it, and how far into the piece that is.
std::pair<std::size_t, double> piece_at(const Polyline& line, double along) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double piece = distance(line[i], line[i + 1]);
    if (along <= piece || i + 2 == line.size())
      return {i, piece > 0 ? std::clamp(along / piece, 0.0, 1.0) : 0.0};
    along -= piece;
  }
  return {0, 0};
}

double distance_to_piece(Point a, Point b, Point p) {
  const Point ab = b - a;
  const double squared = dot(ab, ab);
  const double t = squared > 0 ? std::clamp(dot(p - a, ab) / squared, 0.0, 1.0) : 0;
  return distance(a + ab * t, p);
}

void simplify_between(const Polyline& line, std::size_t from, std::size_t to, double tolerance,
                      std::vector<char>& keep) {
  double worst = 0;
  std::size_t at = from;
  for (std::size_t i = from + 1; i < to; ++i) {
    const double d = distance_to_piece(line[from], line[to], line[i]);
    if (d > worst) worst = d, at = i;
  }
  if (worst <= tolerance) return;
  keep[at] = 1;
  simplify_between(line, from, at, tolerance, keep);
  simplify_between(line, at, to, tolerance, keep);
}

}  // namespace

Point point_at(const Polyline& line, double along) {
  if (line.size() < 2) return line.empty() ? Point{} : line[0];
  const auto [i, t] = piece_at(line, along);
  return lerp(line[i], line[i + 1], t);
}

Point direction_at(const Polyline& line, double along) {
  if (line.size() < 2) return {};
  const std::size_t i = piece_at(line, along).first;
  return unit(line[i + 1] - line[i]);
}

Polyline resampled(const Polyline& line, double step) {
  const double total = length(line);
  const int count = std::max(1, static_cast<int>(std::lround(total / step)));
  Polyline out;
  out.reserve(static_cast<std::size_t>(count) + 1);
  for (int i = 0; i < count; ++i) out.push_back(point_at(line, total * i / count));
  if (!line.empty()) out.push_back(line.back());
  return out;
}

Polyline knots(const Polyline& line, double step) {
  const double total = length(line);
  if (total < 14) return resampled(line, std::max(0.5, total / 4));
  std::vector<double> places{0, 0.8, 1.6, 2.1, 3.4};
  const int count = std::max(1, static_cast<int>(std::lround((total - 12) / step)));
  for (int i = 0; i <= count; ++i) places.push_back(6 + (total - 12) * i / count);
  for (const double back : {3.4, 2.1, 1.6, 0.8, 0.0}) places.push_back(total - back);
  Polyline out;
  for (const double place : places) out.push_back(point_at(line, place));
  return out;
}

Polyline simplified(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  std::vector<char> keep(line.size(), 0);
  keep.front() = keep.back() = 1;
  simplify_between(line, 0, line.size() - 1, tolerance, keep);
  Polyline out;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (keep[i] != 0) out.push_back(line[i]);
  return out;
}

Polyline moved(Polyline line, Point by) {
  for (Point& p : line) p = p + by;
  return line;
}

Polyline reversed(Polyline line) {
  std::reverse(line.begin(), line.end());
  return line;
}

Polyline turned(Polyline line, int quarter_turns) {
  for (Point& p : line) p = turned(p, quarter_turns);
  return line;
}

double distance(const Polyline& line, Point p) {
  double best = 1e9;
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    best = std::min(best, distance_to_piece(line[i], line[i + 1], p));
  return best;
}

Polyline cubic(Point from, Point control1, Point control2, Point to, int count) {
  Polyline out;
  out.reserve(static_cast<std::size_t>(count) + 1);
  for (int i = 0; i <= count; ++i) {
    const double t = static_cast<double>(i) / count, u = 1 - t;
    out.push_back(from * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t) +
                  to * (t * t * t));
  }
  return out;
}

Polyline eased(Point from, Point leaving, Point to, Point arriving, double tension) {
  const double pull = distance(from, to) * tension;
  return cubic(from, from + unit(leaving) * pull, to - unit(arriving) * pull, to, 24);
}

Polyline circle(Point centre, double radius, int corners) {
  return ellipse(centre, radius, radius, corners);
}

Polyline ellipse(Point centre, double rx, double ry, int corners) {
  Polyline out;
  for (int i = 0; i < corners; ++i) {
    const double a = 2 * kPi * i / corners;
    out.push_back(centre + Point{std::cos(a) * rx, std::sin(a) * ry});
  }
  return out;
}

Polyline rectangle(Point low, Point high) { return {low, {high.x, low.y}, high, {low.x, high.y}}; }

// --- chance ---

Dice::Dice(std::string_view words) : state_(0xCBF29CE484222325ull) {  // FNV-1a
  for (const char c : words) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
}

std::uint64_t Dice::next() { return split_mix(state_); }
double Dice::real() { return static_cast<double>(next() >> 11) * 0x1p-53; }
double Dice::real(double low, double high) { return low + (high - low) * real(); }
int Dice::below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

double noise(std::uint64_t seed, double at) {
  const double floor = std::floor(at);
  const auto value = [&](double cell) {
    std::uint64_t state = seed ^ (static_cast<std::uint64_t>(static_cast<std::int64_t>(cell)) *
                                  0x9E3779B97F4A7C15ull);
    return static_cast<double>(split_mix(state) >> 11) * 0x1p-52 - 1;
  };
  const double t = at - floor;
  const double blend = t * t * (3 - 2 * t);
  return value(floor) * (1 - blend) + value(floor + 1) * blend;
}

namespace {

// 0 at both ends with no slope, 1 from `reach` on.
double fade(double along, double total, double reach) {
  const double t = std::clamp(std::min(along, total - along) / reach, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// Unit vector square to the line at its i-th point, to the right of the way it goes.
Point side_of(const Polyline& line, std::size_t i) {
  const Point before = line[i == 0 ? 0 : i - 1];
  const Point after = line[i + 1 < line.size() ? i + 1 : i];
  return right_of(unit(after - before));
}

}  // namespace

Polyline by_hand(const Polyline& line, double amount, std::uint64_t seed) {
  const double total = length(line);
  // Close together at the ends, where the direction matters, and wider apart between.
  std::vector<double> places{0, 0.6, 1.2, 2.2, 3.5};
  const int steps = std::max(1, static_cast<int>((total - 10) / 3.5));
  for (int i = 0; i <= steps; ++i) places.push_back(5 + (total - 10) * i / steps);
  for (const double back : {3.5, 2.2, 1.2, 0.6, 0.0}) places.push_back(total - back);
  if (total < 14) places = {0, total / 3, total * 2 / 3, total};
  Polyline out;
  for (const double place : places) out.push_back(point_at(line, place));
  const Polyline straight = out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double along = places[i];
    const double off = noise(seed, along / 9) * 0.7 + noise(seed + 1, along / 4) * 0.3;
    out[i] = out[i] + side_of(straight, i) * (off * amount * fade(along, total, 12));
  }
  return out;
}

Polyline pen_stroke(const Polyline& line, double weight, std::uint64_t seed, bool tapered) {
  if (line.size() < 2) return {};
  const double total = length(line);
  Polyline left, right;
  double along = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i > 0) along += distance(line[i - 1], line[i]);
    const double inner = fade(along, total, tapered ? std::min(10.0, total / 2) : 6);
    double width = weight * (1 + 0.45 * noise(seed, along / 7) * inner);
    if (tapered) width *= 0.15 + 0.85 * inner;
    const Point side = side_of(line, i) * (width / 2);
    left.push_back(line[i] - side);
    right.push_back(line[i] + side);
  }
  left.insert(left.end(), right.rbegin(), right.rend());
  return left;
}

}  // namespace bastide::art
