// What must hold for every set, checked on the way in: a slip in a data file should stop the
// build's tests, never surface as a wrong score.
#include <algorithm>
#include <bit>

#include "engine/tiles/catalogue.h"
#include "engine/tiles/port_names.h"
#include "engine/tiles/sets.h"

namespace bastide {
namespace {

using Kind = SegmentKind;

// The rim of a tile as a circle of 16 slots, clockwise from the north-west corner:
// corner, L half, middle, R half of each side in turn.
using Rim = std::uint16_t;
constexpr int kRimSlots = 16;
constexpr Rim slot(int i) { return static_cast<Rim>(1u << (i & (kRimSlots - 1))); }
constexpr Rim corner_before(int side) { return slot(4 * side); }

Rim reached(std::string_view reaches) {
  constexpr std::string_view kCorners[] = {"NW", "NE", "SE", "SW"};
  Rim rim = 0;
  while (!reaches.empty()) {
    const auto slash = std::min(reaches.find('/'), reaches.size());
    const std::string_view part = reaches.substr(0, slash);
    for (int side = 0; side < kSides; ++side) {
      if (part == kCorners[side]) rim |= corner_before(side);
      if (part == kSideNames[side]) rim |= slot(4 * side + 2);
    }
    reaches.remove_prefix(std::min(slash + 1, reaches.size()));
  }
  return rim;
}

Rim rim_of(const SegmentDef& s) {
  Rim rim = reached(s.reaches);
  for (int side = 0; side < kSides; ++side) {
    if (s.sides >> side & 1) rim |= slot(4 * side + 2);
    if (s.halves >> (2 * side) & 1) rim |= slot(4 * side + 1);
    if (s.halves >> (2 * side + 1) & 1) rim |= slot(4 * side + 3);
  }
  return rim;
}

// True if no stretch of the rim between two slots of the barrier holds both a and b: whatever
// joins them inside the tile would have to cross the barrier.
bool parts(Rim barrier, Rim a, Rim b) {
  if (std::popcount(barrier) < 2) return false;
  const int start = std::countr_zero(barrier);
  bool has_a = false;
  bool has_b = false;
  for (int i = 1; i <= kRimSlots; ++i) {
    const Rim here = slot(start + i);
    has_a |= (a & here) != 0;
    has_b |= (b & here) != 0;
    if (has_a && has_b) return false;
    // A slot held by the barrier too (a shared side) belongs to the stretches on both sides.
    if (barrier & here) {
      has_a = (a & here) != 0;
      has_b = (b & here) != 0;
    }
  }
  return true;
}

bool is_city(const SegmentDef& s) { return s.kind == Kind::city || s.kind == Kind::carcassonne; }
bool one_sided(const SegmentDef& s) { return std::popcount(s.sides) == 1; }

bool is_plain_id(std::string_view id) {
  const auto plain = [](char c) {
    return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !id.empty() && std::ranges::all_of(id, plain);
}

class TileChecker {
 public:
  TileChecker(const TileDef& tile, bool on_board, std::vector<CatalogueProblem>& problems)
      : tile_(tile), on_board_(on_board), problems_(problems) {}

  void check() {
    if (!is_plain_id(tile_.id)) problem("an id holds letters, digits and '-' only");
    if (tile_.count == 0) problem("no copies");
    if (tile_.segments.size() > 16) return problem("more than 16 segments");
    for (const SegmentDef& s : tile_.segments) check_shape(s);
    check_edges();
    check_halves();
    check_split_sides();
    check_corners();
    check_through_roads();
    for (const SegmentDef& s : tile_.segments) check_touches(s);
    for (const SegmentDef& s : tile_.segments) check_road_end(s);
    check_groups();
    check_carried_marks();
    check_river_marks();
    check_other_marks();
  }

 private:
  void check_shape(const SegmentDef& s);
  void check_edges();
  void check_side(int side);
  void check_halves();
  void check_split_sides();
  void check_corners();
  void check_wall_at_corner(int side, const SegmentDef* field, int half);
  void check_through_roads();
  void check_touches(const SegmentDef& field);
  bool parted(const SegmentDef& field, std::size_t city) const;
  void check_road_end(const SegmentDef& road);
  bool end_is_here(RoadEnd end) const;
  void check_groups();
  void check_carried_marks();
  void check_river_marks();
  void check_other_marks();

  bool has_kind(Kind kind) const {
    return std::ranges::find(tile_.segments, kind, &SegmentDef::kind) != tile_.segments.end();
  }
  // The first segment that owns the half-side, or null.
  const SegmentDef* owner(int half) const {
    for (const SegmentDef& s : tile_.segments) {
      if (s.halves >> half & 1) return &s;
    }
    return nullptr;
  }
  void agree(Mark mark, bool drawn) {
    if (tile_.has(mark) == drawn) return;
    problem("the mark '" + std::string(name_of(mark)) + "' and the segments disagree");
  }
  void problem(std::string what) {
    problems_.push_back({tile_.set, tile_.line, tile_.id + ": " + std::move(what)});
  }

  const TileDef& tile_;
  bool on_board_;
  std::vector<CatalogueProblem>& problems_;
};

void TileChecker::check_shape(const SegmentDef& s) {
  const std::string kind(name_of(s.kind));
  const bool sided = s.kind == Kind::city || s.kind == Kind::road || s.kind == Kind::river;
  const bool halved = s.kind == Kind::field || s.kind == Kind::carcassonne;
  if (sided ? s.sides == 0 : s.sides != 0) problem("a " + kind + " with the wrong sides");
  if (!halved && s.halves != 0) problem("a " + kind + " with half-sides");
  if (s.kind == Kind::carcassonne && s.halves == 0) problem("a carcassonne without half-sides");
  if (s.cap && (s.kind != Kind::city || !one_sided(s) || !s.reaches.empty())) {
    problem("only a city of one side that reaches nowhere else can be a cap");
  }
  if (!on_board_ && !s.group.empty()) problem("a group outside a board");
}

void TileChecker::check_side(int side) {
  int owners[kSegmentKinds] = {};
  int all = 0;
  for (const SegmentDef& s : tile_.segments) {
    if (!(s.sides >> side & 1)) continue;
    ++owners[static_cast<int>(s.kind)];
    ++all;
  }
  const std::string name = "side " + std::string(kSideNames[side]);
  const bool shared = tile_.shared_sides >> side & 1;
  const int cities = owners[static_cast<int>(Kind::city)];
  if (shared && (cities != 2 || all != 2)) problem(name + " is not held by two cities");
  if (!shared && all > 1) problem(name + " belongs twice");
  EdgeKind drawn = EdgeKind::field;
  if (cities > 0) drawn = EdgeKind::city;
  if (owners[static_cast<int>(Kind::road)] > 0) drawn = EdgeKind::road;
  if (owners[static_cast<int>(Kind::river)] > 0) drawn = EdgeKind::river;
  const EdgeKind edge = tile_.edges[side];
  const bool blank = edge == EdgeKind::closed || edge == EdgeKind::any;
  if (blank ? all != 0 : edge != drawn) problem(name + ": edges and segments disagree");
}

void TileChecker::check_edges() {
  const auto any = std::ranges::count(tile_.edges, EdgeKind::any);
  if (any != 0 && any != kSides) problem("either all sides match anything or none");
  if (!on_board_ && std::ranges::count(tile_.edges, EdgeKind::closed) != 0) {
    problem("a closed side outside a board");
  }
  for (int side = 0; side < kSides; ++side) check_side(side);
}

void TileChecker::check_halves() {
  for (int half = 0; half < kHalves; ++half) {
    const auto owners = std::ranges::count_if(
        tile_.segments, [half](const SegmentDef& s) { return (s.halves >> half & 1) != 0; });
    const std::string name = "half-side " + std::string(kHalfNames[half]);
    const EdgeKind edge = tile_.edges[half / 2];
    if (owners > 1) problem(name + " belongs twice");
    if (edge == EdgeKind::city && owners != 0) problem(name + " of a city side belongs to a field");
    const bool open = edge != EdgeKind::city && edge != EdgeKind::closed && edge != EdgeKind::any;
    if (open && owners == 0) problem(name + " belongs to no field");
    if (open && owners != 0 && owner(half)->kind != Kind::field) {
      problem(name + " of an open side is inside the fortress");
    }
  }
}

void TileChecker::check_split_sides() {
  for (int side = 0; side < kSides; ++side) {
    const bool split = tile_.split_sides >> side & 1;
    const bool field = tile_.edges[side] == EdgeKind::field;
    const bool differs = field && owner(2 * side) != owner(2 * side + 1);
    if (split == differs) continue;
    problem("side " + std::string(kSideNames[side]) +
            (split ? " is called split and is not" : " is split and not called so"));
  }
}

// Where two sides meet the same land lies on both, unless a city tapers to that very corner.
void TileChecker::check_corners() {
  Rim tapered = 0;
  for (const SegmentDef& s : tile_.segments) tapered |= reached(s.reaches);
  for (int side = 0; side < kSides; ++side) {
    const int before = (side + 3) % kSides;
    if (tapered & corner_before(side)) continue;
    const SegmentDef* last = owner(2 * before + 1);
    const SegmentDef* first = owner(2 * side);
    if (last != nullptr && first != nullptr && last != first) {
      problem("the corner of " + std::string(kHalfNames[2 * before + 1]) + " and " +
              std::string(kHalfNames[2 * side]) + " is parted by nothing");
    }
    check_wall_at_corner(before, first, 2 * side);
    check_wall_at_corner(side, last, 2 * before + 1);
  }
}

void TileChecker::check_wall_at_corner(int side, const SegmentDef* field, int half) {
  if (field == nullptr || field->kind != Kind::field) return;
  if (tile_.edges[side] != EdgeKind::city) return;
  for (std::size_t i = 0; i < tile_.segments.size(); ++i) {
    const SegmentDef& s = tile_.segments[i];
    if (s.kind == Kind::city && (s.sides >> side & 1) && (field->touches >> i & 1)) return;
  }
  problem("the field of " + std::string(kHalfNames[half]) + " must touch the city on side " +
          std::string(kSideNames[side]));
}

// A road or river that runs on parts the fields beside it; a tunnel need not.
void TileChecker::check_through_roads() {
  for (const SegmentDef& s : tile_.segments) {
    if (s.kind != Kind::road && s.kind != Kind::river) continue;
    if (s.tunnel || one_sided(s)) continue;
    for (int side = 0; side < kSides; ++side) {
      if (!(s.sides >> side & 1) || owner(2 * side) == nullptr) continue;
      if (owner(2 * side) != owner(2 * side + 1)) continue;
      problem("one field on both sides of the " + std::string(name_of(s.kind)) + " at " +
              std::string(kSideNames[side]));
    }
  }
}

void TileChecker::check_touches(const SegmentDef& field) {
  if (field.touches == 0) {
    if (field.kind == Kind::field && field.halves == 0) problem("a field that borders nothing");
    return;
  }
  if (field.kind != Kind::field) return problem("only a field touches cities");
  for (std::size_t i = 0; i < 16; ++i) {
    if (!(field.touches >> i & 1)) continue;
    if (i >= tile_.segments.size() || !is_city(tile_.segments[i])) {
      problem("a field touches segment " + std::to_string(i + 1) + ", which is no city");
    } else if (parted(field, i)) {
      problem("a field touches segment " + std::to_string(i + 1) + " but is cut off from it");
    }
  }
}

// Whether something lies between a field and a city. Segments that meet form one barrier. What
// crosses the city, or meets it, does not keep a field away from it.
bool TileChecker::parted(const SegmentDef& field, std::size_t city) const {
  if (field.halves == 0) return false;
  const std::size_t n = tile_.segments.size();
  std::vector<std::size_t> barrier_of(n);
  for (std::size_t i = 0; i < n; ++i) barrier_of[i] = i;
  for (const auto& group : tile_.links) {
    if (std::ranges::find(group, city) != group.end()) continue;
    for (const std::uint8_t member : group) {
      if (member < n) std::ranges::replace(barrier_of, barrier_of[member], barrier_of[group[0]]);
    }
  }
  std::vector<Rim> barriers(n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool crosses = std::ranges::any_of(tile_.over, [&](const auto& pair) {
      return (pair[0] == i && pair[1] == city) || (pair[1] == i && pair[0] == city);
    });
    if (i == city || crosses || tile_.segments[i].kind == Kind::field) continue;
    barriers[barrier_of[i]] |= rim_of(tile_.segments[i]);
  }
  const Rim from = rim_of(field);
  const Rim to = rim_of(tile_.segments[city]);
  return std::ranges::any_of(barriers, [&](Rim barrier) { return parts(barrier, from, to); });
}

bool TileChecker::end_is_here(RoadEnd end) const {
  switch (end) {
    case RoadEnd::none:
    case RoadEnd::junction:
    case RoadEnd::dead_end:
      return true;
    case RoadEnd::city:
      return has_kind(Kind::city);
    case RoadEnd::monastery:
      return has_kind(Kind::monastery);
    case RoadEnd::shrine:
      return has_kind(Kind::shrine);
    case RoadEnd::carcassonne:
      return has_kind(Kind::carcassonne);
    case RoadEnd::volcano:
      return tile_.has(Mark::volcano);
    case RoadEnd::bazaar:
      return tile_.has(Mark::bazaar);
    case RoadEnd::tower:
      return tile_.has(Mark::tower);
    case RoadEnd::circus:
      return tile_.has(Mark::circus);
    case RoadEnd::acrobats:
      return tile_.has(Mark::acrobats);
    case RoadEnd::hill:
      return tile_.has(Mark::hill);
    case RoadEnd::vineyard:
      return tile_.has(Mark::vineyard);
    case RoadEnd::village:
      return tile_.has(Mark::village);
    case RoadEnd::wheel:
      return on_board_;
  }
  return false;
}

void TileChecker::check_road_end(const SegmentDef& road) {
  if (road.kind != Kind::road) return;
  if (one_sided(road) && road.end == RoadEnd::none) problem("a road of one side ends nowhere");
  if (!one_sided(road) && road.end != RoadEnd::none) problem("a road that runs on has an end");
  if (!end_is_here(road.end)) {
    problem("a road ends at a " + std::string(name_of(road.end)) + " that is not on the tile");
  }
}

void TileChecker::check_groups() {
  const std::size_t n = tile_.segments.size();
  for (const auto& group : tile_.links) {
    for (const std::uint8_t i : group) {
      if (i >= n || tile_.segments[i].kind == Kind::field || std::ranges::count(group, i) > 1) {
        problem("'meet' joins different segments, none of them a field");
      }
    }
  }
  for (const auto& [above, below] : tile_.over) {
    if (above >= n || below >= n || above == below) {
      problem("'over' needs two different segments");
    }
  }
}

void TileChecker::check_carried_marks() {
  const auto carried = [this](bool SegmentDef::* flag) {
    return std::ranges::any_of(tile_.segments, flag);
  };
  const auto goods = [this](Goods g) {
    return std::ranges::find(tile_.segments, g, &SegmentDef::goods) != tile_.segments.end();
  };
  for (const PrintedMark& printed : kPrintedMarks)
    agree(printed.symbol, std::ranges::any_of(tile_.segments, [&](const SegmentDef& segment) {
            return segment.has(printed.mark);
          }));
  agree(Mark::princess, carried(&SegmentDef::princess));
  agree(Mark::tunnel, carried(&SegmentDef::tunnel));
  agree(Mark::garden, has_kind(Kind::garden));
  agree(Mark::abbey, has_kind(Kind::abbey));
  agree(Mark::wine, goods(Goods::wine));
  agree(Mark::grain, goods(Goods::grain));
  agree(Mark::cloth, goods(Goods::cloth));
}

void TileChecker::check_river_marks() {
  int ends = 0;
  bool fork = false;
  for (const SegmentDef& s : tile_.segments) {
    if (s.kind != Kind::river) continue;
    ends += one_sided(s);
    fork |= std::popcount(s.sides) == 3;
  }
  agree(Mark::fork, fork);
  const int named = tile_.has(Mark::spring) + tile_.has(Mark::lake) + tile_.has(Mark::river_end);
  if (named != ends) problem("a river of one side is a spring, a lake or a river_end");
  if (tile_.has(Mark::river_end) && !has_kind(Kind::city)) problem("river_end without a city");
}

void TileChecker::check_other_marks() {
  const auto crossing = [this](Kind kind) {
    return std::ranges::any_of(tile_.over, [&](const auto& pair) {
      const std::size_t n = tile_.segments.size();
      return pair[0] < n && pair[1] < n && tile_.segments[pair[0]].kind == kind &&
             tile_.segments[pair[1]].kind == kind;
    });
  };
  agree(Mark::city_bridge, crossing(Kind::city));
  agree(Mark::road_bridge, crossing(Kind::road));
  agree(Mark::village, std::ranges::find(tile_.segments, RoadEnd::village, &SegmentDef::end) !=
                           tile_.segments.end());
  const bool closed = std::ranges::count(tile_.edges, EdgeKind::closed) == kSides;
  agree(Mark::inside, closed);
  if (tile_.start_copies > tile_.count) problem("more start tiles than copies");
  if (tile_.start_copies > 0 && !tile_.has(Mark::start)) problem("a start tile without its mark");
  if (tile_.wheel > 3) problem("a wheel icon above 3");
}

class BoardChecker {
 public:
  BoardChecker(const SetDef& set, std::vector<CatalogueProblem>& problems)
      : set_(set), board_(*set.board), problems_(problems) {}

  void check() {
    check_places();
    for (const BoardCell& cell : board_.cells) check_sides(cell);
    check_groups();
    check_borders();
  }

 private:
  const BoardCell* cell_at(Pos at) const {
    const auto it = std::ranges::find(board_.cells, at, &BoardCell::at);
    return it == board_.cells.end() ? nullptr : &*it;
  }
  bool inside(Pos at) const {
    return at.x >= 0 && at.x < board_.columns && at.y <= 0 && at.y > -board_.rows;
  }
  void problem(int line, std::string what) {
    problems_.push_back({set_.name, line, std::move(what)});
  }
  // The kind of the first segment in the group, if any.
  std::optional<Kind> kind_of_group(std::string_view group) const;

  void check_places();
  void check_sides(const BoardCell& cell);
  void check_joined_halves(const BoardCell& cell, const BoardCell& next, int side);
  void check_groups();
  void check_borders();

  const SetDef& set_;
  const BoardDef& board_;
  std::vector<CatalogueProblem>& problems_;
};

void BoardChecker::check_places() {
  for (const BoardCell& cell : board_.cells) {
    if (!inside(cell.at)) problem(cell.tile.line, cell.tile.id + ": outside the board");
    if (cell_at(cell.at) != &cell) problem(cell.tile.line, cell.tile.id + ": the place is taken");
  }
  const auto places = static_cast<std::size_t>(board_.columns * board_.rows);
  if (board_.cells.size() != places) problem(0, "the board has empty places");
}

void BoardChecker::check_sides(const BoardCell& cell) {
  for (int side = 0; side < kSides; ++side) {
    const Pos beyond = neighbour(cell.at, static_cast<Side>(side));
    const bool closed = cell.tile.edges[side] == EdgeKind::closed;
    if (closed != inside(beyond)) {
      problem(cell.tile.line, cell.tile.id + ": side " + std::string(kSideNames[side]) +
                                  (closed ? " looks out and is closed" : " looks in and is open"));
    }
    const BoardCell* next = cell_at(beyond);
    if (next != nullptr) check_joined_halves(cell, *next, side);
  }
}

// Across a shared side L meets R, and what is drawn there goes on.
void BoardChecker::check_joined_halves(const BoardCell& cell, const BoardCell& next, int side) {
  const auto kind_at = [](const TileDef& tile, int half) -> std::optional<Kind> {
    for (const SegmentDef& s : tile.segments) {
      if (s.halves >> half & 1) return s.kind;
    }
    return std::nullopt;
  };
  const Side other = opposite(static_cast<Side>(side));
  for (const bool second : {false, true}) {
    const int half = half_of(static_cast<Side>(side), second);
    if (kind_at(cell.tile, half) == kind_at(next.tile, half_of(other, !second))) continue;
    problem(cell.tile.line, cell.tile.id + ": " + std::string(kHalfNames[half]) +
                                " does not go on in " + next.tile.id);
  }
}

std::optional<Kind> BoardChecker::kind_of_group(std::string_view group) const {
  for (const BoardCell& cell : board_.cells) {
    for (const SegmentDef& s : cell.tile.segments) {
      if (s.group == group) return s.kind;
    }
  }
  return std::nullopt;
}

void BoardChecker::check_groups() {
  for (const BoardCell& cell : board_.cells) {
    for (const SegmentDef& s : cell.tile.segments) {
      if (s.kind == Kind::carcassonne && s.group.empty()) {
        problem(cell.tile.line, cell.tile.id + ": a carcassonne without a group");
      }
      if (s.group.empty() || kind_of_group(s.group) == s.kind) continue;
      problem(cell.tile.line, cell.tile.id + ": the group " + s.group + " mixes kinds");
    }
  }
}

void BoardChecker::check_borders() {
  for (const auto& [field, city] : board_.touches) {
    const auto kind = kind_of_group(city);
    if (kind_of_group(field) == Kind::field && (kind == Kind::city || kind == Kind::carcassonne)) {
      continue;
    }
    problem(0, "'touch' needs a field group and a city group, not " + field + " and " + city);
  }
}

void check_total(const SetDef& set, std::vector<CatalogueProblem>& problems) {
  int sum = 0;
  for (const TileDef& tile : set.tiles) sum += tile.supply ? 0 : tile.count;
  // A set of a board alone, as the Count's, counts its cells.
  if (set.tiles.empty() && set.board) sum = static_cast<int>(set.board->cells.size());
  if (sum != set.total) {
    problems.push_back({set.name, 1,
                        "the tiles add up to " + std::to_string(sum) + ", the total says " +
                            std::to_string(set.total)});
  }
  const SetEntry* known = find_set_entry(set.name);
  if (known != nullptr && known->tiles != set.total) {
    problems.push_back({set.name, 1, "the box holds " + std::to_string(known->tiles) + " tiles"});
  }
}

void check_ids(const SetDef& set, std::vector<CatalogueProblem>& problems) {
  std::vector<const TileDef*> all;
  for (const TileDef& tile : set.tiles) all.push_back(&tile);
  if (set.board) {
    for (const BoardCell& cell : set.board->cells) all.push_back(&cell.tile);
  }
  std::ranges::sort(all, [](const TileDef* a, const TileDef* b) {
    return a->id != b->id ? a->id < b->id : a->line < b->line;
  });
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i]->id != all[i - 1]->id) continue;
    problems.push_back({set.name, all[i]->line, all[i]->id + ": the id is used twice"});
  }
}

void check_sectors(const SetDef& set, std::vector<CatalogueProblem>& problems) {
  for (std::size_t i = 0; i < set.sectors.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (set.sectors[i].name != set.sectors[k].name) continue;
      problems.push_back({set.name, 0, "the sector " + set.sectors[i].name + " is given twice"});
    }
  }
  if (!set.sectors.empty() && !set.board) problems.push_back({set.name, 0, "sectors, no board"});
}

}  // namespace

void check_set(const SetDef& set, std::vector<CatalogueProblem>& problems) {
  check_total(set, problems);
  check_ids(set, problems);
  check_sectors(set, problems);
  for (const TileDef& tile : set.tiles) TileChecker(tile, false, problems).check();
  if (!set.board) return;
  for (const BoardCell& cell : set.board->cells) TileChecker(cell.tile, true, problems).check();
  BoardChecker(set, problems).check();
}

}  // namespace bastide
