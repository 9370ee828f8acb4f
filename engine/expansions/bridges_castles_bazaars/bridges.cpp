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

EdgeWord with_field_at(EdgeWord edges, Side side) {
  return static_cast<EdgeWord>((edges & ~edge_shifted(0xF, side)) | edge_shifted(kField, side));
}

// The open cells as bridges see them, 64 a word. A side without a tile admits fields and roads.
class Sides {
 public:
  explicit Sides(const GameState& s) : words_(fit_words(s)) {
    for (int w = 0; w < words_; ++w) find_admitted(s, w, admitted_[w]);
  }
  int words() const { return words_; }
  std::uint64_t fits(EdgeWord edges, int word) const { return admitted_[word].fits(edges); }
  std::uint64_t field_at(Side side, int word) const {
    return admits(kField, side, word) & ~admits(kRoad, side, word);
  }
  // Q-BCB-1: at least one end of a bridge there meets a road.
  std::uint64_t road_at_an_end(int axis, int word) const {
    const Side end = first_end(axis);
    return road_at(end, word) | road_at(opposite(end), word);
  }

 private:
  std::uint64_t admits(EdgeWord kind, Side side, int word) const {
    return admitted_[word].rows[std::countr_zero(edge_shifted(kind, side))];
  }
  std::uint64_t road_at(Side side, int word) const {
    return admits(kRoad, side, word) & ~admits(kField, side, word);
  }

  int words_;
  AdmittedEdges admitted_[kMaxFitWords];
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
int list_rotation(const Rules& rules, const GameState& s, const Sides& sides, TileType type,
                  Rotation rotation, Options& out) {
  const Face& face = rules.face(type, rotation);
  int count = 0;
  // Calls bits(word) for the cells that come into question, and may_lie(cell) for each of them.
  auto list = [&](auto bits, auto may_lie) {
    for (int w = 0; w < sides.words(); ++w)
      for (std::uint64_t left = bits(w); left != 0; left &= left - 1) {
        const auto cell = static_cast<CellIndex>(64 * w + std::countr_zero(left));
        if (!may_lie(cell) || !passes_placement_filters(rules, s, cell, type, rotation)) continue;
        out.add(Action::place(type, s.cells[cell].at, rotation));
        ++count;
      }
  };
  for (int axis = 0; axis < kAxes; ++axis) {
    if (!spans_fields(face, axis)) continue;
    const EdgeWord edges = bridged_edges(face, axis);
    list([&](int w) { return sides.road_at_an_end(axis, w) & sides.fits(edges, w); },
         [](CellIndex) { return true; });
  }
  for (int i = 0; i < kSides; ++i) {
    const auto side = static_cast<Side>(i);
    if (edge_at(face.edges, side) != kRoad) continue;
    const EdgeWord edges = with_field_at(face.edges, side);
    list([&](int w) { return sides.field_at(side, w) & sides.fits(edges, w); },
         [&](CellIndex cell) { return takes_bridge(rules, s, cell, side); });
  }
  return count;
}

void list_bridged(const Rules& rules, const GameState& s, TileType type, Options& out) {
  if (s.core->players[s.core->active].supply[PieceKind::bridge] == 0) return;
  const TileInPlay& tile = rules.tiles[type];
  const Sides sides(s);
  int count = 0;
  for (int r = 0; r < tile.rotation_count; ++r)
    count += list_rotation(rules, s, sides, type, tile.rotations[r], out);
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
