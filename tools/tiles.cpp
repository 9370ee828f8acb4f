// bastide tiles: the catalogue, with counts.
#include <bit>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/notation/form.h"
#include "engine/tiles/catalogue.h"
#include "engine/tiles/face.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

constexpr std::array<std::string_view, 6> kEdgeNames{"field", "road",   "city",
                                                     "river", "closed", "any"};
constexpr std::array<std::string_view, 4> kSideNames{"N", "E", "S", "W"};
constexpr std::array<std::string_view, 8> kHalfNames{"NL", "NR", "EL", "ER",
                                                     "SL", "SR", "WL", "WR"};

std::vector<std::string_view> ports_of(const SegmentDef& segment) {
  std::vector<std::string_view> ports;
  for (std::size_t i = 0; i < kSideNames.size(); ++i)
    if ((segment.sides >> i & 1) != 0) ports.push_back(kSideNames[i]);
  for (std::size_t i = 0; i < kHalfNames.size(); ++i)
    if ((segment.halves >> i & 1) != 0) ports.push_back(kHalfNames[i]);
  return ports;
}

std::vector<std::string_view> marks_of(const TileDef& tile) {
  std::vector<std::string_view> marks;
  for (int i = 0; i < static_cast<int>(kMarkNames.size()); ++i)
    if (tile.has(static_cast<Mark>(i))) marks.push_back(name_of(static_cast<Mark>(i)));
  return marks;
}

// --- JSON ---

Json segment_json(const TileDef& tile, const SegmentDef& segment) {
  Json json;
  json["kind"] = name_of(segment.kind);
  json["ports"] = ports_of(segment);
  if (segment.pennants > 0) json["pennants"] = segment.pennants;
  if (segment.cap) json["cap"] = true;
  if (segment.princess) json["princess"] = true;
  for (const PrintedMark& printed : kPrintedMarks)
    if (segment.has(printed.mark)) json[std::string(printed.name)] = true;
  if (segment.tunnel) json["tunnel"] = true;
  if (segment.goods) json["goods"] = name_of(*segment.goods);
  if (segment.end != RoadEnd::none) json["ends"] = name_of(segment.end);
  if (segment.kind == SegmentKind::field) {
    Json& touches = json["touches"] = Json::array();  // indices of the tile's segments
    for (std::size_t i = 0; i < tile.segments.size(); ++i)
      if ((segment.touches >> i & 1) != 0) touches.push_back(i);
  }
  return json;
}

Json tile_json(const TileDef& tile) {
  Json json;
  json["tile"] = tile.full_id();
  json["count"] = tile.count;
  if (tile.start_copies > 0) json["start_copies"] = tile.start_copies;
  Json& edges = json["edges"] = Json::array();
  for (const EdgeKind edge : tile.edges)
    edges.push_back(kEdgeNames[static_cast<std::size_t>(edge)]);
  Json& rotations = json["rotations"] = Json::array();
  for (const Rotation rotation : distinct_rotations(tile)) rotations.push_back(90 * rotation);
  Json& segments = json["segments"] = Json::array();
  for (const SegmentDef& segment : tile.segments) segments.push_back(segment_json(tile, segment));
  json["marks"] = marks_of(tile);
  if (tile.wheel > 0) json["wheel"] = tile.wheel;
  return json;
}

Json board_json(const BoardDef& board) {
  Json json;
  json["columns"] = board.columns;
  json["rows"] = board.rows;
  Json& cells = json["cells"] = Json::array();
  for (const BoardCell& cell : board.cells) {
    Json row = tile_json(cell.tile);
    row["at"] = Json::array({cell.at.x, cell.at.y});
    cells.push_back(std::move(row));
  }
  return json;
}

Json set_json(const SetDef& set) {
  Json json;
  json["name"] = set.name;
  json["title"] = set.title;
  json["total"] = set.total;
  Json& tiles = json["tiles"] = Json::array();
  for (const TileDef& tile : set.tiles) tiles.push_back(tile_json(tile));
  if (set.board) json["board"] = board_json(*set.board);
  for (const WheelSector& sector : set.sectors) {
    Json row;
    row["name"] = sector.name;
    row["crowns"] = sector.crowns;
    json["sectors"].push_back(std::move(row));
  }
  return json;
}

