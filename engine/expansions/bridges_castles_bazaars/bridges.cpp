// Placements that need a bridge. A field side that meets a road is a mismatch, so a bridge is never
// built but where a placement needs it (Q-BCB-0), and each such placement needs one certain bridge:
// it must stand where the field is, across the side that does not match.
#include <bit>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/turn/turn.h"

namespace bastide::bridges_castles_bazaars {
namespace {

constexpr EdgeWord kField = edge_bit(EdgeKind::field);
constexpr EdgeWord kRoad = edge_bit(EdgeKind::road);

EdgeWord field_at(EdgeWord edges, Side side) {
  return static_cast<EdgeWord>((edges & ~edge_shifted(0xF, side)) | edge_shifted(kField, side));
}

// The open cells that a road, or a field, is shown from a side: a side without a tile admits both.
class ShownSides {
 public:
  explicit ShownSides(const GameState& s) : words_(fit_words(s)) {
    for (int i = 0; i < kSides; ++i) {
      const auto side = static_cast<Side>(i);
      find_fits(s, edge_shifted(kField, side), fields_[i]);
      find_fits(s, edge_shifted(kRoad, side), roads_[i]);
      for (int w = 0; w < words_; ++w) {
        const std::uint64_t both = fields_[i][w] & roads_[i][w];
        fields_[i][w] &= ~both;
        roads_[i][w] &= ~both;
      }
    }
    for (int axis = 0; axis < kAxes; ++axis) {
      const Side end = first_end(axis);
      for (int w = 0; w < words_; ++w)
        road_ends_[axis][w] =
            roads_[static_cast<int>(end)][w] | roads_[static_cast<int>(opposite(end))][w];
    }
  }
  const std::uint64_t* field_at(Side side) const { return fields_[static_cast<int>(side)]; }
  // Q-BCB-1: at least one end of a bridge there meets a road.
  const std::uint64_t* road_at_an_end(int axis) const { return road_ends_[axis]; }

 private:
  int words_;
  std::uint64_t fields_[kSides][kMaxFitWords];
  std::uint64_t roads_[kSides][kMaxFitWords];
  std::uint64_t road_ends_[kAxes][kMaxFitWords];
};

// BRIDGE-6..11: the tile beyond that side of the cell, which shows a field there, has no bridge
// yet, and nothing lies behind it (a tile there shows a field to it, where the bridge could not
// end).
bool takes_bridge(const Rules& rules, const GameState& s, CellIndex cell, Side side) {
  const SegmentId field = s.cells[cell].behind[static_cast<int>(side)][0];
  const TileIndex index = s.segments[field].tile;
  const PlacedTile& tile = s.tiles[index];
  if (tile.added_segment != kNone ||
      !spans_fields(rules.face(tile.type, tile.rotation), axis_of(side)) ||
      find_tile(s, neighbour(tile.at, side)) != kNotThere)
    return false;
  for (const BridgeBarred barred : rules.bridge_barred)
    if (barred(rules, s, index)) return false;
  return true;
}

// BRIDGE-4: all placements of one rotation that one bridge makes possible. How many.
int list_rotation(const Rules& rules, const GameState& s, const ShownSides& shown, TileType type,
                  Rotation rotation, Options& out) {
  const Face& face = rules.face(type, rotation);
  int count = 0;
  auto add = [&](CellIndex cell) {
    if (!passes_placement_filters(rules, s, cell, type, rotation)) return;
    out.add(Action::place(type, s.cells[cell].at, rotation));
    ++count;
  };
  for (int axis = 0; axis < kAxes; ++axis)
    if (spans_fields(face, axis))
      for_fits(s, bridged_edges(face, axis), shown.road_at_an_end(axis), add);
  for (int i = 0; i < kSides; ++i) {
    const auto side = static_cast<Side>(i);
    if (edge_at(face.edges, side) == kRoad)
      for_fits(s, field_at(face.edges, side), shown.field_at(side), [&](CellIndex cell) {
        if (takes_bridge(rules, s, cell, side)) add(cell);
      });
  }
  return count;
}

void list_bridged(const Rules& rules, const GameState& s, TileType type, Options& out) {
  if (s.core->players[s.core->active].supply[PieceKind::bridge] == 0) return;
  const TileInPlay& tile = rules.tiles[type];
  const ShownSides shown(s);
  int count = 0;
  for (int r = 0; r < tile.rotation_count; ++r)
    count += list_rotation(rules, s, shown, type, tile.rotations[r], out);
  // Q-BCB-5: nobody has to build; the tile may go to the box instead.
  if (count != 0 && !rules.options.bridge_forced_must && !fits_as_printed(rules, s, type))
    out.add({.kind = ActionKind::discard});
}

// BRIDGE-5: the bridge that the placement needs.
Prepared build_bridge(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (s.core->players[s.core->active].supply[PieceKind::bridge] == 0) return Prepared::go_on;
  const Face& face = rules.face(action.tile, action.value);
  const EdgeWord mask = s.cell_masks[find_cell(s, action.at)];
  const unsigned wrong = face.edges & ~static_cast<unsigned>(mask);
  if (wrong == 0) return Prepared::go_on;
  const auto side = static_cast<Side>(std::countr_zero(wrong) / 4);
  if (edge_at(face.edges, side) == kField) {
    finish_placement(rules, s, action, bridged_face(face, axis_of(side), true), events);
    return Prepared::laid;
  }
  const auto index = static_cast<TileIndex>(find_tile(s, neighbour(action.at, side)));
  const PlacedTile& tile = s.tiles[index];
  add_bridge(s, index, rules.face(tile.type, tile.rotation), axis_of(side), s.core->active);
  tell_bridge(s, index, events);
  return Prepared::go_on;
}

}  // namespace

void install_bridges(Rules& rules) {
  rules.more_placements.push_back(list_bridged);
  rules.prepare_place.push_back(build_bridge);
}

}  // namespace bastide::bridges_castles_bazaars
