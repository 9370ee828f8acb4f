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
  std::uint32_t marks = ~0u;  // of tiles: those that mean something in this game
  bool coloured() const { return colours != ColourMode::none; }
};

// Tiles of a map are shaded like a chessboard, so that one sees where each ends.
void draw_picture(Canvas& canvas, int x, int y, const TilePicture& picture, const Face& face,
                  const Look& look, bool shaded = false);

// A label of two characters with a background of its own.
void draw_label(Canvas& canvas, int x, int y, std::string_view label, const Ink& ink,
                const Look& look);

Ink player_ink(Seat seat);
Ink figure_ink();  // figures that belong to nobody
Ink tower_ink();
Ink number_ink();  // numbers to choose from
Colour dim_colour();
// Inns, goods and the like are decoration without their sets.
Look with_marks_of(const Rules& rules, Look look);
// The sign of a tile with a volcano, an inn and so on, and what it is called.
struct TileSign {
  char32_t sign = 0;  // 0: none
  std::string_view name;
};
TileSign tile_sign(std::uint32_t marks, bool ascii);
char32_t role_sign(SegmentKind kind, bool ascii);  // knight, highwayman, monk, farmer
std::string_view role_name(SegmentKind kind);
// The same for a piece that may be more than its role: an abbot is one wherever he stands.
bool is_more_than_its_role(PieceKind piece);
char32_t piece_sign(PieceKind piece, SegmentKind kind, bool ascii);
std::string piece_role(PieceKind piece, SegmentKind kind);
// The same on a place that is no segment: guards, acrobats ("tumblers" in plain letters), barns.
char32_t spot_sign(PieceKind piece, Spot spot, bool ascii);
std::string_view spot_role(Spot spot);
std::string_view turn_sign(Rotation rotation, bool ascii);  // which way the tile's top points

}  // namespace bastide::tools
