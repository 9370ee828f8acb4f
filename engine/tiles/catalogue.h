// The tile catalogue: every tile of every set, as printed, before any rule is chosen.
// Built once from the text files in data/tiles (embedded in the binary) and checked on the way in.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide {

enum class SegmentKind : std::uint8_t {
  city,
  road,
  field,
  river,
  monastery,
  garden,
  shrine,
  abbey,
  carcassonne
};
inline constexpr int kSegmentKinds = 9;

enum class EdgeKind : std::uint8_t { field, road, city, river, closed, any };

// What a road that has one side only ends at.
enum class RoadEnd : std::uint8_t {
  none,
  junction,
  city,
  monastery,
  shrine,
  volcano,
  bazaar,
  tower,
  circus,
  acrobats,
  hill,
  vineyard,
  dead_end,
  carcassonne,
  village,
  wheel
};
inline constexpr int kRoadEnds = 16;

// Symbols a tile carries, as bits of TileDef::marks.
enum class Mark : std::uint8_t {
#define MARK(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kMarkNames = std::to_array<std::string_view>({
#define MARK(name) #name,
#include "engine/core/words.inc"
});
static_assert(kMarkNames.size() <= 32, "TileDef::marks has 32 bits: make it wider");
constexpr std::uint32_t mark_bit(Mark m) { return 1u << static_cast<int>(m); }

// What a feature carries as a whole: printed on one of its segments, or put there by a module.
// Where features join, the joined one has the marks of both.
enum class FeatureMark : std::uint8_t {
  built_over,  // a building stands in its place (castles): it is neither scored nor claimed any
               // more
  closed,      // nobody may claim it
#define FEATURE_MARK(name, kind) name,
#include "engine/core/words.inc"
};
constexpr std::uint16_t mark_bit(FeatureMark mark) {
  return static_cast<std::uint16_t>(1u << static_cast<int>(mark));
}
inline constexpr std::uint16_t kClosingMarks =
    mark_bit(FeatureMark::built_over) | mark_bit(FeatureMark::closed);

// The printed ones: the word in the data, who carries it, and the symbol of the tile.
struct PrintedMark {
  std::string_view name;
  SegmentKind on;
  FeatureMark mark;
  Mark symbol;
};
inline constexpr auto kPrintedMarks = std::to_array<PrintedMark>({
#define FEATURE_MARK(name, kind) {#name, SegmentKind::kind, FeatureMark::name, Mark::name},
#include "engine/core/words.inc"
});
static_assert(kPrintedMarks.size() <= 14);  // bits beside the two above

struct SegmentDef {
  SegmentKind kind = SegmentKind::field;
  std::uint8_t sides = 0;   // city, road, river: bit per Side
  std::uint8_t halves = 0;  // field, carcassonne: bit per half-side
  std::uint8_t pennants = 0;
  bool cap = false;  // half-round, one side: makes a small city
  bool princess = false;
  bool tunnel = false;
  std::uint16_t marks = 0;  // by mark_bit(FeatureMark)
  std::optional<Goods> goods;
  RoadEnd end = RoadEnd::none;
  std::uint16_t touches = 0;  // field: bit per segment index of a city or carcassonne it borders
  std::string reaches;  // city: corners or sides it tapers to ("SE", "NE/SE", "S"), for drawing
  std::string group;    // boards: segments of different cells with the same group are one feature

  bool has(FeatureMark mark) const { return (marks & mark_bit(mark)) != 0; }
};

struct TileDef {
  std::string set;
  std::string id;  // unique within the set; the wire says set/id
  std::uint16_t count = 1;
  std::uint16_t start_copies = 0;    // how many of count are start tiles
  std::array<EdgeKind, 4> edges{};   // N E S W
  std::vector<SegmentDef> segments;  // in the catalogue's order, which names field:1, field:2
  std::uint32_t marks = 0;
  std::uint8_t wheel = 0;         // number on the wheel icon, 0 for none
  std::uint8_t shared_sides = 0;  // bit per Side held by two cities of this tile
  std::uint8_t split_sides = 0;   // bit per field Side whose halves are different fields
  std::vector<std::vector<std::uint8_t>> links;   // segments that meet at a road's end
  std::vector<std::array<std::uint8_t, 2>> over;  // crossing segments
  bool designed = false;                          // our design where no source shows the tile
  bool supply = false;                            // not shuffled in (abbeys)
  bool unmarked_caps = false;                     // of its set: see SetDef
  int line = 0;                                   // in the set's text, for problems

  bool has(Mark m) const { return (marks & mark_bit(m)) != 0; }
  std::string full_id() const { return set + "/" + id; }
};

// A start board of many cells, laid at once. Cells are tiles with closed inner sides.
struct BoardCell {
  Pos at;  // relative to the north-west cell (0, 0); y grows north, so rows go 0, -1, -2 ...
  TileDef tile;
};
struct BoardDef {
  int columns = 0;
  int rows = 0;
  std::vector<BoardCell> cells;
  // Field group, city group: borders between groups that share no cell.
  std::vector<std::array<std::string, 2>> touches;
};

struct WheelSector {
  std::string name;
  std::uint8_t crowns = 1;
};

struct SetDef {
  std::string name;         // wire name: base, river, ...
  std::string title;        // for people, English
  std::uint16_t total = 0;  // tiles in the box, boards' cells for `count`
  std::vector<TileDef> tiles;
  std::optional<BoardDef> board;          // count, wheel
  std::vector<WheelSector> sectors = {};  // wheel
  bool unmarked_caps = false;             // every one-sided city counts as half-round (Q-BCB-11)
};

struct Catalogue {
  std::vector<SetDef> sets;

  const SetDef* find_set(std::string_view name) const;
  const TileDef* find_tile(std::string_view full_id) const;  // "base/D"
};

// The embedded catalogue, parsed and checked on first use (thread-safe). A defect in the
// embedded data is our own bug: the process stops with the list of problems.
const Catalogue& catalogue();

// The pieces of it, for tests and for the checker.
struct CatalogueProblem {
  std::string set;
  int line = 0;
  std::string what;
};
// Parses one set's text; appends problems instead of throwing. The engine uses no exceptions.
SetDef parse_set(std::string_view text, std::vector<CatalogueProblem>& problems);
// Counts, ports, edges, adjacency, boards, marks; every rule the checker knows.
void check_set(const SetDef& set, std::vector<CatalogueProblem>& problems);

// All sets, one text each, brought into the fixed order; reports missing and repeated sets and
// whatever parse_set and check_set find.
Catalogue read_catalogue(std::span<const std::string_view> texts,
                         std::vector<CatalogueProblem>& problems);
// The wire names of the sets in the order of Catalogue::sets.

std::string_view name_of(SegmentKind kind);
std::string_view name_of(Mark mark);
std::string_view name_of(RoadEnd end);

}  // namespace bastide
