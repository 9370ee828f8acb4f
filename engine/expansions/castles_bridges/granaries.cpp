// Granaries where four tiles meet, and the farmers who move into them.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/rules/corners.h"
#include "engine/scoring/score.h"

namespace bastide::castles_bridges {
namespace {

// Z-97
bool has_granary(const Rules& rules, const GameState& s, Pos corner) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  return std::find(cb.corner, cb.corner + cb.granaries_built(), corner) !=
         cb.corner + cb.granaries_built();
}

}  // namespace

void install_granaries(Rules& rules) { rules.corner_taken.push_back(has_granary); }

// CB-GRANARY-5, CB-GRANARY-12, Q-CB-21: a farmer who was never moved to a granary.
bool may_enter_granary(const Rules& rules, const GameState&, const PlacedPiece& piece, Seat owner) {
  return piece.owner == owner && piece.standing == Standing::on_feature &&
         rules.traits[piece.kind].person;
}

// CB-GRANARY-1, Q-CB-17: any of the corners of the new tile, for any farmer who could move in.
void list_granaries(const Rules& rules, const GameState& s, Options& out) {
  if (rules.ext<CastlesBridgesState>(s).granaries == 0) return;
  const Pos at = s.tiles[s.core->placed].at;
  for (int i = 0; i < kTileCorners; ++i) {
    const Pos corner = corner_of(at, i);
    const FeatureId field = field_at_corner(rules, s, corner);
    if (field == kNone || number_of_seat(s.features[field].occupants, s.core->active) == 0)
      continue;
    if (corner_is_taken(rules, s, corner)) continue;
    for (const PlacedPiece& piece : pieces_on(s, field)) {
      if (!may_enter_granary(rules, s, piece, s.core->active)) continue;
      const PlacedTile& tile = tile_of(s, piece.segment);
      out.add({.kind = ActionKind::build_granary,
               .seg = tile.local(piece.segment),
               .at = corner,
               .at2 = tile.at});
    }
  }
}

// CB-GRANARY-6, CB-GRANARY-7: the farmer stays a farmer of his field (CB-GRANARY-14).
void build_granary(const Rules& rules, GameState& s, Pos corner, int farmer, EventSink* events) {
  auto& cb = rules.ext<CastlesBridgesState>(s);
  const int granary = cb.granaries_built();
  cb.corner[granary] = corner;
  --cb.granaries;
  tell(events, s, EventKind::granary_built, s.pieces[farmer].owner, {.at = corner});
  enter_building(rules, s, farmer, Standing::lodged, CastlesBridgesState::kModule, granary, events);
}

// CB-GRANARY-8, CB-GRANARY-9: every farmer of any colour, in granaries or not.
void score_granary(const Rules& rules, GameState& s, EventSink* events) {
  int farmers = 0;
  for (const PlacedPiece& piece : all_pieces(s))
    if (s.features[feature_of(s, piece.segment)].kind == SegmentKind::field &&
        occupies(rules, piece))
      ++farmers;
  Sheet sheet;
  sheet.add(Term::farmers, farmers, farmers);
  if (farmers != 0) give_points(s, s.core->active, ScoreFor::granary, sheet, kNone, events);
}

}  // namespace bastide::castles_bridges
