// Castles on small cities, and the ladies in them.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::castles_bridges {
namespace {

constexpr int kMeeple = static_cast<int>(PieceKind::meeple);
constexpr auto kLady = static_cast<std::uint8_t>(Standing::sheltered);

// CB-CASTLE-7, Q-CB-24: a city under a castle is not scored; only fields still count it.
void take_off_completed(GameState& s, FeatureId city) {
  CoreState& g = *s.core;
  FeatureId* end = g.completed + g.completed_count;
  g.completed_count = static_cast<std::uint8_t>(std::remove(g.completed, end, city) - g.completed);
  g.completed[g.completed_count] = 0;
}

bool has_lady(const GameState& s, int castle) {
  return find_piece(s, [&](const PlacedPiece& piece) {
           return is_lady(piece) && piece.detail == castle;
         }) != kNoPiece;
}

// CB-CASTLE-8: into the castle built in this turn, if it is empty; later nobody moves in (Q-CB-10).
void list_new_lady(const Rules& rules, const GameState& s, Options& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.built != Built::castle || s.core->players[s.core->active].supply[kMeeple] == 0) return;
  if (tile_is_barred(rules, s) || has_lady(s, cb.castles_built() - 1)) return;
  out.add({.kind = ActionKind::lady, .at = s.tiles[s.core->placed].at});
}

// CB-CASTLE-9, CB-CASTLE-12, CB-CASTLE-13: one's own ladies, but none that moved in by this turn's
// castle, and one a turn.
void list_recalls(const Rules& rules, const GameState& s, Options& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.castles == kCastles || has_taken_lady(rules, s)) return;
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (!is_lady(piece) || piece.owner != s.core->active || is_new_castle(rules, s, piece.detail))
      continue;
    const PlacedTile& tile = tile_of(s, piece.segment);
    out.add({.kind = ActionKind::recall,
             .value = kLady,
             .seg = tile.local(piece.segment),
             .at = tile.at});
  }
}

void list_ladies(const Rules& rules, const GameState& s, Options& out) {
  list_new_lady(rules, s, out);
  list_recalls(rules, s, out);
}

Flow answer_lady(const Rules& rules, GameState& s, const Action&, EventSink* events) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  const int castle = cb.castles_built() - 1;
  const Seat seat = s.core->active;
  const SegmentId segment = cb.castle[castle];
  put_piece(rules, s,
            {PieceKind::meeple, seat, segment, Standing::sheltered, CastlesBridgesState::kModule,
             static_cast<std::uint16_t>(castle)});
  --s.core->players[seat].supply[kMeeple];
  tell(events, s, EventKind::deployed, seat, {.segment = segment});
  return Flow::proceed;
}

Flow answer_recall(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  const int lady = find_piece(s, [&](const PlacedPiece& piece) {
    return is_lady(piece) && piece.segment == tile.segment(action.seg) &&
           piece.owner == s.core->active;
  });
  send_home(rules, s, lady, EventKind::returned, events);
  rules.ext<CastlesBridgesState>(s).lady_home = 1;
  return Flow::proceed;
}

}  // namespace

bool is_new_castle(const Rules& rules, const GameState& s, int castle) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.built == Built::castle && castle == cb.castles_built() - 1) return true;
  return cb.earlier.turn == s.core->turn && cb.earlier.castle == castle + 1;
}

bool has_taken_lady(const Rules& rules, const GameState& s) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  return cb.earlier.turn == s.core->turn && cb.earlier.lady_home != 0;
}

// CB-CASTLE-2, CB-CASTLE-6: of exactly two segments, and nobody in it but ordinary meeples.
bool may_hold_castle(const Rules&, const GameState& s, FeatureId city) {
  const Feature& feature = s.features[city];
  if (feature.kind != SegmentKind::city || feature.segments != 2 || feature.open != 0) return false;
  for (const PlacedPiece& piece : pieces_on(s, city))
    if (piece.kind != PieceKind::meeple) return false;
  return true;
}

// CB-CASTLE-1, CB-CASTLE-3: whoever owns the city, the active player decides (Q-CB-8).
void list_castles(const Rules& rules, const GameState& s, Options& out) {
  if (rules.ext<CastlesBridgesState>(s).castles == 0) return;
  for (int i = 0; i < s.core->completed_count; ++i) {
    const FeatureId city = s.core->completed[i];
    if (!may_hold_castle(rules, s, city)) continue;
    const SegmentId segment = naming_segment(rules, s, city);
    const PlacedTile& tile = s.tiles[s.segments[segment].tile];
    out.add({.kind = ActionKind::build_castle, .seg = tile.local(segment), .at = tile.at});
  }
}

// CB-CASTLE-4, CB-CASTLE-5: whoever is in the city becomes a lady (Q-CB-9: all of them).
void build_castle(const Rules& rules, GameState& s, FeatureId city, EventSink* events) {
  auto& cb = rules.ext<CastlesBridgesState>(s);
  const int castle = cb.castles_built();
  cb.castle[castle] = naming_segment(rules, s, city);
  --cb.castles;
  for (int i = 0; i < s.core->pieces; ++i)
    if (feature_of(s, s.pieces[i].segment) == city && is_on_feature(s.pieces[i]))
      enter_building(rules, s, i, Standing::sheltered, CastlesBridgesState::kModule, castle,
                     events);
  s.features[city].marks |= mark_bit(FeatureMark::built_over);  // Q-CB-24
  take_off_completed(s, city);
  tell(events, s, EventKind::castle_built, s.core->active, {.segment = cb.castle[castle]});
}

// CB-CASTLE-10, CB-CASTLE-11, Q-CB-13: every knight and every lady of any colour, and she herself.
void score_lady(const Rules& rules, GameState& s, EventSink* events) {
  int knights = 0, ladies = 1;
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (is_lady(piece))
      ++ladies;
    else if (s.features[feature_of(s, piece.segment)].kind == SegmentKind::city &&
             occupies(rules, piece))
      ++knights;
  }
  Sheet sheet;
  sheet.add(Term::ladies, ladies, ladies);
  sheet.add(Term::knights, knights, knights);
  give_points(s, s.core->active, ScoreFor::lady, sheet, kNone, events);
}

void install_castles(Rules& rules) {
  rules.meeple_options.push_back(list_ladies);
  rules.meeple_answers[ActionKind::lady] = answer_lady;
  rules.recall_answers[kLady] = answer_recall;
  rules.step_rules[Step::castles_home] = castles_home_step;
  rules.lodgings.push_back({CastlesBridgesState::kModule, Standing::sheltered, "castle"});
  rules.lodgings.push_back({CastlesBridgesState::kModule, Standing::lodged, "granary"});
}

}  // namespace bastide::castles_bridges
