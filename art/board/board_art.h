// A whole table as one SVG document.
#pragma once

#include <string>

#include "art/board/scene.h"
#include "art/theme.h"

namespace bastide::art {

struct BoardLook {
  Theme theme = Theme::day;
  bool labels = false;        // coordinates round the board
  bool features = false;      // who holds what, and its worth
  bool last = false;          // the tile laid last, outlined
  double pixels_a_tile = 96;  // width and height of the document

  // Small details are noise where a tile has so few pixels.
  bool is_far() const { return pixels_a_tile < kFarPixels; }
};

struct BoardPicture {
  std::string svg;
  double width = 0;  // pixels
  double height = 0;
};

BoardPicture draw_board(const Scene& scene, const BoardLook& look);
// How large that picture will be, without drawing it.
Point picture_size(const Scene& scene, const BoardLook& look);

// The classes that boards use besides those of tiles and pieces. See stylesheet() for `scope`.
std::string board_stylesheet(Theme theme, std::string_view scope = "");

// A bridge from edge to edge of a tile (0: north to south, 1: east to west), in the tile's square.
std::string draw_bridge(int axis, std::optional<int> owner);

}  // namespace bastide::art
