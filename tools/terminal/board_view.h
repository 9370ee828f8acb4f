// The map as seen through a window of the terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/draw.h"

namespace bastide::tools {

// An empty cell that can be chosen.
struct CellMark {
  Pos at;
  std::string number;
  std::string note;  // which ways round
};

// A number on a segment of a laid tile.
struct SegmentMark {
  Pos at;
  int segment = 0;  // or a spot of it (seg_of)
  std::string number;
};

// Where the number goes on the tile's picture; nowhere on a segment that is not drawn.
std::optional<Anchor> mark_anchor(const TilePicture& picture, const SegmentMark& mark);

struct BoardMarks {
  std::vector<CellMark> cells;
  std::vector<SegmentMark> segments;
  std::optional<Pos> last;  // framed
};

struct Extent {
  int west = 0, east = 0, south = 0, north = 0;
  int columns() const { return east - west + 1; }
  int rows() const { return north - south + 1; }
  void include(Pos p);
};
Extent extent_of(const GameState& s, const BoardMarks& marks);

class BoardView {
 public:
  BoardView(const Rules& rules, const Look& look, std::vector<char> letters)
      : rules_(rules), look_(look), letters_(std::move(letters)) {}

  // At most width x height characters, axes included. The window lies around `focus` where the map
  // is larger than it.
  Canvas draw(const GameState& s, const BoardMarks& marks, PictureSize size, int width, int height,
              Pos focus) const;
  // The whole map, in the largest size that is no wider than `width`.
  Canvas draw_all(const GameState& s, const BoardMarks& marks, int width) const;

 private:
  struct Window;
  void draw_tile(Canvas& canvas, const Window& window, const GameState& s,
                 const PlacedTile& tile) const;
  void draw_pieces(Canvas& canvas, const Window& window, const GameState& s) const;
  void draw_spot_piece(Canvas& canvas, const Window& window, const GameState& s,
                       const PlacedPiece& piece) const;
  void draw_towers(Canvas& canvas, const Window& window, const GameState& s) const;
  void draw_figures(Canvas& canvas, const Window& window, const GameState& s) const;
  void draw_marks(Canvas& canvas, const Window& window, const GameState& s,
                  const BoardMarks& marks) const;
  void draw_axes(Canvas& canvas, const Window& window) const;
  void draw_frame(Canvas& canvas, int x, int y, PictureSize size) const;
  void draw_open_cell(Canvas& canvas, int x, int y, PictureSize size, const CellMark& mark) const;

  const Rules& rules_;
  Look look_;
  std::vector<char> letters_;
};

}  // namespace bastide::tools
