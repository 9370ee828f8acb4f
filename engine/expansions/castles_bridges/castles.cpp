// Castles on small cities, and the ladies in them.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::castles_bridges {
namespace {

constexpr int kMeeple = static_cast<int>(PieceKind::meeple);
constexpr auto kLady = static_cast<std::uint8_t>(Standing::castle);

// CB-CASTLE-7, Q-CB-24: a city under a castle is not scored; only fields still count it.
void take_off_completed(GameState& s, FeatureId city) {
  CoreState& g = *s.core;
  FeatureId* end = g.completed + g.completed_count;
  g.completed_count = static_cast<std::uint8_t>(std::remove(g.completed, end, city) - g.completed);
  g.completed[g.completed_count] = 0;
}

bool has_lady(const GameState& s, int castle) {
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].standing == Standing::castle && s.pieces[i].detail == castle) return true;
  return false;
}

// CB-CASTLE-8: into the castle built in this turn, if it is empty; later nobody moves in (Q-CB-10).
void list_new_lady(const Rules& rules, const GameState& s, Options& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.built != Built::castle || s.core->players[s.core->active].supply[kMeeple] == 0) return;
  if (tile_is_barred(rules, s) || has_lady(s, cb.castles_built() - 1)) return;
  out.add({.kind = ActionKind::lady, .at = s.tiles[s.core->placed].at});
}

// CB-CASTLE-9, CB-CASTLE-12: one's own ladies, but none that moved in by this turn's castle.
void list_recalls(const Rules& rules, const GameState& s, Options& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  for (int i = 0; cb.castles != kCastles && i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.standing != Standing::castle || piece.owner != s.core->active ||
        is_new_castle(cb, piece.detail))
      continue;
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
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

Flow answer_lady(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  const int castle = cb.castles_built() - 1;
  const Seat seat = s.core->active;
  const SegmentId segment = cb.castle[castle];
  put_piece(
      s,
      {PieceKind::meeple, seat, segment, Standing::castle, 0, static_cast<std::uint16_t>(castle)},
      0);
  --s.core->players[seat].supply[kMeeple];
  if (events == nullptr) return Flow::proceed;
  Event event;
  event.kind = EventKind::deployed;
  event.player = seat;
  event.segment = segment;
  event.has_place = true;
  event.at = action.at;
  events->add(s, event);
  return Flow::proceed;
}

Flow answer_recall(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  const int lady = find_piece(s, tile.segment(action.seg), s.core->active, Standing::castle);
  send_home(rules, s, lady, EventKind::returned, events);
  rules.ext<CastlesBridgesState>(s).lady_home = 1;
  return Flow::proceed;
}

// Q-CB-11: before the final scoring, without points.
void send_ladies_home(const Rules& rules, GameState& s, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i)
    if (s.pieces[i].standing == Standing::castle)
      send_home(rules, s, i, EventKind::returned, events);
}

}  // namespace

bool is_new_castle(const CastlesBridgesState& cb, int castle) {
  return cb.built == Built::castle && castle == cb.castles_built() - 1;
}

// CB-CASTLE-2, CB-CASTLE-6: of exactly two segments, and nobody in it but ordinary meeples.
bool may_hold_castle(const Rules&, const GameState& s, FeatureId city) {
  const Feature& feature = s.features[city];
  if (feature.kind != SegmentKind::city || feature.segments != 2 || feature.open != 0) return false;
  for (int i = 0; i < s.core->pieces; ++i)
    if (feature_of(s, s.pieces[i].segment) == city && s.pieces[i].kind != PieceKind::meeple)
      return false;
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
    if (feature_of(s, s.pieces[i].segment) == city)
      enter_building(rules, s, i, Standing::castle, castle);
  s.features[city].flags |= kCastleCity;
  take_off_completed(s, city);
  if (events == nullptr) return;
  Event event;
  event.kind = EventKind::castle_built;
  event.player = s.core->active;
  event.segment = cb.castle[castle];
  event.has_place = true;
  event.at = s.tiles[s.segments[event.segment].tile].at;
  events->add(s, event);
}

// CB-CASTLE-10, CB-CASTLE-11, Q-CB-13: every knight and every lady of any colour, and she herself.
void score_lady(const Rules& rules, GameState& s, EventSink* events) {
  int knights = 0, ladies = 1;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.standing == Standing::castle)
      ++ladies;
    else if (s.features[feature_of(s, piece.segment)].kind == SegmentKind::city &&
             rules.traits[static_cast<int>(piece.kind)].follower)
      ++knights;
  }
  Sheet sheet;
  sheet.add(Term::ladies, ladies, ladies);
  sheet.add(Term::knights, knights, knights);
  give_points(s, s.core->active, ScoreFor::lady, sheet, kNone, events);
}

void install_castles(Rules& rules) {
  rules.meeple_options.push_back(list_ladies);
  rules.meeple_answers[static_cast<int>(ActionKind::lady)] = answer_lady;
  rules.recall_answers[kLady] = answer_recall;
  rules.before_final.push_back(send_ladies_home);
}

}  // namespace bastide::castles_bridges
