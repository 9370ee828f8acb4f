// Granaries where four tiles meet, and the farmers who move into them.
#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/scoring/score.h"

namespace bastide::castles_bridges {
namespace {

// The four tiles round a corner, by their way from the one whose north-east corner it is, and the
// side that comes first of the two that meet there, walking clockwise.
struct Quarter {
  std::int16_t dx, dy;
  Side first;
};
constexpr Quarter kQuarters[] = {{0, 0, Side::north},  // its north-east corner
                                 {0, 1, Side::east},   // south-east
                                 {1, 1, Side::south},  // south-west
                                 {1, 0, Side::west}};  // north-west

Pos moved(Pos at, int dx, int dy) {
  return {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)};
}

// CB-GRANARY-3: the field in one corner of a tile. If both halves beside the corner are one field
// segment, nothing else reaches the corner; a wall that does parts them (Q-CB-20).
FeatureId field_in_quarter(const Rules& rules, const GameState& s, Pos at, Side first) {
  const std::uint32_t index = find_tile(s, at);
  if (index == kNotThere) return kNone;
  const PlacedTile& tile = s.tiles[index];
  const Face& face = rules.face(tile.type, tile.rotation);
  const std::uint8_t before = face.slots[static_cast<std::size_t>(first)][2];
  const std::uint8_t after = face.slots[static_cast<std::size_t>(rotated(first, 1))][0];
  if (before == kNoSegment || before != after) return kNone;
  const FeatureId f = feature_of(s, tile.segment(before));
  return s.features[f].kind == SegmentKind::field ? f : static_cast<FeatureId>(kNone);
}

}  // namespace

// CB-GRANARY-2, CB-GRANARY-4: four tiles, one field.
FeatureId field_at_corner(const Rules& rules, const GameState& s, Pos corner) {
  FeatureId field = kNone;
  for (const Quarter& quarter : kQuarters) {
    const FeatureId here =
        field_in_quarter(rules, s, moved(corner, quarter.dx, quarter.dy), quarter.first);
    if (here == kNone || (field != kNone && here != field)) return kNone;
    field = here;
  }
  return field;
}

// CB-GRANARY-5, CB-GRANARY-12, Q-CB-21: a farmer who was never moved to a granary.
bool may_enter_granary(const Rules& rules, const GameState&, const PlacedPiece& piece, Seat owner) {
  return piece.owner == owner && piece.standing == Standing::on_feature &&
         rules.traits[piece.kind].person;
}

// CB-GRANARY-1, Q-CB-17: any of the corners of the new tile, for any farmer who could move in.
void list_granaries(const Rules& rules, const GameState& s, Options& out) {
  if (rules.ext<CastlesBridgesState>(s).granaries == 0) return;
  const Pos at = s.tiles[s.core->placed].at;
  for (const Quarter& quarter : kQuarters) {
    const Pos corner = moved(at, -quarter.dx, -quarter.dy);
    const FeatureId field = field_at_corner(rules, s, corner);
    if (field == kNone || number_of_seat(s.features[field].occupants, s.core->active) == 0)
      continue;
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
