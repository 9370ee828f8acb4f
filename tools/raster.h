// From SVG to pixels, where the program was built with librsvg.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace bastide::tools {

// Whether pictures in pixels can be made, and if not, what is missing.
std::optional<std::string> missing_for_png();

// The most that one side and the whole of a picture may have.
inline constexpr double kMaxPixelsASide = 20'000;
inline constexpr double kMaxPixels = 64e6;

struct RasterError {
  std::string what;
};
// A PNG file of exactly that size.
std::variant<std::string, RasterError> png_from_svg(std::string_view svg, int width, int height);

}  // namespace bastide::tools
