#include "tools/terminal/board_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/bridge.h"
#include "tools/terminal/figures.h"
#include "tools/terminal/tokens_view.h"
#include "tools/terminal/wheel_view.h"

namespace bastide::tools {

namespace {

constexpr int kAxisWidth = 4;  // "-12 "
constexpr int kAxisHeight = 1;

}  // namespace

std::optional<Anchor> mark_anchor(const TilePicture& picture, const SegmentMark& mark) {
  const auto seg = static_cast<std::uint8_t>(mark.segment);
  if (is_spot(seg)) return spot_anchor(spot_of(seg), 2, picture.size);
  const auto index = static_cast<std::size_t>(mark.segment);
  return index < picture.anchors.size() ? std::optional(picture.anchors[index]) : std::nullopt;
}

void Extent::include(Pos p) {
  west = std::min<int>(west, p.x);
  east = std::max<int>(east, p.x);
  south = std::min<int>(south, p.y);
  north = std::max<int>(north, p.y);
}

Extent extent_of(const GameState& s, const BoardMarks& marks) {
  Extent extent;
  for (int i = 0; i < s.core->tiles; ++i) extent.include(s.tiles[i].at);
  for (const CellMark& mark : marks.cells) extent.include(mark.at);
  return extent;
}

// Which cells are shown, and where on the canvas they lie.
struct BoardView::Window {
  PictureSize size;
  int west = 0, north = 0, columns = 0, rows = 0;

  int x(int cell_x) const { return kAxisWidth + (cell_x - west) * size.columns; }
  int y(int cell_y) const { return kAxisHeight + (north - cell_y) * size.rows; }
  bool shows(Pos p) const {
    return p.x >= west && p.x < west + columns && p.y <= north && p.y > north - rows;
  }
};

Canvas BoardView::draw(const GameState& s, const BoardMarks& marks, PictureSize size, int width,
                       int height, Pos focus) const {
  const Extent extent = extent_of(s, marks);
  Window window{size, extent.west, extent.north, extent.columns(), extent.rows()};
  const int fit_columns = std::max(1, (width - kAxisWidth) / size.columns);
  const int fit_rows = std::max(1, (height - kAxisHeight) / size.rows);
  if (fit_columns < window.columns) {
    window.west = std::clamp(focus.x - fit_columns / 2, extent.west, extent.east - fit_columns + 1);
    window.columns = fit_columns;
  }
  if (fit_rows < window.rows) {
    window.north = std::clamp(focus.y + fit_rows / 2, extent.south + fit_rows - 1, extent.north);
    window.rows = fit_rows;
  }
  Canvas canvas(kAxisWidth + window.columns * size.columns + 2,
                kAxisHeight + window.rows * size.rows);
  draw_axes(canvas, window);
  for (int i = 0; i < s.core->tiles; ++i)
    if (window.shows(s.tiles[i].at)) draw_tile(canvas, window, s, s.tiles[i]);
  const Pos disc_from{1, -1}, disc_to{2, -2};
  if (rules_.on(ModuleId::wheel) && window.shows(disc_from) && window.shows(disc_to))
    draw_wheel_disc(canvas, window.x(1), window.y(-1), size, rules_, s, letters_, look_);
  draw_towers(canvas, window, s);
  draw_pieces(canvas, window, s);
  draw_figures(canvas, window, s);
  draw_marks(canvas, window, s, marks);
  return canvas;
}

Canvas BoardView::draw_all(const GameState& s, const BoardMarks& marks, int width) const {
  const Extent extent = extent_of(s, marks);
  PictureSize size = kLarge;
  for (const PictureSize smaller : {kMedium, kSmall})
    if (kAxisWidth + extent.columns() * size.columns > width) size = smaller;
  return draw(s, marks, size, kAxisWidth + extent.columns() * size.columns,
              kAxisHeight + extent.rows() * size.rows, {});
}

void BoardView::draw_tile(Canvas& canvas, const Window& window, const GameState&,
                          const PlacedTile& tile) const {
  const TileDef& def = *rules_.tiles[tile.type].def;
  const Face face = face_shown(rules_.face(tile.type, tile.rotation), tile);
  const bool shaded = ((tile.at.x + tile.at.y) & 1) != 0;
  draw_picture(canvas, window.x(tile.at.x), window.y(tile.at.y),
               make_picture(def, face, window.size), face, look_, shaded);
}

void BoardView::draw_pieces(Canvas& canvas, const Window& window, const GameState& s) const {
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.segment == kNone || piece.owner >= letters_.size()) continue;
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
    if (!window.shows(tile.at)) continue;
    if (piece.standing == Standing::on_tile) {
      draw_spot_piece(canvas, window, s, piece);
      continue;
    }
    const Face face = face_shown(rules_.face(tile.type, tile.rotation), tile);
    const int local = tile.local(piece.segment);
    if (local >= face.segment_count) continue;
    const TilePicture picture = make_picture(*rules_.tiles[tile.type].def, face, window.size);
    const Anchor at = picture.anchors[static_cast<std::size_t>(local)];
    const SegmentKind kind = face.segments[static_cast<std::size_t>(local)].kind;
    draw_label(canvas, window.x(tile.at.x) + at.column, window.y(tile.at.y) + at.row,
               letters_[piece.owner] + encoded(piece_sign(piece.kind, kind, look_.ascii)),
               player_ink(piece.owner), look_);
  }
}

