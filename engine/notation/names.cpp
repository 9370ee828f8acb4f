#include "engine/notation/names.h"

namespace bastide {

std::string tile_id(const Rules& rules, TileType type) { return rules.tiles[type].def->full_id(); }

std::optional<TileType> find_tile_type(const Rules& rules, std::string_view id) {
  const auto slash = id.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view set = id.substr(0, slash);
  const std::string_view tile = id.substr(slash + 1);
  std::optional<TileType> found;
  // A tile that only lies on the table from the start has no copies: the one in the stock is meant.
  for (std::size_t i = 0; i < rules.tiles.size(); ++i) {
    const TileInPlay& type = rules.tiles[i];
    if (type.def->id != tile || type.def->set != set) continue;
    if (!found || type.copies > 0) found = static_cast<TileType>(i);
    if (type.copies > 0) break;
  }
  return found;
}

std::string segment_name_at(const Rules& rules, const PlacedTile& tile, int segment) {
  if (segment >= kFirstSpotSeg)
    return std::string(name_of(spot_of(static_cast<std::uint8_t>(segment))));
  return segment_name(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation), segment);
}

int find_segment_at(const Rules& rules, const PlacedTile& tile, std::string_view name) {
  if (const auto spot = parse_name<Spot>(kSpotNames, name);
      spot && rules.spot_answers[*spot] != nullptr)
    return seg_of(*spot);
  if (name == "bridge")
    return tile.added_segment == kNone ? -1 : static_cast<int>(tile.segment_count);
  return find_segment(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation), name);
}

SegmentPlace place_of(const Rules& rules, const GameState& s, SegmentId segment) {
  const PlacedTile& tile = s.tiles[s.segments[segment].tile];
  return {tile.at, segment_name_at(rules, tile, tile.local(segment))};
}

SegmentPlace place_of(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  const PlacedTile& tile = tile_of(s, piece.segment);
  return {tile.at, segment_name_at(rules, tile, seg_of(s, piece))};
}

}  // namespace bastide
