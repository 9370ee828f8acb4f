// Bridges: a new tile with field on two opposite sides may meet a road there, and then carries one.

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::castles_bridges {
namespace {

constexpr int kNoAxis = -1;

// CB-BRIDGE-7, CB-BRIDGE-12, Q-CB-5: at least one end meets a road, and none another bridge.
bool ends_allow(const GameState& s, const OpenCell& cell, int axis) {
  bool meets_road = false;
  for (const Side end : {first_end(axis), opposite(first_end(axis))}) {
    const SegmentId road = cell.behind[static_cast<int>(end)][1];
    if (road == kNone) continue;  // nothing lies there; what does is a road, or it would not fit
    if (is_bridge(s, road)) return false;
    meets_road = true;
  }
  return meets_road;
}

// CB-BRIDGE-2, CB-BRIDGE-3, Q-CB-2..4: the axis of the bridge that makes the tile fit there.
int axis_needed(const GameState& s, std::uint32_t cell, const Face& face) {
  for (int axis = 0; axis < kAxes; ++axis) {
    if (!spans_fields(face, axis)) continue;
    const EdgeWord edges = bridged_edges(face, axis);
    if ((s.cell_masks[cell] & edges) == edges && ends_allow(s, s.cells[cell], axis)) return axis;
  }
  return kNoAxis;
}

// CB-BRIDGE-1, CB-BRIDGE-3: placements that only a bridge makes fit.
void list_bridged(const Rules& rules, const GameState& s, TileType type, Options& out) {
  if (rules.ext<CastlesBridgesState>(s).bridges == 0) return;
  const TileInPlay& tile = rules.tiles[type];
  for (int r = 0; r < tile.rotation_count; ++r) {
    const Rotation rotation = tile.rotations[r];
    const Face& face = rules.face(type, rotation);
    for (int axis = 0; axis < kAxes; ++axis) {
      if (!spans_fields(face, axis)) continue;
      for_fits(s, bridged_edges(face, axis), [&](CellIndex cell) {
        if (ends_allow(s, s.cells[cell], axis) &&
            passes_placement_filters(rules, s, cell, type, rotation))
          out.add(Action::place(type, s.cells[cell].at, rotation));
      });
    }
  }
}

// CB-BRIDGE-4: it is compulsory, so nobody is asked.
Prepared lay_with_bridge(const Rules& rules, GameState& s, const Action& action,
                         EventSink* events) {
  const Face& face = rules.face(action.tile, action.value);
  const std::uint32_t cell = find_cell(s, action.at);
  if ((s.cell_masks[cell] & face.edges) == face.edges) return Prepared::go_on;
  --rules.ext<CastlesBridgesState>(s).bridges;
  const bool claimable =
      (rules.traits[PieceKind::meeple].stands_on & kind_bit(SegmentKind::road)) != 0;
  finish_placement(rules, s, action, bridged_face(face, axis_needed(s, cell, face), claimable),
                   events);
  return Prepared::laid;
}

// --- Scoring -------------------------------------------------------------------

// CB-BRIDGE-16, CB-BRIDGE-19, Q-CB-1: the tiles that show a printed piece of the road.
int printed_tiles(const GameState& s, FeatureId road) {
  int count = 0;
  for (SegmentId id : segments_of(s, road)) {
    if (is_bridge(s, id)) continue;
    const PlacedTile& tile = tile_of(s, id);
    bool first = true;  // of its tile on this road
    for (int local = tile.local(id) - 1; local >= 0; --local)
      if (feature_of(s, tile.segment(local)) == road) first = false;
    count += first ? 1 : 0;
  }
  return count;
}

// CB-BRIDGE-16, CB-BRIDGE-18: 3 for each bridge of a completed road, 1 at the end of the game.
void add_bridges(const Rules&, const GameState& s, FeatureId f, bool finished, Sheet& sheet) {
  if (s.features[f].kind != SegmentKind::road) return;
  int bridges = 0;
  for (SegmentId id : segments_of(s, f)) bridges += is_bridge(s, id) ? 1 : 0;
  sheet.add(Term::bridges, bridges, (finished ? 3 : 1) * bridges);
}

}  // namespace

void install_bridges(Rules& rules) {
  rules.extra_segments += kBridges;
  rules.more_placements.push_back(list_bridged);
  rules.prepare_place.push_back(lay_with_bridge);
  if (!rules.options.bridge_tile_counts) rules.worth.road_tiles = printed_tiles;
  rules.worth.addition.push_back(add_bridges);
}

}  // namespace bastide::castles_bridges
