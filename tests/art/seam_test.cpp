// Seams: every side of a kind looks the same where two tiles meet. The pictures are rasterised by
// librsvg and the outermost pixels compared, for all tiles in all rotations.
#include <gtest/gtest.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "art/svg.h"
#include "art/theme.h"
#include "art/tile/tile_art.h"

namespace bastide::art {
namespace {

constexpr int kPixels = 100;
constexpr int kMargin = 4;  // of empty page round each tile
constexpr int kPitch = kPixels + 2 * kMargin;

struct Pixel {
  int r = 0, g = 0, b = 0, a = 0;
};

struct Drawing {
  const TileDef* tile;
  Rotation rotation;
  Pos cell;
};

// Some drawings side by side, so that what they share is read once.
class Raster {
 public:
  explicit Raster(const std::vector<Drawing>& row) {
    const int width = kPitch * static_cast<int>(row.size());
    std::string body = "<defs>" + tile_definitions() + "</defs>";
    for (std::size_t i = 0; i < row.size(); ++i)
      body += "<g transform=\"translate(" + number(kPitch * static_cast<double>(i)) + " 0)\">" +
              draw_tile(*row[i].tile, row[i].rotation, row[i].cell) + "</g>";
    const double m = kMargin;
    const std::string svg = document(stylesheet(Theme::day), body, {-m, -m},
                                     {static_cast<double>(width), kPitch}, width);
    GError* error = nullptr;
    RsvgHandle* handle =
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error);
    EXPECT_NE(handle, nullptr) << (error != nullptr ? error->message : "");
    surface_ = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, kPitch);
    cairo_t* cairo = cairo_create(surface_);
    const RsvgRectangle page{0, 0, static_cast<double>(width), kPitch};
    EXPECT_TRUE(rsvg_handle_render_document(handle, cairo, &page, &error));
    cairo_destroy(cairo);
    g_object_unref(handle);
    cairo_surface_flush(surface_);
  }
  ~Raster() { cairo_surface_destroy(surface_); }
  Raster(const Raster&) = delete;
  Raster& operator=(const Raster&) = delete;

  // In pixels of the index-th tile; its margin has negative coordinates.
  Pixel at(std::size_t index, int x, int y) const {
    const unsigned char* line = cairo_image_surface_get_data(surface_) +
                                (y + kMargin) * cairo_image_surface_get_stride(surface_);
    const unsigned char* p = line + 4 * (x + kMargin + kPitch * static_cast<int>(index));
    return {p[2], p[1], p[0], p[3]};
  }

 private:
  cairo_surface_t* surface_ = nullptr;
};

using Strip = std::array<Pixel, kPixels>;

// The outermost pixels of a side, from west to east or from north to south.
Strip strip_of(const Raster& raster, std::size_t index, int side) {
  Strip strip;
  for (int i = 0; i < kPixels; ++i) {
    const int last = kPixels - 1;
    const int x = side == 0 || side == 2 ? i : side == 1 ? last : 0;
    const int y = side == 1 || side == 3 ? i : side == 2 ? last : 0;
    strip[static_cast<std::size_t>(i)] = raster.at(index, x, y);
  }
  return strip;
}

int difference(Pixel a, Pixel b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// Walls that taper to a corner, or part a side in the middle, come to a point on the edge itself.
bool may_differ(const TileDef& tile, int printed_side, int i) {
  if (i < 2 || i > kPixels - 3) return true;
  const bool parted = ((tile.shared_sides | tile.split_sides) >> printed_side & 1) != 0;
  return parted && i >= kPixels / 2 - 4 && i <= kPixels / 2 + 3;
}

class Seams {
 public:
  void look_at(const std::vector<Drawing>& row) {
    const Raster raster(row);
    for (std::size_t i = 0; i < row.size(); ++i) look_at(row[i], raster, i);
  }
  int looked_at() const { return looked_at_; }

 private:
  void look_at(const Drawing& drawing, const Raster& raster, std::size_t index) {
    for (int side = 0; side < kSides; ++side) {
      const int printed = (side + 4 - drawing.rotation) & 3;
      const EdgeKind kind = drawing.tile->edges[static_cast<std::size_t>(printed)];
      if (kind == EdgeKind::any || kind == EdgeKind::closed) continue;
      compare(drawing, side, printed, kind, strip_of(raster, index, side));
    }
    int over = 0;  // one pixel is left to the bleed
    for (int i = -kMargin; i < kPixels + kMargin; ++i)
      for (const int out : {-2, kPixels + 1})
        over = std::max({over, raster.at(index, i, out).a, raster.at(index, out, i).a});
    EXPECT_LE(over, 8) << drawing.tile->full_id() << " reaches over its edge, turned "
                       << 90 * drawing.rotation;
    ++looked_at_;
  }

  void compare(const Drawing& drawing, int side, int printed, EdgeKind kind, const Strip& strip) {
    // North meets south and east meets west.
    const std::pair key{static_cast<int>(kind), side % 2};
    const auto [known, first] = known_.emplace(key, strip);
    if (first) return;
    int worst = 0, where = 0;
    for (int i = 0; i < kPixels; ++i) {
      if (may_differ(*drawing.tile, printed, i)) continue;
      const auto at = static_cast<std::size_t>(i);
      const int d = difference(strip[at], known->second[at]);
      if (d > worst) worst = d, where = i;
    }
    EXPECT_LE(worst, 36) << drawing.tile->full_id() << " turned " << 90 * drawing.rotation
                         << ", side " << side << ", at " << where;
  }

  std::map<std::pair<int, int>, Strip> known_;
  int looked_at_ = 0;
};

TEST(Seams, all_sides_of_a_kind_meet) {
  Seams seams;
  std::vector<Drawing> row;
  for (const SetDef& set : catalogue().sets)
    for (const TileDef& tile : set.tiles)
      for (Rotation rotation = 0; rotation < kRotations; ++rotation) {
        row.push_back({&tile, rotation, {static_cast<std::int16_t>(rotation), 0}});
        if (row.size() < 32) continue;
        seams.look_at(row);
        row.clear();
      }
  if (!row.empty()) seams.look_at(row);
  EXPECT_GT(seams.looked_at(), 1000);
}

}  // namespace
}  // namespace bastide::art
