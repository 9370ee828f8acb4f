// A tile as a picture, from its definition alone. Four rotations are four drawings: the land turns,
// the light from the north-west and whatever stands upright do not.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "art/geometry.h"
#include "art/theme.h"
#include "art/tile/clearings.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

// The elements of a tile in the square from (0, 0) to (100, 100), without <svg>. To hide hairlines
// between neighbours, the ground goes kGroundBleed over the edge and what lies upon it kBleed,
// along which every side of its kind looks the same; nothing reaches further. The cell it lies on
// changes what stands about in its fields and nothing else.
inline constexpr double kBleed = 0.8;
inline constexpr double kGroundBleed = 0.2;
std::string draw_tile(const TileDef& tile, Rotation rotation, Pos cell);
// The two parts of that: the tile, and what stands about in its clearings, `from` a size on.
std::string draw_bare_tile(const TileDef& tile, Rotation rotation);
std::string draw_growth(const TileDef& tile, Rotation rotation, Pos cell, int from = 0);
std::vector<Clearing> clearings_of(const TileDef& tile, Rotation rotation);

// Half of a picture turns with its tile as it is: fields, roads, the ground and the walls of towns
// have neither light nor shade. A document that shows several rotations may draw these parts once.
enum class Turning { land, town, walls };
inline constexpr std::array<Turning, 3> kTurning{Turning::land, Turning::town, Turning::walls};
// Whether the tile is drawn in such parts: not where one thing crosses another.
bool has_turning_parts(const TileDef& tile);
std::string draw_turning(const TileDef& tile, Rotation rotation, Turning part);
// The picture with what `turning` gives in the place of each of its turning parts.
std::string draw_bare_tile(const TileDef& tile, Rotation rotation,
                           const std::function<std::string(Turning)>& turning);

// Definitions which all tiles share; once a document, inside <defs>.
std::string tile_definitions();

// One tile as a document of its own.
std::string tile_document(const TileDef& tile, Rotation rotation, Theme theme, double pixels = 0);

// --- where things are; `segment` is an index of TileDef::segments ---

// The area of a segment as drawn. Fields that go on under a bridge or a tunnel have several parts.
Region region_of(const TileDef& tile, Rotation rotation, int segment);
// The same as the d attribute of a path, to be filled by the even-odd rule.
std::string region_outline(const TileDef& tile, Rotation rotation, int segment);
// Where a piece on this segment stands: inside its area, off the edge, away from marks and from the
// anchors of the tile's other segments.
Point anchor(const TileDef& tile, Rotation rotation, int segment);
// With the option spring_divides the field round a spring or lake is two banks, the second the one
// clockwise of the river. -1: the tile has no such field.
int divided_field(const TileDef& tile);
Region bank_region(const TileDef& tile, Rotation rotation, int bank);
std::string bank_outline(const TileDef& tile, Rotation rotation, int bank);
Point bank_anchor(const TileDef& tile, Rotation rotation, int bank);
// The middle of a tower foundation, and where pieces without a segment (dragon, fairy) stand.
Point tile_anchor(const TileDef& tile, Rotation rotation);
// The middle of the printed place for towers, acrobats or the big top; nothing where there is none.
std::optional<Point> mark_place(const TileDef& tile, Rotation rotation, Mark mark);

// What is printed on a tile and has a meaning of its own: pennants, goods, inns, volcanoes.
struct PrintedSymbol {
  std::string_view name;
  Point at;  // before the tile is turned
  double radius;
  int number;  // of a wheel
};
std::vector<PrintedSymbol> printed_symbols(const TileDef& tile);

}  // namespace bastide::art
