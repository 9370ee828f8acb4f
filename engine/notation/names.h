// Names on the wire for what the engine numbers: tiles, segments.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/game/game.h"

namespace bastide {

// Tile ids of this game: "base/D".
std::string tile_id(const Rules& rules, TileType type);
std::optional<TileType> find_tile_type(const Rules& rules, std::string_view id);

// Segments of placed tiles, by their index on the tile as Action::seg holds it.
std::string segment_name_at(const Rules& rules, const PlacedTile& tile, int segment);
int find_segment_at(const Rules& rules, const PlacedTile& tile, std::string_view name);

// Where a segment of the state lies.
struct SegmentPlace {
  Pos at;
  std::string seg;
};
SegmentPlace place_of(const Rules& rules, const GameState& s, SegmentId segment);
SegmentPlace place_of(const Rules& rules, const GameState& s, const PlacedPiece& piece);

}  // namespace bastide
