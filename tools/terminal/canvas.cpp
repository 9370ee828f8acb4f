#include "tools/terminal/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace bastide::tools {

Colour mixed(Colour a, Colour b, int percent_b) {
  const auto blend = [&](int x, int y) {
    return static_cast<std::uint8_t>((x * (100 - percent_b) + y * percent_b) / 100);
  };
  return {blend(a.r, b.r), blend(a.g, b.g), blend(a.b, b.b), true};
}

Canvas::Canvas(int width, int height)
    : width_(std::max(width, 0)),
      height_(std::max(height, 0)),
      cells_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

Glyph* Canvas::at(int x, int y) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
  return &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(x)];
}

void Canvas::put(int x, int y, char32_t ch, const Ink& ink) {
  if (Glyph* cell = at(x, y)) *cell = {ch, ink};
}

void Canvas::text(int x, int y, std::string_view utf8, const Ink& ink) {
  for (const char32_t ch : decoded(utf8)) put(x++, y, ch, ink);
}

void Canvas::text_over(int x, int y, std::string_view utf8, Colour front, bool bold) {
  for (const char32_t ch : decoded(utf8)) {
    // A half block shows two colours; a letter over it keeps the lower one.
    if (Glyph* cell = at(x++, y)) *cell = {ch, {front, cell->ink.back, bold}};
  }
}

void Canvas::fill(int x, int y, int width, int height, const Glyph& glyph) {
  for (int j = y; j < y + height; ++j)
    for (int i = x; i < x + width; ++i) put(i, j, glyph.ch, glyph.ink);
}

void Canvas::blit(const Canvas& from, int x, int y) {
  for (int j = 0; j < from.height_; ++j)
    for (int i = 0; i < from.width_; ++i) {
      const Glyph& g = from.cells_[static_cast<std::size_t>(j * from.width_ + i)];
      put(x + i, y + j, g.ch, g.ink);
    }
}

std::vector<std::string> Canvas::lines(ColourMode mode) const {
  std::vector<std::string> out;
  for (int y = 0; y < height_; ++y) {
    const Glyph* row = &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
    int end = width_;
    const auto blank = [&](const Glyph& g) {
      return g.ch == U' ' && (!g.ink.back.set || mode == ColourMode::none);
    };
    while (end > 0 && blank(row[end - 1])) --end;
    std::string line;
    Ink current;
    for (int x = 0; x < end; ++x) {
      if (!(row[x].ink == current)) {
        if (!(current == Ink{})) line += ink_off(mode);
        line += ink_on(current = row[x].ink, mode);
      }
      line += encoded(row[x].ch);
    }
    if (!(current == Ink{})) line += ink_off(mode);
    out.push_back(std::move(line));
  }
  return out;
}

namespace {

// The nearest of the 6x6x6 cube and the 24 greys of the 256-colour palette.
int palette_index(Colour c) {
  constexpr int steps[] = {0, 95, 135, 175, 215, 255};
  const auto nearest = [&](int v) {
    int best = 0;
    for (int i = 1; i < 6; ++i)
      if (std::abs(steps[i] - v) < std::abs(steps[best] - v)) best = i;
    return best;
  };
  const int r = nearest(c.r), g = nearest(c.g), b = nearest(c.b);
  const auto distance = [&](int x, int y, int z) {
    return (x - c.r) * (x - c.r) + (y - c.g) * (y - c.g) + (z - c.b) * (z - c.b);
  };
  const int grey = std::clamp(((c.r + c.g + c.b) / 3 - 3) / 10, 0, 23);
  const int level = 8 + 10 * grey;
  const bool use_grey = distance(level, level, level) < distance(steps[r], steps[g], steps[b]);
  return use_grey ? 232 + grey : 16 + 36 * r + 6 * g + b;
}

void add_colour(std::string& codes, Colour c, int base, ColourMode mode) {
  if (!c.set) return;
  if (!codes.empty()) codes += ';';
  codes += mode == ColourMode::true24 ? fmt::format("{};2;{};{};{}", base, c.r, c.g, c.b)
                                      : fmt::format("{};5;{}", base, palette_index(c));
}

}  // namespace

std::string ink_on(const Ink& ink, ColourMode mode) {
  if (mode == ColourMode::none || ink == Ink{}) return "";
  std::string codes = ink.bold ? "1" : "";
  add_colour(codes, ink.front, 38, mode);
  add_colour(codes, ink.back, 48, mode);
  return "\x1b[" + codes + "m";
}

std::string ink_off(ColourMode mode) { return mode == ColourMode::none ? "" : "\x1b[0m"; }

std::string inked(std::string_view text, const Ink& ink, ColourMode mode) {
  return ink_on(ink, mode) + std::string(text) + (ink == Ink{} ? "" : ink_off(mode));
}

std::u32string decoded(std::string_view utf8) {
  std::u32string out;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const int more = lead < 0x80         ? 0
                     : (lead >> 5) == 6  ? 1
                     : (lead >> 4) == 14 ? 2
                     : (lead >> 3) == 30 ? 3
                                         : -1;
    char32_t ch = more == 0 ? lead : lead & (0x3Fu >> more);
    bool good = more >= 0 && i + static_cast<std::size_t>(more) < utf8.size();
    for (int k = 1; good && k <= more; ++k) {
      const auto next = static_cast<unsigned char>(utf8[i + static_cast<std::size_t>(k)]);
      good = (next >> 6) == 2;
      ch = (ch << 6) | (next & 0x3Fu);
    }
    // Control characters would move the cursor; nothing typed or named may do that.
    out += good && ch >= 0x20 && ch != 0x7F && !(ch >= 0x80 && ch < 0xA0) ? ch : U'?';
    i += good ? static_cast<std::size_t>(more) + 1 : 1;
  }
  return out;
}

std::string encoded(char32_t ch) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (ch < 0x80) return {byte(ch)};
  if (ch < 0x800) return {byte(0xC0 | (ch >> 6)), byte(0x80 | (ch & 0x3F))};
  if (ch < 0x10000)
    return {byte(0xE0 | (ch >> 12)), byte(0x80 | ((ch >> 6) & 0x3F)), byte(0x80 | (ch & 0x3F))};
  return {byte(0xF0 | (ch >> 18)), byte(0x80 | ((ch >> 12) & 0x3F)),
          byte(0x80 | ((ch >> 6) & 0x3F)), byte(0x80 | (ch & 0x3F))};
}

int columns(std::string_view utf8) {
  int count = 0;
  bool escape = false;
  for (const char c : utf8) {
    if (c == '\x1b') escape = true;
    if (!escape && (static_cast<unsigned char>(c) & 0xC0) != 0x80) ++count;
    if (escape && c == 'm') escape = false;
  }
  return count;
}

std::string pad_to(std::string_view utf8, int width) {
  return std::string(utf8) +
         std::string(static_cast<std::size_t>(std::max(0, width - columns(utf8))), ' ');
}

}  // namespace bastide::tools
