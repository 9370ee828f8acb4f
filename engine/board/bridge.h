// Bridges: a road segment that a piece adds to a tile, from one field side straight to the opposite
// one. The fields beneath stay whole (BRIDGE-17). On the tile being laid it is part of the face; on
// a tile that lies it is added, and the open cells at its ends learn of it.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/board/state.h"
#include "engine/tiles/face.h"

namespace bastide {

// Axes as on the wire: 0 is NS, 1 is EW. An axis has two ends.
inline constexpr int kAxes = 2;
constexpr int axis_of(Side side) { return static_cast<int>(side) & 1; }
constexpr Side first_end(int axis) { return static_cast<Side>(axis); }
constexpr std::uint8_t axis_ports(int axis) { return static_cast<std::uint8_t>(0b0101u << axis); }

// BRIDGE-8, BRIDGE-11, BRIDGE-18: both sides along the axis are nothing but field.
constexpr bool spans_fields(const Face& face, int axis) {
  constexpr EdgeWord kField = edge_bit(EdgeKind::field);
  const Side end = first_end(axis);
  return ((edge_at(face.edges, end) ^ kField) | (edge_at(face.edges, opposite(end)) ^ kField)) == 0;
}
// The edges that the face shows once the bridge stands.
EdgeWord bridged_edges(const Face& face, int axis);
// The face with the bridge as its last segment; meeples may stand on it if they may on roads.
Face bridged_face(const Face& face, int axis, bool claimable);

// Both take the bridge from the owner's supply, for good (BRIDGE-13). kNobody: it is no player's.
// After lay_tile with a bridged face: the last segment is the added one, not a printed one.
void note_bridge(GameState& s, TileIndex tile, const Face& bridged, Seat owner);
// On a tile without a bridge, whose neighbours along the axis are both empty. `face` is as printed.
SegmentId add_bridge(GameState& s, TileIndex tile, const Face& face, int axis, Seat owner);

// Sides through which a segment of a placed tile goes, half-sides for fields; for bridges as well.
inline std::uint8_t ports_of(const Face& face, const PlacedTile& tile, int local) {
  return local < tile.segment_count ? face.segments[local].ports : axis_ports(tile.bridge_axis);
}
// The first port that gives the segment its name: what comes first on a tile, by its ports.
inline int first_port_of(const Face& face, const PlacedTile& tile, int local) {
  const unsigned ports =
      local < tile.segment_count ? naming_ports(face, local) : axis_ports(tile.bridge_axis);
  return std::countr_zero(ports | 0x100u);
}
// The face of a placed tile, with its bridge.
inline Face face_shown(const Face& face, const PlacedTile& tile) {
  return tile.added_segment == kNone ? face : bridged_face(face, tile.bridge_axis, true);
}
inline bool is_bridge(const GameState& s, SegmentId id) {
  return s.tiles[s.segments[id].tile].added_segment == id;
}
// What a placed tile shows, with its bridge.
EdgeWord edges_shown(const Face& face, const PlacedTile& tile);

}  // namespace bastide