// Barns are figures: they have a corner and no tile.
void BoardView::draw_spot_piece(Canvas& canvas, const Window& window, const GameState& s,
                                const PlacedPiece& piece) const {
  if (piece.kind == PieceKind::barn) return;
  const PlacedTile& tile = tile_of(s, piece.segment);
  const auto spot = static_cast<Spot>(piece.detail);
  int before = 0;
  for (const PlacedPiece* other = s.pieces.data(); other != &piece; ++other)
    before += is_on_spot(*other, spot) && other->segment == piece.segment;
  const Anchor at = spot_anchor(spot, before, window.size);
  draw_label(canvas, window.x(tile.at.x) + at.column, window.y(tile.at.y) + at.row,
             letters_[piece.owner] + encoded(spot_sign(piece.kind, spot, look_.ascii)),
             player_ink(piece.owner), look_);
}

// How high each tower is, below its guard.
void BoardView::draw_towers(Canvas& canvas, const Window& window, const GameState& s) const {
  for (TileIndex i = 0; i < s.core->tiles; ++i) {
    const Pos at = s.tiles[i].at;
    const int floors = window.shows(at) ? floors_on(rules_, s, i) : 0;
    if (floors == 0) continue;
    const Anchor below = spot_anchor(Spot::tower, 0, window.size);
    const std::string label =
        floors > 9 ? std::to_string(floors) : (look_.ascii ? "T" : "♖") + std::to_string(floors);
    draw_label(canvas, window.x(at.x) + below.column, window.y(at.y) + below.row + 1, label,
               tower_ink(), look_);
  }
}

// Dragon, fairy and castles in the lower corners of their tile, where two find room; granaries
// where four tiles meet.
void BoardView::draw_figures(Canvas& canvas, const Window& window, const GameState& s) const {
  bool right = true;
  for (const Figure& figure : figures_of(rules_, s)) {
    if (figure.in_corner) {
      if (window.shows(figure.at))
        draw_label(
            canvas, window.x(figure.at.x) + window.size.columns - 1, window.y(figure.at.y),
            figure.owner < letters_.size()
                ? letters_[figure.owner] + encoded(piece_sign(PieceKind::barn, {}, look_.ascii))
                : figure.label(),
            figure.owner < letters_.size() ? player_ink(figure.owner) : figure_ink(), look_);
      continue;
    }
    right = !right;
    if (!window.shows(figure.at)) continue;
    const int column = window.x(figure.at.x) + (right ? window.size.columns - 2 : 0);
    draw_label(canvas, column, window.y(figure.at.y) + window.size.rows - 1, figure.label(),
               figure_ink(), look_);
  }
}

