#include "art/piece/outline.h"

#include <charconv>
#include <cctype>

namespace bastide::art {

namespace {

// Reads the numbers and letters of a drawing one after another.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_number() {
    skip();
    return !text_.empty() && (std::isdigit(static_cast<unsigned char>(text_[0])) != 0 ||
                              text_[0] == '-' || text_[0] == '.');
  }
  double number() {
    skip();
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    text_.remove_prefix(error == std::errc{} ? static_cast<std::size_t>(end - text_.data())
                                             : text_.size());
    return value;
  }
  Point point() {
    const double x = number();
    return {x, number()};
  }
  char command() {  // 0 at the end
    skip();
    if (text_.empty()) return 0;
    const char letter = text_[0];
    text_.remove_prefix(1);
    return letter;
  }

 private:
  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == ',')) text_.remove_prefix(1);
  }
  std::string_view text_;
};

void add_curve(Polyline& ring, Reader& in) {
  const Point control1 = in.point();
  const Point control2 = in.point();
  const Polyline curve = cubic(ring.back(), control1, control2, in.point(), 8);
  ring.insert(ring.end(), curve.begin() + 1, curve.end());
}

// One closed shape, after its M.
Polyline closed_shape(Reader& in) {
  Polyline ring{in.point()};
  for (char letter = in.command(); letter == 'L' || letter == 'C'; letter = in.command()) {
    while (in.at_number()) {
      if (letter == 'L')
        ring.push_back(in.point());
      else
        add_curve(ring, in);
    }
  }
  return ring;
}

Region thick_line(Reader& in) {
  const double width = in.number();
  Polyline line;
  while (in.at_number()) line.push_back(in.point());
  return thickened_round(line, width);
}

Region shape(char letter, Reader& in) {
  switch (letter) {
    case 'M':
      return {closed_shape(in)};
    case 'O': {
      const Point centre = in.point();
      const Point radii = in.point();
      return {ellipse(centre, radii.x, radii.y, 28)};
    }
    case 'R': {
      const Point low = in.point();
      return {rectangle(low, low + in.point())};
    }
    case 'S':
      return thick_line(in);
    default:
      return {};
  }
}

}  // namespace

Region outline(std::string_view drawing) {
  Reader in(drawing);
  Region all;
  for (char letter = in.command(); letter != 0; letter = in.command())
    all = united(all, shape(letter, in));
  return all;
}

}  // namespace bastide::art
