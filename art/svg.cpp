#include "art/svg.h"
#include "engine/notation/markup.h"

#include <cmath>

namespace bastide::art {

std::string number(double value, int decimals) {
  constexpr double kPower[] = {1, 10, 100};
  long scaled = std::lround(value * kPower[decimals]);
  const bool negative = scaled < 0;
  if (negative) scaled = -scaled;
  const long power = std::lround(kPower[decimals]);
  std::string text = negative ? "-" : "";
  const long whole = scaled / power;
  long fraction = scaled % power;
  if (whole != 0 || fraction == 0) text += std::to_string(whole);
  if (fraction != 0) {
    std::string digits = std::to_string(fraction);
    digits.insert(0, static_cast<std::size_t>(decimals) - digits.size(), '0');
    while (digits.back() == '0') digits.pop_back();
    text += "." + digits;
  }
  return text;
}

// --- paths ---

Path::Unit Path::rounded(Point p) { return {std::lround(p.x * 10), std::lround(p.y * 10)}; }

void Path::command(char letter) {
  // After m, further pairs mean l; any other letter repeats itself.
  const bool implied = letter == last_command_ || (letter == 'l' && last_command_ == 'm');
  if (!implied || letter == 'm') {
    text_ += letter;
    last_command_ = letter;
  } else {
    last_command_ = letter;
  }
}

void Path::value(long tenths) {
  const std::string digits = number(static_cast<double>(tenths) / 10);
  const bool after_letter =
      text_.empty() || (text_.back() >= 'a' && text_.back() <= 'z') || text_.back() == ' ';
  if (!after_letter && digits[0] != '-') text_ += ' ';
  text_ += digits;
}

void Path::relative(Unit to) {
  value(to.x - at_.x);
  value(to.y - at_.y);
}

Path& Path::move(Point to) {
  const Unit unit = rounded(to);
  command('m');
  relative(unit);
  at_ = start_ = unit;
  return *this;
}

Path& Path::line(Point to) {
  const Unit unit = rounded(to);
  if (unit.x == at_.x && unit.y == at_.y) return *this;
  if (unit.y == at_.y) {
    command('h');
    value(unit.x - at_.x);
  } else if (unit.x == at_.x) {
    command('v');
    value(unit.y - at_.y);
  } else {
    command('l');
    relative(unit);
  }
  at_ = unit;
  return *this;
}

Path& Path::end_at(Unit to) {
  relative(to);
  at_ = to;
  return *this;
}

Path& Path::cubic(Point control1, Point control2, Point to) {
  command('c');
  relative(rounded(control1));
  relative(rounded(control2));
  return end_at(rounded(to));
}

// The first control point mirrors the last one of the curve before.
Path& Path::cubic_on(Point control2, Point to) {
  command('s');
  relative(rounded(control2));
  return end_at(rounded(to));
}

Path& Path::quad(Point control, Point to) {
  command('q');
  relative(rounded(control));
  return end_at(rounded(to));
}

Path& Path::arc(double rx, double ry, bool large, bool clockwise, Point to) {
  command('a');
  value(std::lround(rx * 10));
  value(std::lround(ry * 10));
  text_ += large ? " 0 1 " : " 0 0 ";
  text_ += clockwise ? "1 " : "0 ";
  return end_at(rounded(to));
}

Path& Path::close() {
  text_ += 'z';
  last_command_ = 'z';
  at_ = start_;
  return *this;
}

Path& Path::polyline(const Polyline& points) {
  if (points.size() < 2) return *this;
  move(points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) line(points[i]);
  return *this;
}

Path& Path::polygon(const Polyline& points) {
  if (points.size() < 3) return *this;
  return polyline(points).close();
}

// Catmull-Rom: the tangent at a point is parallel to the line between its neighbours.
void Path::curve(const Polyline& points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point after = points[i + 2 < points.size() ? i + 2 : points.size() - 1];
    const Point arriving = points[i + 1] - (after - points[i]) * (1.0 / 6);
    if (i == 0)
      cubic(points[0] + (points[1] - points[0]) * (1.0 / 6), arriving, points[1]);
    else
      cubic_on(arriving, points[i + 1]);
  }
}

