#include "art/sprite/shapes.h"

#include <cmath>
#include <functional>

#include "art/board/big_boards.h"
#include "art/board/places.h"
#include "art/piece/piece_art.h"
#include "art/svg.h"
#include "art/tile/tile_art.h"
#include "engine/notation/names.h"
#include "engine/tiles/face.h"

namespace bastide::art {

namespace {

// --- JSON, a line of text at a time: all names in it are our own, without anything to escape ---

std::string json_string(std::string_view text) { return '"' + std::string(text) + '"'; }

// JSON wants a digit before the point.
std::string json(double value, int decimals = 1) {
  std::string text = number(value, decimals);
  if (const std::size_t point = text.find('.'); point != text.npos)
    if (point == 0 || text[point - 1] == '-') text.insert(point, "0");
  return text;
}

std::string json(Point p) { return '[' + json(p.x) + ',' + json(p.y) + ']'; }

class Members {
 public:
  Members& add(std::string_view name, const std::string& value) {
    text_ += (text_.empty() ? "" : ",") + json_string(name) + ':' + value;
    return *this;
  }
  std::string object() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

class Elements {
 public:
  Elements& add(const std::string& value) {
    text_ += (text_.empty() ? "" : ",") + value;
    return *this;
  }
  bool empty() const { return text_.empty(); }
  std::string array() const { return '[' + text_ + ']'; }

 private:
  std::string text_;
};

// --- tiles ---

struct TileShapes {
  const TileDef& tile;
  int rotations;  // a cell of a board is never turned

  std::string turns(const std::function<std::string(Rotation)>& value) const {
    Elements list;
    for (int i = 0; i < rotations; ++i) list.add(value(static_cast<Rotation>(i)));
    return list.array();
  }

  // Every printed segment has a place in the faces of a game with gardens, in the same order.
  std::string names(int segment, bool divided) const {
    FaceOptions options;
    options.gardens = true;
    options.spring_divides = divided;
    return turns([&](Rotation r) {
      return json_string(segment_name(tile, make_face(tile, r, options), segment));
    });
  }

  // Where pieces go when a bridge crosses the tile, if that is elsewhere.
  void add_beside_bridge(int segment, Members& out) const {
    Members axes;
    bool differs = false;
    for (const int axis : {0, 1})
      axes.add(kAxisNames[static_cast<std::size_t>(axis)], turns([&](Rotation r) {
                 const Point at = anchor_beside_bridge(tile, r, segment, axis);
                 differs = differs || distance(at, anchor(tile, r, segment)) > 0.05;
                 return json(at);
               }));
    if (differs) out.add("beside", axes.object());
  }

  std::string segment(int index) const {
    Members out;
    out.add("names", names(index, false));
    out.add("at", turns([&](Rotation r) { return json(anchor(tile, r, index)); }));
    if (rotations > 1) add_beside_bridge(index, out);
    return out.add("path", json_string(region_outline(tile, 0, index))).object();
  }

  std::string bank(int which) const {
    const int index = which == 0 ? divided_field(tile) : static_cast<int>(tile.segments.size());
    Members out;
    out.add("names", names(index, true));
    out.add("at", turns([&](Rotation r) { return json(bank_anchor(tile, r, which)); }));
    return out.add("path", json_string(bank_outline(tile, 0, which))).object();
  }

  // The printed places of towers, acrobats and the big top.
  void add_mark_places(Members& out) const {
    for (const Mark mark : {Mark::tower, Mark::acrobats, Mark::circus})
      if (mark_place(tile, 0, mark))
        out.add(name_of(mark), turns([&](Rotation r) { return json(*mark_place(tile, r, mark)); }));
  }

  // Of a cell of a board they are in the picture of the board.
  std::string clearings() const {
    Elements list;
    for (const Clearing& one : clearings_of(tile, 0))
      list.add('[' + json(one.at.x) + ',' + json(one.at.y) + ',' + json(one.size) + ']');
    return list.array();
  }

  void add_symbols(Members& out) const {
    Elements list;
    for (const PrintedSymbol& symbol : printed_symbols(tile)) {
      Members each;
      each.add("name", json_string(symbol.name)).add("at", json(symbol.at));
      each.add("radius", json(symbol.radius));
      if (symbol.name == "wheel") each.add("number", std::to_string(symbol.number));
      list.add(each.object());
    }
    if (!list.empty()) out.add("symbols", list.array());
  }

