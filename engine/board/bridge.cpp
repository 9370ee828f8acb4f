#include "engine/board/bridge.h"

#include "engine/board/board.h"

namespace bastide {
namespace {

constexpr EdgeWord kRoad = edge_bit(EdgeKind::road);

constexpr std::uint8_t kRoadSlots[] = {0, 1, 2};

EdgeWord with_edge(EdgeWord edges, Side side, EdgeWord nibble) {
  return static_cast<EdgeWord>((edges & ~edge_shifted(0xF, side)) | edge_shifted(nibble, side));
}

FaceSegment bridge_segment(const Face& face, int axis) {
  FaceSegment seg;
  seg.kind = SegmentKind::road;
  seg.open_ends = 2;
  seg.ports = axis_ports(axis);
  for (int i = 0; i < face.segment_count; ++i)
    if (face.segments[i].kind == SegmentKind::road) seg.has_sibling = 1;
  return seg;
}

void take_bridge(GameState& s, PlacedTile& tile, Seat owner) {
  tile.bridge_owner = owner & 7u;
  if (owner == kNobody) return;
  --s.core->players[owner].supply[PieceKind::bridge];
}

}  // namespace

EdgeWord bridged_edges(const Face& face, int axis) {
  const Side end = first_end(axis);
  return with_edge(with_edge(face.edges, end, kRoad), opposite(end), kRoad);
}

Face bridged_face(const Face& face, int axis, bool claimable) {
  Face out = face;
  const std::uint8_t bridge = out.segment_count++;
  const auto bit = static_cast<std::uint16_t>(1u << bridge);
  out.segments[bridge] = bridge_segment(face, axis);
  out.edges = bridged_edges(face, axis);
  out.bridge = static_cast<std::uint8_t>(1 + axis);
  if (claimable) out.claimable |= bit;
  out.completable |= bit;
  for (const Side end : {first_end(axis), opposite(first_end(axis))}) {
    out.slots[static_cast<std::size_t>(end)][1] = bridge;
    fill_joins(out, end, kRoadSlots);
    fill_outward(out, end);
  }
  return out;
}

void note_bridge(GameState& s, TileIndex index, const Face& bridged, Seat owner) {
  PlacedTile& tile = s.tiles[index];
  const unsigned printed = bridged.segment_count - 1u;
  tile.segment_count = printed & 15u;
  take_bridge(s, tile, owner);
  tile.bridge_axis = (bridged.bridge - 1u) & 1u;
  tile.added_segment = static_cast<SegmentId>(tile.first_segment + printed);
}

SegmentId add_bridge(GameState& s, TileIndex index, const Face& face, int axis, Seat owner) {
  const SegmentId id = found_segment(s, index, bridge_segment(face, axis));
  PlacedTile& tile = s.tiles[index];
  take_bridge(s, tile, owner);
  tile.bridge_axis = static_cast<unsigned>(axis) & 1u;
  tile.added_segment = id;
  for (const Side end : {first_end(axis), opposite(first_end(axis))}) {
    const std::uint32_t cell = find_cell(s, neighbour(tile.at, end));
    const Side facing = opposite(end);
    s.cells[cell].behind[static_cast<int>(facing)][1] = id;
    s.cell_masks[cell] = with_edge(s.cell_masks[cell], facing, kRoad);
  }
  return id;
}

EdgeWord edges_shown(const Face& face, const PlacedTile& tile) {
  return tile.added_segment == kNone ? face.edges : bridged_edges(face, tile.bridge_axis);
}

}  // namespace bastide
