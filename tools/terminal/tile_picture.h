// A tile as pixels, made from its topology: what lies where, and which segment it belongs to.
// A picture of c columns and r rows of characters has c x 2r pixels: a half block shows two.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/tiles/face.h"

namespace bastide::tools {

enum class Material : std::uint8_t {
  field,
  road,
  city,
  wall,
  house,
  river,
  building_wall,
  roof,
  garden,
  village,
  closed
};

struct PictureSize {
  int columns = 10;
  int rows = 5;
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};
inline constexpr PictureSize kLarge{10, 5};
inline constexpr PictureSize kMedium{6, 3};
inline constexpr PictureSize kSmall{4, 2};

// Where a label of two characters goes, in characters from the picture's top left.
struct Anchor {
  int column = 0;
  int row = 0;
};

struct TilePicture {
  PictureSize size;
  std::vector<Material> material;     // row by row, columns x 2 rows
  std::vector<std::uint8_t> segment;  // of the face; kNoSegment where none
  std::vector<Anchor> anchors;        // one a segment of the face
  std::vector<Anchor> pennants;       // one for each pennant
  std::uint32_t marks = 0;            // the tile's symbols

  int width() const { return size.columns; }
  int height() const { return 2 * size.rows; }
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y * width() + x); }
  Material at(int x, int y) const { return material[index(x, y)]; }
  std::uint8_t segment_at(int x, int y) const { return segment[index(x, y)]; }
};

// Where a label goes on a place that is no segment; `number` counts those on the same one.
Anchor spot_anchor(Spot spot, int number, PictureSize size);

TilePicture make_picture(const TileDef& tile, const Face& face, PictureSize size);

}  // namespace bastide::tools
