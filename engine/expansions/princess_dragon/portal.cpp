// Portals: a piece may go to any tile that lies.
#include <bit>

#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

// The persons in the active player's hand: others do not ride (PORTAL-3, X-20, X-21).
struct Riders {
  PieceKind kind[kPieceKinds];
  int count = 0;
  std::uint32_t suited[kSegmentKinds] = {};  // how many of them stand on such features

  Riders(const Rules& rules, const GameState& s) {
    const PlayerState& player = s.core->players[s.core->active];
    auto add = [&](PieceKind piece) {
      const PieceTraits& traits = rules.traits[piece];
      if (!traits.person || player.supply[piece] == 0) return;
      kind[count++] = piece;
      for (unsigned kinds = traits.stands_on; kinds != 0; kinds &= kinds - 1)
        ++suited[std::countr_zero(kinds)];
    };
    add(PieceKind::meeple);
    for (PieceKind piece : rules.special_pieces) add(piece);
  }
};

bool has_portal(const Rules& rules, const GameState& s) {
  return placed_has(rules, s, Mark::portal);
}

// Q-CKC-39: not to tiles that no portal leads to, nor to the portal's own, whose places the core
// offers itself.
bool leads_to(const Rules& rules, const GameState& s, SegmentId id) {
  const TileIndex tile = s.segments[id].tile;
  return tile != s.core->placed && !rules.tiles[s.tiles[tile].type].has(Mark::inside);
}

// How many segments of a feature it leads to. They are walked only where some tile is closed to it
// (squares of a start board): else those of its own tile are taken off.
class Places {
 public:
  Places(const Rules& rules, const GameState& s) : rules_(rules), s_(s) {
    const PlacedTile& portal = s.tiles[s.core->placed];
    for (int i = 0; portal.has_segment(i); ++i) {
      own_[count_] = feature_of(s, portal.segment(i));
      near_ |= bit_of(own_[count_++]);
    }
  }
  std::uint32_t on(FeatureId f) const {
    std::uint32_t places = s_.features[f].segments;
    if (rules_.start.size() > 1) {
      places = 0;
      for (const SegmentId id : segments_of(s_, f)) places += leads_to(rules_, s_, id) ? 1 : 0;
    } else if ((near_ & bit_of(f)) != 0) {
      for (int i = 0; i < count_; ++i) places -= own_[i] == f ? 1 : 0;
    }
    return places;
  }

 private:
  static std::uint64_t bit_of(FeatureId f) { return 1ull << (f % 64); }

  const Rules& rules_;
  const GameState& s_;
  int count_ = 0;
  std::uint64_t near_ = 0;  // the features of the portal's tile, and others with the same bits
  FeatureId own_[kMaxSegments + 1];
};

void list_places(const Rules& rules, const GameState& s, FeatureId f, PieceKind piece,
                 Options& out) {
  for (const SegmentId id : segments_of(s, f)) {
    if (!leads_to(rules, s, id)) continue;
    const PlacedTile& tile = tile_of(s, id);
    out.add(Action::meeple(piece, tile.at, tile.local(id)));
  }
}

// PORTAL-2, PORTAL-4: the same placement, on a tile that lies already. All persons ask for features
// that are free.
void list_far_places(const Rules& rules, const GameState& s, Options& out) {
  if (!has_portal(rules, s)) return;
  const Riders riders(rules, s);
  if (riders.count == 0) return;
  const Places places(rules, s);
  for (FeatureId f = 0; f < s.core->features && !out.enough(); ++f) {
    const Feature& feature = s.features[f];
    if (!is_free(feature) || feature.segments == 0 || !portal_reaches(rules, s, f)) continue;
    if (out.skip(riders.suited[static_cast<std::size_t>(feature.kind)] * places.on(f))) continue;
    for (int i = 0; i < riders.count; ++i)
      if (may_stand(rules, s, riders.kind[i], f)) list_places(rules, s, f, riders.kind[i], out);
  }
}

}  // namespace

bool is_just_completed(const Rules& rules, const GameState& s, FeatureId f) {
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