Path& Path::smooth(const Polyline& points) {
  if (points.size() < 3) return polyline(points);
  move(points[0]);
  curve(points);
  return *this;
}

Path& Path::ribbon(const Polyline& outline) {
  const auto half = static_cast<std::ptrdiff_t>(outline.size() / 2);
  if (half < 2) return *this;
  smooth(Polyline(outline.begin(), outline.begin() + half));
  const Polyline back(outline.begin() + half, outline.end());
  line(back.front());
  curve(back);
  return close();
}

Path& Path::append(const Path& other) {
  if (other.empty()) return *this;
  // A path starts with a move from the origin, which is the same as an absolute one.
  text_ += "M" + other.text_.substr(1);
  last_command_ = other.last_command_;
  at_ = other.at_;
  start_ = other.start_;
  return *this;
}

Path& Path::smooth_ring(const Polyline& points) {
  const std::size_t n = points.size();
  if (n < 3) return *this;
  move(points[0]);
  for (std::size_t i = 0; i < n; ++i) {
    const Point from = points[i], to = points[(i + 1) % n];
    const Point arriving = to - (points[(i + 2) % n] - from) * (1.0 / 6);
    if (i == 0)
      cubic(from + (to - points[n - 1]) * (1.0 / 6), arriving, to);
    else
      cubic_on(arriving, to);
  }
  return close();
}

Path& Path::region(const Region& region) {
  for (const Polyline& ring : region) polygon(ring);
  return *this;
}

Path& Path::disc(Point centre, double radius) {
  move(centre + Point{-radius, 0});
  arc(radius, radius, true, true, centre + Point{radius, 0});
  arc(radius, radius, true, true, centre + Point{-radius, 0});
  return close();
}

Path& Path::dot(Point at) {
  // A tenth long: not every renderer puts caps on a line without length.
  return move(at).line(at + Point{0.1, 0});
}

// --- elements ---

void Svg::start(std::string_view tag, Attributes attributes) {
  out_ += '<';
  out_ += tag;
  for (const Attribute& attribute : attributes) {
    out_ += ' ';
    out_ += attribute.first;
    out_ += "=\"" + markup_text(attribute.second) + "\"";
  }
}

Svg& Svg::open(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += '>';
  open_.emplace_back(tag);
  return *this;
}

Svg& Svg::close() {
  if (open_.empty()) return *this;
  out_ += "</" + open_.back() + ">";
  open_.pop_back();
  return *this;
}

Svg& Svg::leaf(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += "/>";
  return *this;
}

Svg& Svg::text(std::string_view words) {
  out_ += markup_text(words);
  return *this;
}

Svg& Svg::raw(std::string_view markup) {
  out_ += markup;
  return *this;
}

Svg& Svg::path(std::string_view css_class, const Path& path) {
  if (path.empty()) return *this;
  return leaf("path", {{"class", std::string(css_class)}, {"d", path.text()}});
}

Svg& Svg::circle(std::string_view css_class, Point centre, double radius) {
  return leaf("circle", {{"class", std::string(css_class)},
                         {"cx", number(centre.x)},
                         {"cy", number(centre.y)},
                         {"r", number(radius)}});
}

Svg& Svg::use(std::string_view id, Point at, double scale) {
  if (scale == 1)
    return leaf("use", {{"href", "#" + std::string(id)}, {"x", number(at.x)}, {"y", number(at.y)}});
  return leaf("use", {{"href", "#" + std::string(id)},
                      {"transform", "translate(" + number(at.x) + " " + number(at.y) + ")scale(" +
                                        number(scale, 2) + ")"}});
}

std::string document(std::string_view style, std::string_view body, Point low, Point size,
                     double pixels_wide) {
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + number(low.x, 2) +
                     " " + number(low.y, 2) + " " + number(size.x, 2) + " " + number(size.y, 2) +
                     "\"";
  if (pixels_wide > 0)
    text += " width=\"" + number(pixels_wide) + "\" height=\"" +
            number(pixels_wide * size.y / size.x) + "\"";
  text += ">";
  if (!style.empty()) text += "<style>" + std::string(style) + "</style>";
  text += body;
  return text + "</svg>\n";
}

}  // namespace bastide::art
