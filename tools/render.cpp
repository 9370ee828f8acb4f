// bastide render: a picture of the board that a record leads to.
#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

#include "art/board/board_art.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/output_file.h"
#include "tools/raster.h"

namespace bastide::tools {

namespace {

enum class Format { svg, png };

constexpr int kMinFrame = 16;  // pixels

std::optional<Format> format_of(const std::string& file) {
  if (file == "-" || file.ends_with(".svg")) return Format::svg;
  if (file.ends_with(".png")) return Format::png;
  return std::nullopt;
}

// How many actions to play: all, the first N, or all but the last N.
std::optional<std::size_t> actions_to_play(const RenderOptions& options, std::size_t all) {
  if (!options.at) return all;
  const auto size = static_cast<std::int64_t>(all);
  const std::int64_t wanted = *options.at < 0 ? size + *options.at : *options.at;
  if (wanted < 0 || wanted > size) return std::nullopt;
  return static_cast<std::size_t>(wanted);
}

std::optional<std::string> png_of(const art::BoardPicture& picture) {
  auto png = png_from_svg(picture.svg, static_cast<int>(std::lround(picture.width)),
                          static_cast<int>(std::lround(picture.height)));
  if (auto* error = std::get_if<RasterError>(&png)) {
    complain("the picture cannot be drawn: " + error->what);
    return std::nullopt;
  }
  return std::get<std::string>(std::move(png));
}

struct PixelSize {
  int width = 0;
  int height = 0;
};

// "1200x630".
std::optional<PixelSize> size_of(const std::string& text) {
  PixelSize size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc() || height.ptr != end) return std::nullopt;
  const bool fits = size.width >= kMinFrame && size.width <= kMaxPixelsASide &&
                    size.height >= kMinFrame && size.height <= kMaxPixelsASide &&
                    static_cast<double>(size.width) * size.height <= kMaxPixels;
  return fits ? std::optional(size) : std::nullopt;
}

// The board as large as it fits, in the middle of a table of exactly this size.
art::BoardPicture framed(const art::Scene& scene, art::BoardLook look, PixelSize size) {
  const art::Point natural = art::picture_size(scene, look);
  look.pixels_a_tile *= std::min(size.width / natural.x, size.height / natural.y);
  art::BoardPicture picture = art::draw_board(scene, look);
  constexpr std::string_view root = "<svg";
  picture.svg.insert(root.size(),
                     fmt::format(R"( x="{:.1f}" y="{:.1f}")", (size.width - picture.width) / 2,
                                 (size.height - picture.height) / 2));
  picture.svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}">)"
      R"(<rect width="{0}" height="{1}" fill="{2}"/>{3}</svg>)",
      size.width, size.height, art::paper_colour(look.theme), picture.svg);
  picture.width = size.width;
  picture.height = size.height;
  return picture;
}

int draw(const RenderOptions& options, const Rules& rules, const GameState& state, Format format) {
  const art::Scene scene = art::scene_of(rules, state);
  art::BoardLook look;
  look.theme = *art::theme_named(options.theme);
  look.labels = options.labels;
  look.features = options.features;
  look.last = options.last;
  look.pixels_a_tile = options.scale;
  const art::Point size = art::picture_size(scene, look);
  if (size.x > kMaxPixelsASide || size.y > kMaxPixelsASide || size.x * size.y > kMaxPixels) {
    complain(
        fmt::format("a picture of {:.0f} × {:.0f} pixels is too large; choose a smaller --scale",
                    size.x, size.y));
    return kExitMalformed;
  }
  const auto frame = size_of(options.size);
  const art::BoardPicture picture =
      frame ? framed(scene, look, *frame) : art::draw_board(scene, look);
  if (format == Format::svg)
    return write_output(options.output, picture.svg) ? kExitOk : kExitMalformed;
  const auto png = png_of(picture);
  return png && write_output(options.output, *png) ? kExitOk : kExitMalformed;
}

int play_and_draw(const RenderOptions& options, const RecordInFile& from, Format format) {
  const auto count = actions_to_play(options, from.record.actions.size());
  if (!count) {
    complain(fmt::format("{}: has {} actions, so there is no --at {}", from.where,
                         from.record.actions.size(), *options.at));
    return kExitMalformed;
  }
  Record record{from.record.setup, {}};
  record.actions.assign(from.record.actions.begin(),
                        from.record.actions.begin() + static_cast<std::ptrdiff_t>(*count));
  const auto played = play_record(record);
  if (const auto* error = std::get_if<PlayError>(&played)) return complain_about(from, *error);
  const auto& game = std::get<PlayedRecord>(played);
  return draw(options, *game.rules, game.state, format);
}

}  // namespace

int run_render(const RenderOptions& options) {
  const auto format = format_of(options.output);
  if (!format) {
    complain(options.output + ": the name of a picture ends in .svg or .png");
    return kExitMalformed;
  }
  if (!std::isfinite(options.scale)) {
    complain("--scale is a number of pixels");
    return kExitMalformed;
  }
  if (!options.size.empty() && !size_of(options.size)) {
    complain("--size " + options.size + " is none; give width and height in pixels, like 1200x630");
    return kExitMalformed;
  }
  if (!art::theme_named(options.theme)) {
    complain("there is no theme " + options.theme + "; the themes are day, night and contrast");
    return kExitMalformed;
  }
  if (*format == Format::png)
    if (const auto missing = missing_for_png()) {
      complain(*missing);
      return kExitMalformed;
    }
  // All records are read before the first is drawn: a file that is wrong anywhere leaves no
  // picture.
  std::optional<Record> only;
  std::string where;
  const int code = for_each_record(options.file, [&](const RecordInFile& from) {
    if (only) {
      complain(from.where + ": a picture shows one game, and this file holds several");
      return kExitMalformed;
    }
    only = from.record;
    where = from.where;
    return kExitOk;
  });
  if (code != kExitOk) return code;
  return play_and_draw(options, {*only, 1, where}, *format);
}

}  // namespace bastide::tools
