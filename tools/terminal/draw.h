// How tiles, pieces and empty cells look: in colours with half blocks, or in plain characters.
#pragma once

#include <string>

#include "engine/game/game.h"
#include "tools/terminal/canvas.h"
#include "tools/terminal/tile_picture.h"

namespace bastide::tools {

struct Look {
  ColourMode colours = ColourMode::none;
  bool ascii = false;
  bool coloured() const { return colours != ColourMode::none; }
};

// Tiles of a map are shaded like a chessboard, so that one sees where each ends.
void draw_picture(Canvas& canvas, int x, int y, const TilePicture& picture, const Face& face,
                  const Look& look, bool shaded = false);

// A label of two characters with a background of its own.
void draw_label(Canvas& canvas, int x, int y, std::string_view label, const Ink& ink,
                const Look& look);

Ink player_ink(Seat seat);
Ink number_ink();  // numbers to choose from
Colour dim_colour();
char32_t role_sign(SegmentKind kind, bool ascii);  // knight, highwayman, monk, farmer
std::string_view role_name(SegmentKind kind);
std::string_view turn_sign(Rotation rotation, bool ascii);  // which way the tile's top points

}  // namespace bastide::tools