  std::string all() const {
    Elements segments;
    for (std::size_t i = 0; i < tile.segments.size(); ++i)
      segments.add(segment(static_cast<int>(i)));
    Members out;
    out.add("segments", segments.array());
    if (divided_field(tile) >= 0) out.add("banks", Elements().add(bank(0)).add(bank(1)).array());
    out.add("centre", turns([&](Rotation r) { return json(tile_anchor(tile, r)); }));
    add_mark_places(out);
    if (rotations > 1) out.add("clearings", clearings());
    add_symbols(out);
    return out.object();
  }
};

// --- places that are no segments ---

std::string figure_sizes() {
  Members out;
  for (const Figure figure : kAllFigures) out.add(name_of(figure), json(size_on_tile(figure)));
  return out.object();
}

std::string bridge_areas() {
  Members out;
  for (const int axis : {0, 1})
    out.add(kAxisNames[static_cast<std::size_t>(axis)],
            json_string(Path().region(bridge_deck(axis)).text()));
  return out.object();
}

std::string growth() {
  Elements sizes;
  for (int size = 0; size < kClearingSizes; ++size) {
    Elements ids;
    for (const std::string_view id : growth_for(size)) ids.add(json_string(id));
    sizes.add(ids.array());
  }
  return sizes.array();
}

std::string castles() {
  Members out;
  for (int side = 0; side < kSides; ++side)
    out.add(std::string_view(&"NESW"[side], 1), json(castle_on_side(static_cast<Side>(side))));
  return out.object();
}

std::string towers() {
  Elements rise;
  for (int floors = 0; floors <= kDrawnFloors; ++floors) rise.add(json(tower_rise(floors)));
  Members out;
  out.add("at", json(kOnFoundation)).add("rise", rise.array());
  out.add("guard", json(kOnTower)).add("guard_size", json(kGuardSize));
  return out.add("plate", json(kHeightPlate)).object();
}

std::string acrobats() {
  Elements at;
  for (const Point place : kAcrobats) at.add(json(place));
  return Members().add("at", at.array()).add("size", json(kAcrobatSize)).object();
}

std::string quarters() {
  Members out;
  for (int i = 0; i < kQuarters; ++i) {
    const auto quarter = static_cast<Quarter>(i);
    const Point count = quarter_place(quarter), first = count + Point{0, kInQuarterLower};
    Members one;
    one.add("count", json(count)).add("at", json(first));
    one.add("with_count", json(first + Point{kBesideCount, 0}));
    one.add("step", json(Point{kInQuarterStep, 0}));
    one.add("path", json_string(Path().region(quarter_area(quarter)).text()));
    out.add(kQuarterNames[static_cast<std::size_t>(i)], one.object());
  }
  return out.object();
}

std::string sectors(const SetDef& wheel) {
  Members out;
  for (std::size_t i = 0; i < wheel.sectors.size(); ++i) {
    const int sector = static_cast<int>(i);
    Elements crowns;
    for (int n = 0; n < crowns_of(sector); ++n) crowns.add(json(crown_place(sector, n)));
    Members one;
    one.add("pig", json(sector_place(sector))).add("crowns", crowns.array());
    one.add("path", json_string(sector_outline(sector)));
    out.add(wheel.sectors[i].name, one.object());
  }
  return out.object();
}

std::string places(std::span<const SetDef* const> sets) {
  Members out;
  out.add("sizes", figure_sizes()).add("row_step", json(kRowStep, 2));
  out.add("dragon", json(kDragon)).add("fairy_beside", json(kFairyBeside));
  out.add("flock_beside", json(kFlockBeside));
  out.add("king_beside", json(Point{})).add("robber_beside", json(Point{}));
  out.add("bridge", json(kOnBridge)).add("bridge_areas", bridge_areas());
  out.add("castle", castles()).add("granary", json(kGranary));
  out.add("in_building", json(kInBuilding));
  out.add("growth", growth());
  out.add("tower", towers()).add("acrobats", acrobats()).add("big_top", json(kBigTop));
  for (const SetDef* set : sets) {
    if (set->name == "count") out.add("quarters", quarters());
    if (set->name == "wheel") out.add("sectors", sectors(*set));
  }
  return out.object();
}

}  // namespace

std::string shapes(std::span<const SetDef* const> sets) {
  Members out;
  for (const SetDef* set : sets) {
    for (const TileDef& tile : set->tiles)
      out.add(tile.full_id(), TileShapes{tile, kRotations}.all());
    if (!set->board) continue;
    for (const BoardCell& cell : set->board->cells)
      out.add(cell.tile.full_id(), TileShapes{cell.tile, 1}.all());
  }
  return out.add("places", places(sets)).object() + "\n";
}

}  // namespace bastide::art
