// Writing SVG: numbers as short as they can be, escaped text, elements that close themselves.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "art/geometry.h"

namespace bastide::art {

// At most `decimals` (0 to 2) places, no trailing zero, no "-0", no zero before the point.
std::string number(double value, int decimals = 1);

// The d attribute of a path. Coordinates are rounded to one decimal and written relative to the
// last point, where rounding errors do not add up.
class Path {
 public:
  Path& move(Point to);
  Path& line(Point to);
  Path& cubic(Point control1, Point control2, Point to);
  Path& cubic_on(Point control2, Point to);  // goes on smoothly from a cubic
  Path& quad(Point control, Point to);
  Path& arc(double rx, double ry, bool large, bool clockwise, Point to);
  Path& close();

  Path& polyline(const Polyline& points);     // straight pieces
  Path& polygon(const Polyline& points);      // straight pieces, closed
  Path& smooth(const Polyline& points);       // a curve through all points
  Path& smooth_ring(const Polyline& points);  // the same, closed
  Path& ribbon(const Polyline& outline);      // what pen_stroke returns, smooth
  Path& append(const Path& other);
  Path& region(const Region& region);  // polygons
  Path& disc(Point centre, double radius);
  Path& dot(Point at);  // for a stroke with round caps

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  struct Unit {  // tenths of a unit: what is written
    long x = 0;
    long y = 0;
  };
  static Unit rounded(Point p);
  void command(char letter);
  void value(long tenths);
  void relative(Unit to);
  Path& end_at(Unit to);               // the last point of a command
  void curve(const Polyline& points);  // from the current point, which is the first

  std::string text_;
  char last_command_ = 0;
  Unit at_;
  Unit start_;
};

using Attribute = std::pair<std::string_view, std::string>;

class Svg {
 public:
  using Attributes = std::initializer_list<Attribute>;

  Svg& open(std::string_view tag, Attributes attributes = {});
  Svg& close();  // the element opened last
  Svg& leaf(std::string_view tag, Attributes attributes = {});
  Svg& text(std::string_view words);  // escaped
  Svg& raw(std::string_view markup);  // already SVG

  // <path class="..." d="..."/>; nothing at all for an empty path.
  Svg& path(std::string_view css_class, const Path& path);
  Svg& circle(std::string_view css_class, Point centre, double radius);
  // <use href="#id" x y/>
  Svg& use(std::string_view id, Point at, double scale = 1);

  const std::string& str() const { return out_; }
  bool balanced() const { return open_.empty(); }

 private:
  void start(std::string_view tag, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

// A whole document: viewBox, style, body. `pixels` 0 leaves the size to the page.
std::string document(std::string_view style, std::string_view body, Point low, Point size,
                     double pixels_wide = 0);

}  // namespace bastide::art
