#include "art/sprite/sprite.h"

#include <array>

#include "art/board/big_boards.h"
#include "art/board/board_art.h"
#include "art/board/land.h"
#include "art/board/overlay.h"
#include "art/piece/piece_art.h"
#include "art/svg.h"
#include "art/tile/tile_art.h"
#include "engine/tiles/face.h"

namespace bastide::art {

namespace {

constexpr const char* kTileBox = "0 0 100 100";

void add_symbol(const std::string& id, const std::string& box, const std::string& drawing,
                Svg& out) {
  // Visible beyond its box: the bleed of a tile hides the hairline to its neighbour.
  out.open("symbol", {{"id", id}, {"viewBox", box}, {"overflow", "visible"}});
  out.raw(drawing).close();
}

// "l-base-D", "u-base-D", "w-base-D": what all rotations of a tile show, each turned.
std::string turning_id(const TileDef& tile, Turning part) {
  return std::string(1, "luw"[static_cast<int>(part)]) + "-" + tile.set + "-" + tile.id;
}

void add_turning_parts(const TileDef& tile, Svg& out) {
  out.open("defs");
  for (const Turning part : kTurning) {
    const std::string drawing = draw_turning(tile, 0, part);
    if (!drawing.empty()) out.open("g", {{"id", turning_id(tile, part)}}).raw(drawing).close();
  }
  out.close();
}

std::string use_turned(const TileDef& tile, Rotation rotation, Turning part) {
  if (draw_turning(tile, 0, part).empty()) return {};
  Svg out;
  const std::string href = "#" + turning_id(tile, part);
  if (rotation == 0)
    out.leaf("use", {{"href", href}});
  else
    out.leaf("use", {{"href", href},
                     {"transform", "rotate(" + std::to_string(90 * rotation) + " 50 50)"}});
  return out.str();
}

void add_tile(const TileDef& tile, Svg& out) {
  const std::vector<Rotation> rotations = distinct_rotations(tile);
  const bool in_parts = rotations.size() > 1 && has_turning_parts(tile);
  if (in_parts) add_turning_parts(tile, out);
  for (const Rotation rotation : rotations) {
    const auto part = [&](Turning turning) { return use_turned(tile, rotation, turning); };
    add_symbol(tile_symbol_id(tile, rotation), kTileBox,
               in_parts ? draw_bare_tile(tile, rotation, part) : draw_bare_tile(tile, rotation),
               out);
  }
}

// A big board as it lies on the table: the land of its cells and what stands upon it.
std::string board_drawing(const BoardDef& board, const std::string& middle) {
  Svg out;
  for (const BoardCell& cell : board.cells) {
    out.open("g", {{"transform", "translate(" + number(cell.at.x * kTileSize) + " " +
                                     number(-cell.at.y * kTileSize) + ")"}});
    out.raw(draw_tile(cell.tile, 0, cell.at)).close();
  }
  return out.raw(middle).str();
}

void add_boards(const SetDef& set, Svg& out) {
  if (!set.board) return;
  const std::string box =
      "0 0 " + number(set.board->columns * kTileSize) + " " + number(set.board->rows * kTileSize);
  if (set.name == "count") {
    add_symbol("b-count_plain", box, board_drawing(*set.board, draw_carcassonne()), out);
    Svg plain;
    plain.leaf("use", {{"href", "#b-count_plain"},
                       {"width", number(set.board->columns * kTileSize)},
                       {"height", number(set.board->rows * kTileSize)}});
    add_symbol("b-count", box, plain.str() + draw_carcassonne_flags(), out);
  } else if (set.name == "wheel") {
    add_symbol("b-wheel", box, board_drawing(*set.board, draw_wheel()), out);
  }
}

void add_bridges(Svg& out) {
  for (const int axis : {0, 1}) {
    const std::string id = axis == 0 ? "bridge-NS" : "bridge-EW";
    add_symbol(id, kTileBox, draw_bridge(axis, std::nullopt), out);
    for (int seat = 0; seat < kPlayers; ++seat)
      add_symbol(id + "-" + std::to_string(seat), kTileBox, draw_bridge(axis, seat), out);
  }
}

void add_shared(Svg& out) {
  out.raw("<defs>" + tile_definitions() + land_patterns() + overlay_patterns() + "</defs>");
  out.raw(emblem_symbols());
  for (const Figure figure : kAllFigures) out.raw(figure_symbols(figure));
  add_bridges(out);
}

}  // namespace

std::string tile_symbol_id(const TileDef& tile, Rotation rotation) {
  return "t-" + tile.set + "-" + tile.id + "-" + std::to_string(90 * rotation);
}

std::string sprite(std::span<const SetDef* const> sets, bool tiles_only) {
  Svg out;
  out.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"}});
  if (!tiles_only) add_shared(out);
  for (const SetDef* set : sets) {
    for (const TileDef& tile : set->tiles) add_tile(tile, out);
    add_boards(*set, out);
  }
  out.close();
  return out.str() + "\n";
}

std::string sprite_stylesheet() {
  std::array<std::string, 3> sheets, far;
  for (const Theme theme : kThemes) {
    const auto t = static_cast<std::size_t>(theme);
    sheets[t] = stylesheet(theme) + piece_stylesheet(theme) + board_stylesheet(theme);
    far[t] = far_stylesheet(theme);
  }
  // Upon a board the land below shows, in which there are no seams.
  return page_stylesheet(sheets, far) + ".yx{--f-fill:none}\n";
}

}  // namespace bastide::art
