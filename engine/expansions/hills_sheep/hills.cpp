// Hills: a tile goes under them unseen, and whoever stands on one wins ties.
#include <algorithm>

#include "engine/expansions/hills_sheep/parts.h"
#include "engine/scoring/majority.h"

namespace bastide::hills_sheep {
namespace {

// HILL-1..4, HIDDEN-2: one tile less can be drawn, and nobody knows which. Without a tile the hill
// is a hill all the same (HILL-3).
void hide_tile(const Rules& rules, GameState& s, EventSink* events) {
  const PlacedTile& laid = s.tiles[s.core->placed];
  const TileInPlay& tile = rules.tiles[laid.type];
  if (!tile.has(Mark::hill)) return;
  std::uint16_t& left = s.core->left[tile.stack];
  if (left == 0) return;
  --left;
  ++s.core->hidden;
  tell(events, s, EventKind::hidden, s.core->active, {.at = laid.at, .value = s.core->hidden});
}

// HILL-10, Y-78: by the tile on which the piece stands; who came to the feature as a whole stands
// on none.
bool is_on_hill(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  return occupies(rules, piece) && !is_from_afar(piece) &&
         rules.tiles[tile_of(s, piece.segment).type].has(Mark::hill);
}

// HILL-6..8: of the tied those who have somebody on a hill, or with the option those who have most
// there; figures count, not strength (Q-HS-2).
std::uint32_t seats_on_hills(const Rules& rules, const GameState& s, FeatureId f,
                             std::uint32_t tied) {
  int on_hills[kMaxPlayers] = {};
  for (const PlacedPiece& piece : pieces_on(s, f))
    on_hills[piece.owner] += is_on_hill(rules, s, piece) ? 1 : 0;
  int wanted = 1;
  for (int seat = 0; seat < kMaxPlayers && rules.options.hill_ties_count; ++seat)
    if (((tied >> seat) & 1u) != 0) wanted = std::max(wanted, on_hills[seat]);
  std::uint32_t seats = 0;
  for (int seat = 0; seat < kMaxPlayers; ++seat)
    if (on_hills[seat] >= wanted) seats |= tied & (1u << seat);
  return seats != 0 ? seats : tied;
}

}  // namespace

void install_hills(Rules& rules) {
  rules.hides_tiles = true;
  rules.marks_in_play |= mark_bit(Mark::hill);
  rules.tile_placed.push_back(hide_tile);
  rules.tie_breaks.push_back(seats_on_hills);
}

}  // namespace bastide::hills_sheep
