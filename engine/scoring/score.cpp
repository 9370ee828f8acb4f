#include "engine/scoring/score.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/board/board.h"
#include "engine/board/bridge.h"

namespace bastide {

int strength_of(PieceKind kind) { return kind == PieceKind::big ? 2 : 1; }

int strength_on_feature(const PlacedPiece& piece) {
  return is_on_feature(piece) ? strength_of(piece.kind) : 0;
}

std::uint32_t leading_seats(std::uint32_t claims) {
  int best = 1;  // nobody leads without a piece
  std::uint32_t seats = 0;
  for (int seat = 0; claims != 0; ++seat, claims >>= kClaimBits) {
    const int strength = static_cast<int>(claims & 31u);
    if (strength < best) continue;
    if (strength > best) seats = 0;
    best = strength;
    seats |= 1u << seat;
  }
  return seats;
}

ScoreFor reason_for(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::road:
      return ScoreFor::road;
    case SegmentKind::field:
      return ScoreFor::field;
    case SegmentKind::garden:
      return ScoreFor::garden;
    case SegmentKind::shrine:
      return ScoreFor::shrine;
    case SegmentKind::monastery:
    case SegmentKind::abbey:
      return ScoreFor::monastery;
    case SegmentKind::city:
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      return ScoreFor::city;
  }
  return ScoreFor::city;
}

namespace {

bool counts_as_finished_city(const GameState& s, FeatureId f) {
  return s.features[f].kind == SegmentKind::carcassonne || s.features[f].open == 0;
}

// Collects features without repeating one. Fields border few cities, so a search is quickest.
class FeatureList {
 public:
  void add(FeatureId f) {
    for (int i = 0; i < size_; ++i)
      if (seen_[i] == f) return;
    if (size_ < kRoom) seen_[size_++] = f;
  }
  int size() const { return size_; }

 private:
  static constexpr int kRoom = 4096;  // more cities than a game of kMaxTilesInGame tiles can close
  FeatureId seen_[kRoom];
  int size_ = 0;
};

}  // namespace

int finished_cities_at(const Rules& rules, const GameState& s, FeatureId field) {
  FeatureList cities;
  const SegmentId head = s.features[field].head;
  SegmentId id = head;
  do {
    const PlacedTile& tile = s.tiles[s.segments[id].tile];
    const Face& face = rules.face(tile.type, tile.rotation);
    unsigned touches = face.segments[id - tile.first_segment].touches;
    for (; touches != 0; touches &= touches - 1) {
      const FeatureId city =
          feature_of(s, static_cast<SegmentId>(tile.first_segment + std::countr_zero(touches)));
      if (counts_as_finished_city(s, city)) cities.add(city);
    }
    id = s.segments[id].next;
  } while (id != head);
  for (const BoardTouch& touch : rules.board_touches)
    if (feature_of(s, touch.field) == field &&
        counts_as_finished_city(s, feature_of(s, touch.city)))
      cities.add(feature_of(s, touch.city));
  return cities.size();
}

Sheet value_of(const Rules& rules, const GameState& s, FeatureId f, bool finished) {
  const Feature& feature = s.features[f];
  Sheet sheet;
  switch (feature.kind) {
    case SegmentKind::road: {  // ROAD-4, ROAD-11
      const int tiles = rules.road_tiles(s, f);
      sheet.add(Term::tiles, tiles, tiles);
      break;
    }
    case SegmentKind::city: {  // CITY-2, CITY-3, CITY-8
      const int each = finished ? 2 : 1;
      const int tiles = distinct_tiles(s, f);
      sheet.add(Term::tiles, tiles, each * tiles);
      sheet.add(Term::pennants, feature.pennants, each * feature.pennants);
      break;
    }
    case SegmentKind::monastery:  // MONASTERY-2, MONASTERY-7
    case SegmentKind::garden:
    case SegmentKind::shrine:
    case SegmentKind::abbey:
      sheet.add(Term::tiles, 1, 1);
      sheet.add(Term::neighbours, 8 - feature.open, 8 - feature.open);
      break;
    case SegmentKind::field: {  // FIELD-6
      const int cities = finished_cities_at(rules, s, f);
      sheet.add(Term::cities, cities, 3 * cities);
      break;
    }
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      break;
  }
  for (ScoreTerms hook : rules.score_terms) hook(rules, s, f, finished, sheet);
  return sheet;
}

