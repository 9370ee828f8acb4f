// Portals: a piece may go to any tile that lies.
#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

// The persons in the active player's hand: others do not ride (PORTAL-3, X-20, X-21).
struct Riders {
  PieceKind kind[kPieceKinds];
  int count = 0;
  std::uint16_t stands_on = 0;

  Riders(const Rules& rules, const GameState& s) {
    const PlayerState& player = s.core->players[s.core->active];
    auto add = [&](PieceKind piece) {
      const PieceTraits& traits = rules.traits[piece];
      if (!traits.person || player.supply[piece] == 0) return;
      kind[count++] = piece;
      stands_on |= traits.stands_on;
    };
    add(PieceKind::meeple);
    for (PieceKind piece : rules.special_pieces) add(piece);
  }
};

// Every segment of the feature but those on the portal tile, which the core offers itself.
void list_segments(const Rules& rules, const GameState& s, FeatureId f, PieceKind piece,
                   Options& out) {
  for (SegmentId id : segments_of(s, f)) {
    const PlacedTile& tile = tile_of(s, id);
    const bool reached = !rules.tiles[tile.type].has(Mark::inside);  // Q-CKC-39
    if (reached && s.segments[id].tile != s.core->placed)
      out.add(Action::meeple(piece, tile.at, tile.local(id)));
  }
}

bool has_portal(const Rules& rules, const GameState& s) {
  return placed_has(rules, s, Mark::portal);
}

// PORTAL-2, PORTAL-4: the same placement, on a tile that lies already.
void list_far_places(const Rules& rules, const GameState& s, Options& out) {
  if (!has_portal(rules, s)) return;
  const Riders riders(rules, s);
  if (riders.count == 0) return;
  for (FeatureId f = 0; f < s.core->features && !out.enough(); ++f) {
    const Feature& feature = s.features[f];
    if (feature.segments == 0 || !is_free(feature)) continue;
    if ((riders.stands_on & kind_bit(feature.kind)) == 0 || !portal_reaches(rules, s, f)) continue;
    for (int i = 0; i < riders.count; ++i)
      if (may_stand(rules, s, riders.kind[i], f)) list_segments(rules, s, f, riders.kind[i], out);
  }
}

}  // namespace

// PORTAL-5; Q-PD-10: what this very tile has completed can still be reached.
bool portal_reaches(const Rules& rules, const GameState& s, FeatureId f) {
  if (s.features[f].kind == SegmentKind::field || !is_finished(s, f)) return true;
  if (!rules.options.portal_just_completed) return false;
  for (int i = 0; i < s.core->completed_count; ++i)
    if (s.core->completed[i] == f) return true;
  return false;
}

void install_portal(Rules& rules) {
  rules.meeple_options.push_back(list_far_places);
  rules.leads_everywhere.push_back(has_portal);
}

}  // namespace bastide::princess_dragon
