#include "art/tile/tile_art.h"

#include <bit>

#include "art/svg.h"
#include "art/tile/draw.h"

namespace bastide::art {

namespace {

Decor decor_of(const TileDef& tile, Rotation rotation) {
  Decor decor = make_decor(tile, plan_of(tile, 0));
  turn(decor, rotation);
  return decor;
}

std::string draw_crossing(const TileDef& tile, const Plan& plan, const Decor& decor) {
  Svg out;
  draw_ground(out);
  draw_rivers(tile, plan, out);
  draw_roads(tile, plan, out);
  draw_objects(plan, out, true);
  draw_scenery(plan, decor, out);
  draw_cities(tile, plan, decor, out);
  draw_mouths(plan, out);
  draw_objects(plan, out, false);
  return out.str();
}

}  // namespace

bool has_turning_parts(const TileDef& tile) {
  return tile.over.empty() && plan_of(tile, 0).object(ObjectKind::abbey) == nullptr;
}

std::string draw_turning(const TileDef& tile, Rotation rotation, Turning part) {
  const Plan& plan = plan_of(tile, rotation);
  Svg out;
  if (part == Turning::land) {
    draw_ground(out);
    draw_rivers(tile, plan, out);
    draw_roads(tile, plan, out);
  } else if (part == Turning::town) {
    draw_city_grounds(tile, plan, out);
  } else {
    draw_city_walls(plan, out);
  }
  return out.str();
}

std::string draw_bare_tile(const TileDef& tile, Rotation rotation,
                           const std::function<std::string(Turning)>& turning) {
  const Plan& plan = plan_of(tile, rotation);
  Svg out;
  if (plan.object(ObjectKind::abbey) != nullptr) {
    draw_abbey(out);
    return out.str();
  }
  const Decor decor = decor_of(tile, rotation);
  if (!has_turning_parts(tile)) return draw_crossing(tile, plan, decor);
  out.raw(turning(Turning::land));
  draw_objects(plan, out, true);
  draw_scenery(plan, decor, out);
  draw_city_shadows(plan, out);
  out.raw(turning(Turning::town));
  draw_city_houses(plan, decor, out);
  out.raw(turning(Turning::walls));
  draw_city_towers(plan, out);
  draw_mouths(plan, out);
  draw_objects(plan, out, false);
  return out.str();
}

std::string draw_bare_tile(const TileDef& tile, Rotation rotation) {
  return draw_bare_tile(tile, rotation,
                        [&](Turning part) { return draw_turning(tile, rotation, part); });
}

std::vector<Clearing> clearings_of(const TileDef& tile, Rotation rotation) {
  const Plan& plan = plan_of(tile, 0);
  std::vector<Clearing> clearings = find_clearings(tile, plan, make_decor(tile, plan));
  for (Clearing& one : clearings) one.at = turned(one.at, rotation);
  return clearings;
}

std::string draw_growth(const TileDef& tile, Rotation rotation, Pos cell, int from) {
  const std::vector<Clearing> clearings = clearings_of(tile, rotation);
  Svg out;
  for (std::size_t i = 0; i < clearings.size(); ++i) {
    const std::string_view symbol = growth_in(clearings[i], cell, i);
    if (!symbol.empty() && clearings[i].size >= from) out.use(symbol, clearings[i].at);
  }
  return out.str();
}

std::string draw_tile(const TileDef& tile, Rotation rotation, Pos cell) {
  return draw_bare_tile(tile, rotation) + draw_growth(tile, rotation, cell);
}

namespace {

std::string outline_of(const Region& region) {
  Path path;
  for (const Polyline& ring : region) path.polygon(simplified(ring, 0.2));
  return path.text();
}

int river_side(const TileDef& tile) {
  for (const SegmentDef& segment : tile.segments)
    if (segment.kind == SegmentKind::river) return std::countr_zero(segment.sides);
  return 0;
}

}  // namespace

std::string tile_definitions() { return symbol_definitions(); }

std::string tile_document(const TileDef& tile, Rotation rotation, Theme theme, double pixels) {
  return document(stylesheet(theme),
                  "<defs>" + tile_definitions() + "</defs>" + draw_tile(tile, rotation, {}), {0, 0},
                  {kTileSize, kTileSize}, pixels);
}

Region region_of(const TileDef& tile, Rotation rotation, int segment) {
  return region_of(plan_of(tile, rotation), tile, segment);
}

std::string region_outline(const TileDef& tile, Rotation rotation, int segment) {
  return outline_of(region_of(tile, rotation, segment));
}

Point anchor(const TileDef& tile, Rotation rotation, int segment) {
  return plan_of(tile, rotation).anchors[static_cast<std::size_t>(segment)];
}

int divided_field(const TileDef& tile) {
  constexpr std::uint8_t kAllHalves = 0xFF;
  if (!tile.has(Mark::spring) && !tile.has(Mark::lake)) return -1;
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (tile.segments[i].kind == SegmentKind::field && tile.segments[i].halves == kAllHalves)
      return static_cast<int>(i);
  return -1;
}

Region bank_region(const TileDef& tile, Rotation rotation, int bank) {
  const Polyline east = rectangle({50, -1}, {101, 101});  // clockwise of a river to the north
  const int turns = river_side(tile) + rotation + (bank == 1 ? 0 : 2);
  return intersected(region_of(tile, rotation, divided_field(tile)), {turned(east, turns & 3)});
}

std::string bank_outline(const TileDef& tile, Rotation rotation, int bank) {
  return outline_of(bank_region(tile, rotation, bank));
}

Point bank_anchor(const TileDef& tile, Rotation rotation, int bank) {
  return turned(deepest_point(bank_region(tile, 0, bank)), rotation);
}

Point tile_anchor(const TileDef& tile, Rotation rotation) {
  return plan_of(tile, rotation).centre_anchor;
}

std::optional<Point> mark_place(const TileDef& tile, Rotation rotation, Mark mark) {
  if (!tile.has(mark)) return std::nullopt;
  const ObjectKind kind = mark == Mark::tower    ? ObjectKind::tower
                          : mark == Mark::circus ? ObjectKind::circus
                                                 : ObjectKind::acrobats;
  const Object* object = plan_of(tile, rotation).object(kind);
  return object != nullptr ? std::optional(object->at) : std::nullopt;
}

namespace {

// Empty for what is land or decoration.
std::string_view symbol_name(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::monastery:
      return "monastery";
    case ObjectKind::garden:
      return "garden";
    case ObjectKind::shrine:
      return "shrine";
    case ObjectKind::volcano:
      return "volcano";
    case ObjectKind::dragon:
      return "dragon";
    case ObjectKind::princess:
      return "princess";
    case ObjectKind::portal:
      return "portal";
    case ObjectKind::bazaar:
      return "bazaar";
    case ObjectKind::inn:
      return "inn";
    case ObjectKind::cathedral:
      return "cathedral";
    case ObjectKind::pig_herd:
      return "pig_herd";
    case ObjectKind::tower:
      return "tower";
    case ObjectKind::hill:
      return "hill";
    case ObjectKind::vineyard:
      return "vineyard";
    case ObjectKind::circus:
      return "circus";
    case ObjectKind::acrobats:
      return "acrobats";
    case ObjectKind::pennant:
      return "pennant";
    case ObjectKind::wine:
      return "wine";
    case ObjectKind::grain:
      return "grain";
    case ObjectKind::cloth:
      return "cloth";
    case ObjectKind::wheel:
      return "wheel";
    case ObjectKind::spring:
      return "spring";
    case ObjectKind::lake:
      return "lake";
    case ObjectKind::abbey:
      return "abbey";
    case ObjectKind::junction:
    case ObjectKind::village:
    case ObjectKind::dead_end:
    case ObjectKind::tunnel_mouth:
      return {};
  }
  return {};
}

}  // namespace

std::vector<PrintedSymbol> printed_symbols(const TileDef& tile) {
  std::vector<PrintedSymbol> symbols;
  for (const Object& object : plan_of(tile, 0).objects)
    if (const std::string_view name = symbol_name(object.kind); !name.empty())
      symbols.push_back({name, object.at, object.radius, object.number});
  return symbols;
}

}  // namespace bastide::art