// --- for people ---

std::string_view edge_colour(EdgeKind edge) {
  switch (edge) {
    case EdgeKind::field:
      return paint().green;
    case EdgeKind::road:
      return paint().off;
    case EdgeKind::city:
      return paint().yellow;
    case EdgeKind::river:
      return paint().blue;
    default:
      return paint().dim;
  }
}

std::string edges_text(const TileDef& tile) {
  std::string text;
  for (const EdgeKind edge : tile.edges)
    text += fmt::format("{}{}{}", edge_colour(edge), "FRCV-*"[static_cast<std::size_t>(edge)],
                        paint().off);
  return text;
}

// "city NE (pennant)", "2 fields"
std::string segments_text(const TileDef& tile) {
  std::string text;
  int fields = 0;
  for (const SegmentDef& segment : tile.segments) {
    if (segment.kind == SegmentKind::field) {
      ++fields;
      continue;
    }
    if (!text.empty()) text += ", ";
    text += name_of(segment.kind);
    if (segment.sides != 0) text += ' ';
    for (std::size_t i = 0; i < kSideNames.size(); ++i)
      if ((segment.sides >> i & 1) != 0) text += kSideNames[i];
    if (segment.pennants > 0) text += " (pennant)";
  }
  if (fields > 0 && !text.empty()) text += ", ";
  if (fields > 0) text += fields == 1 ? "a field" : std::to_string(fields) + " fields";
  return text;
}

void print_tile(const TileDef& tile, std::size_t id_width) {
  const Paint& p = paint();
  std::string marks;
  for (const std::string_view mark : marks_of(tile)) marks.append(" ").append(mark);
  fmt::print("  {}{}{} {:>2}×  {}  {}{}{}{}\n", p.bold, padded(tile.full_id(), id_width), p.off,
             tile.count, edges_text(tile), segments_text(tile), p.magenta,
             marks.empty() ? marks : "  ·" + marks, p.off);
}

void print_set(const SetDef& set) {
  const Paint& p = paint();
  fmt::print("{}{}{} — {} ({} tiles)\n", p.bold, set.name, p.off, set.title, set.total);
  std::size_t width = 0;
  for (const TileDef& tile : set.tiles) width = std::max(width, tile.full_id().size());
  if (set.board)
    for (const BoardCell& cell : set.board->cells)
      width = std::max(width, cell.tile.full_id().size());
  for (const TileDef& tile : set.tiles) print_tile(tile, width);
  if (set.board) {
    fmt::print("  {}board of {} × {} cells{}\n", p.dim, set.board->columns, set.board->rows, p.off);
    for (const BoardCell& cell : set.board->cells) print_tile(cell.tile, width);
  }
  for (const WheelSector& sector : set.sectors)
    fmt::print("  sector {} with {} crown{}\n", sector.name, sector.crowns,
               sector.crowns == 1 ? "" : "s");
}

}  // namespace

int run_tiles(const TilesOptions& options) {
  std::vector<const SetDef*> chosen;
  for (const SetDef& set : catalogue().sets)
    if (options.set.empty() || options.set == set.name) chosen.push_back(&set);
  if (chosen.empty()) {
    std::string known;
    for (const SetDef& set : catalogue().sets) known += " " + set.name;
    complain(fmt::format("there is no set {}; the sets are{}", options.set, known));
    return kExitMalformed;
  }
  if (!options.gallery.empty()) return write_gallery(options.gallery, chosen);
  if (options.json) {
    Json json;
    Json& sets = json["sets"] = Json::array();
    for (const SetDef* set : chosen) sets.push_back(set_json(*set));
    fmt::print("{}\n", line_of(json));
    return kExitOk;
  }
  if (!options.set.empty() || chosen.size() == 1)
    fmt::print("Sides clockwise from the north: {}F{}ield, Road, {}C{}ity, ri{}V{}er.\n\n",
               paint().green, paint().off, paint().yellow, paint().off, paint().blue, paint().off);
  for (const SetDef* set : chosen) {
    print_set(*set);
    if (set != chosen.back()) fmt::print("\n");
  }
  return kExitOk;
}

}  // namespace bastide::tools
