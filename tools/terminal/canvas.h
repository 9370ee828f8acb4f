// A rectangle of coloured characters, and how it is written to a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::tools {

enum class ColourMode : std::uint8_t { none, palette256, true24 };

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0;
  bool set = false;
  friend bool operator==(const Colour&, const Colour&) = default;
};
constexpr Colour rgb(int hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex), true};
}
Colour mixed(Colour a, Colour b, int percent_b);
inline constexpr Colour kNoColour{};

struct Ink {
  Colour front;
  Colour back;
  bool bold = false;
  friend bool operator==(const Ink&, const Ink&) = default;
};

// One column. Characters are single-width code points.
struct Glyph {
  char32_t ch = U' ';
  Ink ink;
};

class Canvas {
 public:
  Canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  // Whatever lies outside is dropped.
  void put(int x, int y, char32_t ch, const Ink& ink);
  void text(int x, int y, std::string_view utf8, const Ink& ink = {});
  // Keeps the background that is there.
  void text_over(int x, int y, std::string_view utf8, Colour front, bool bold);
  void fill(int x, int y, int width, int height, const Glyph& glyph);
  void blit(const Canvas& from, int x, int y);
  Glyph* at(int x, int y);

  std::vector<std::string> lines(ColourMode mode) const;  // trailing blanks cut

 private:
  int width_, height_;
  std::vector<Glyph> cells_;
};

// Escape sequences for running text; empty in mode none.
std::string ink_on(const Ink& ink, ColourMode mode);
std::string ink_off(ColourMode mode);
std::string inked(std::string_view text, const Ink& ink, ColourMode mode);

std::u32string decoded(std::string_view utf8);  // malformed bytes become '?'
std::string encoded(char32_t ch);
int columns(std::string_view utf8);  // escape sequences do not count
std::string pad_to(std::string_view utf8, int width);

}  // namespace bastide::tools
