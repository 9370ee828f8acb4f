// Pieces as pictures. Each figure is drawn once in a box of 100 by 100 with its feet at the bottom;
// its body is filled with currentColor, so that one <symbol> serves all players. Who it belongs to
// is said twice: by colour and by a small emblem on the body.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "art/geometry.h"
#include "art/theme.h"
#include "engine/core/vocabulary.h"

namespace bastide::art {

enum class Figure {
  meeple,
  meeple_lying,
  abbot,
  big,
  big_lying,
  builder,
  pig,
  mayor,
  wagon,
  barn,
  shepherd,
  ringmaster,
  bridge,
  castle,
  granary,
  floor,
  abbey,
  tower,  // one floor, as it stands on the map
  sheep,
  big_top,
  dragon,
  fairy,
  count,
  wheel_pig,
  king,
  robber,
  wolf,
  wine,
  grain,
  cloth,
  flea,
  monkey,
  seal,
  bear,
  tiger,
  elephant
};
inline constexpr std::size_t kFigures = 36;
inline constexpr std::array<Figure, kFigures> kAllFigures{
    Figure::meeple,   Figure::meeple_lying, Figure::abbot,  Figure::big,       Figure::big_lying,
    Figure::builder,  Figure::pig,          Figure::mayor,  Figure::wagon,     Figure::barn,
    Figure::shepherd, Figure::ringmaster,   Figure::bridge, Figure::castle,    Figure::granary,
    Figure::floor,    Figure::abbey,        Figure::tower,  Figure::sheep,     Figure::big_top,
    Figure::dragon,   Figure::fairy,        Figure::count,  Figure::wheel_pig, Figure::king,
    Figure::robber,   Figure::wolf,         Figure::wine,   Figure::grain,     Figure::cloth,
    Figure::flea,     Figure::monkey,       Figure::seal,   Figure::bear,      Figure::tiger,
    Figure::elephant};

std::string_view name_of(Figure figure);  // "meeple-lying"
// Whether it comes in the players' colours; the others are nobody's.
bool is_owned(Figure figure);
// How the engine's pieces look; farmers lie.
Figure figure_of(PieceKind kind, bool lying);
// How large a figure is drawn upon a tile of 100.
double size_on_tile(Figure figure);

// The elements of one figure, in the box from (0, 0) to (100, 100).
std::string draw_figure(Figure figure);
// Its outline alone, for silhouettes, hit areas and tests.
Region figure_outline(Figure figure);

// <symbol id="p-meeple"> for the figure, and for an owned one <symbol id="p-meeple-0"> to
// <symbol id="p-meeple-5">: the same in the colours and with the emblem of each player.
std::string figure_symbols(Figure figure);
std::string symbol_id(Figure figure, std::optional<int> seat = std::nullopt);
// <symbol id="e0"> ...: the emblems, which the players' symbols use; once a document.
std::string emblem_symbols();

// <use> of a symbol with the figure's middle at a point.
std::string place_figure(Figure figure, std::optional<int> seat, Point middle, double size);

// The classes that pieces use. See stylesheet() for `scope`.
std::string piece_stylesheet(Theme theme, std::string_view scope = "");

// The marks of a player in a box of 10 by 10, as the d attribute of a path to be filled.
std::string_view emblem_path(int seat);

}  // namespace bastide::art