void BoardView::draw_marks(Canvas& canvas, const Window& window, const GameState& s,
                           const BoardMarks& marks) const {
  if (marks.last && window.shows(*marks.last))
    draw_frame(canvas, window.x(marks.last->x), window.y(marks.last->y), window.size);
  for (const CellMark& mark : marks.cells)
    if (window.shows(mark.at))
      draw_open_cell(canvas, window.x(mark.at.x), window.y(mark.at.y), window.size, mark);
  for (const SegmentMark& mark : marks.segments) {
    const PlacedTile* tile = tile_at(s, mark.at);
    if (tile == nullptr || !window.shows(mark.at)) continue;
    const Face face = face_shown(rules_.face(tile->type, tile->rotation), *tile);
    const TilePicture picture = make_picture(*rules_.tiles[tile->type].def, face, window.size);
    if (const auto at = mark_anchor(picture, mark))
      draw_label(canvas, window.x(mark.at.x) + at->column, window.y(mark.at.y) + at->row,
                 fmt::format("{:>2}", mark.number), number_ink(), look_);
  }
}

void BoardView::draw_axes(Canvas& canvas, const Window& window) const {
  const Ink ink{dim_colour(), {}, false};
  for (int x = window.west; x < window.west + window.columns; ++x) {
    const std::string label = std::to_string(x);
    canvas.text(window.x(x) + (window.size.columns - static_cast<int>(label.size())) / 2, 0, label,
                ink);
  }
  for (int y = window.north; y > window.north - window.rows; --y)
    canvas.text(0, window.y(y) + window.size.rows / 2, fmt::format("{:>3}", y), ink);
}

// Bright corners around the tile laid last.
void BoardView::draw_frame(Canvas& canvas, int x, int y, PictureSize size) const {
  const int right = x + size.columns - 1, bottom = y + size.rows - 1;
  const Colour white = rgb(0xFFFFFF);
  const auto corner = [&](int cx, int cy, std::string_view unicode, std::string_view plain) {
    canvas.text_over(cx, cy, look_.ascii ? plain : unicode, white, true);
  };
  corner(x, y, "┏", "+");
  corner(right, y, "┓", "+");
  corner(x, bottom, "┗", "+");
  corner(right, bottom, "┛", "+");
  if (size.columns < kLarge.columns) return;
  corner(x + 1, y, "━", "-");
  corner(right - 1, y, "━", "-");
  corner(x + 1, bottom, "━", "-");
  corner(right - 1, bottom, "━", "-");
}

void BoardView::draw_open_cell(Canvas& canvas, int x, int y, PictureSize size,
                               const CellMark& mark) const {
  const Ink dim{dim_colour(), {}, false};
  const int right = x + size.columns - 1, bottom = y + size.rows - 1;
  const bool ascii = look_.ascii;
  if (size.rows >= kMedium.rows) {
    for (int i = x + 1; i < right; ++i)
      for (const int row : {y, bottom}) canvas.put(i, row, ascii ? U'-' : U'╌', dim);
    for (int j = y + 1; j < bottom; ++j)
      for (const int column : {x, right}) canvas.put(column, j, ascii ? U':' : U'╎', dim);
    canvas.put(x, y, ascii ? U'.' : U'┌', dim);
    canvas.put(right, y, ascii ? U'.' : U'┐', dim);
    canvas.put(x, bottom, ascii ? U'\'' : U'└', dim);
    canvas.put(right, bottom, ascii ? U'\'' : U'┘', dim);
  }
  const auto centred = [&](int row, std::string_view text, const Ink& ink) {
    const int column = x + (size.columns - columns(text) + 1) / 2;
    canvas.text(column, row, text, look_.coloured() ? ink : Ink{});
  };
  centred(y + size.rows / 2, look_.coloured() ? " " + mark.number + " " : mark.number,
          number_ink());
  if (size.rows >= kLarge.rows) centred(y + size.rows / 2 + 1, mark.note, dim);
}

}  // namespace bastide::tools