SegmentId naming_segment(const Rules& rules, const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  SegmentId best = kNone;
  auto key = [&](SegmentId id) {
    const PlacedTile& tile = s.tiles[s.segments[id].tile];
    const Face& face = rules.face(tile.type, tile.rotation);
    const int local = tile.local(id);
    const bool elsewhere = s.segments[id].tile != s.core->placed;
    const int port = std::countr_zero<unsigned>(ports_of(face, tile, local) | 0x100u);
    return std::tuple(elsewhere, tile.at.x, tile.at.y, port, local);
  };
  SegmentId id = feature.head;
  do {
    if (best == kNone || key(id) < key(best)) best = id;
    id = s.segments[id].next;
  } while (id != feature.head);
  return best;
}

void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, SegmentId where,
                 EventSink* events) {
  s.core->players[seat].score += sheet.total();
  if (events == nullptr) return;
  Event event;
  event.kind = EventKind::score;
  event.player = seat;
  event.reason = reason;
  event.points = sheet.total();
  event.sheet = sheet;
  event.segment = where;
  event.has_place = where != kNone;
  if (where != kNone) event.at = s.tiles[s.segments[where].tile].at;
  events->add(s, event);
}

void score_feature(const Rules& rules, GameState& s, FeatureId f, bool finished,
                   EventSink* events) {
  const std::uint32_t seats = leading_seats(s.features[f].claims);
  if (seats != 0) {
    const Sheet sheet = value_of(rules, s, f, finished);
    // A feature worth nothing gives no points and no event (FIELD-14).
    if (sheet.total() != 0) {
      const SegmentId where = events != nullptr ? naming_segment(rules, s, f) : kNone;
      for (std::uint32_t left = seats; left != 0; left &= left - 1)
        give_points(s, static_cast<Seat>(std::countr_zero(left)), reason_for(s.features[f].kind),
                    sheet, where, events);
    }
  }
  for (FeatureScored hook : rules.feature_scored) hook(rules, s, f, finished, events);
}

void send_home(const Rules& rules, GameState& s, int index, EventKind why, EventSink* events) {
  const PlacedPiece piece = lift_piece(s, index, strength_on_feature(s.pieces[index]));
  ++s.core->players[piece.owner].supply[static_cast<int>(piece.kind)];
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece);
  if (events == nullptr) return;
  Event event;
  event.kind = why;
  event.player = piece.owner;
  event.piece = piece.kind;
  event.segment = piece.segment;
  event.has_place = true;
  event.at = s.tiles[s.segments[piece.segment].tile].at;
  events->add(s, event);
}

void send_all_home(const Rules& rules, GameState& s, FeatureId f, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i)
    if (feature_of(s, s.pieces[i].segment) == f && is_on_feature(s.pieces[i]))
      send_home(rules, s, i, EventKind::returned, events);
}

void enter_building(const Rules& rules, GameState& s, int index, Standing standing, int detail) {
  PlacedPiece& piece = s.pieces[index];
  const PlacedPiece before = piece;
  piece.standing = standing;
  piece.detail = static_cast<std::uint16_t>(detail);
  const int lost = strength_on_feature(before) - strength_on_feature(piece);
  s.features[feature_of(s, piece.segment)].claims -=
      static_cast<std::uint32_t>(lost) * claim_of(piece.owner);
  for (PieceMoved hook : rules.piece_moved) hook(rules, s, before, s.pieces[index]);
}

void score_final(const Rules& rules, GameState& s, EventSink* events) {
  for (FinalScoring hook : rules.before_final) hook(rules, s, events);
  for (const bool fields : {false, true}) {
    for (int i = 0; i < s.core->pieces; ++i) {
      const FeatureId f = feature_of(s, s.pieces[i].segment);
      if ((s.features[f].kind == SegmentKind::field) != fields) continue;
      // Each feature once: by the first of the pieces on it.
      bool first = true;
      for (int j = 0; j < i && first; ++j) first = feature_of(s, s.pieces[j].segment) != f;
      if (first) score_feature(rules, s, f, false, events);
    }
  }
  for (FinalScoring hook : rules.after_final) hook(rules, s, events);
  while (s.core->pieces > 0) {
    const int last = s.core->pieces - 1;
    const PlacedPiece piece = lift_piece(s, last, strength_on_feature(s.pieces[last]));
    ++s.core->players[piece.owner].supply[static_cast<int>(piece.kind)];
  }
}

}  // namespace bastide
