#include "engine/scoring/score.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/board/board.h"
#include "engine/board/bridge.h"

namespace bastide {

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
      return ScoreFor::monastery;
    case SegmentKind::abbey:
      return ScoreFor::abbey;
    case SegmentKind::city:
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      return ScoreFor::city;
  }
  return ScoreFor::city;
}

namespace {

bool counts_as_finished_city(const Feature& feature) {
  return unsigned{feature.kind == SegmentKind::carcassonne} | unsigned{feature.open == 0};
}

// Features in the order in which they came, each once. Which ones are wanted and whether they are
// there already cannot be foreseen: nothing is jumped over.
class FeatureList {
 public:
  explicit FeatureList(const GameState& s) { std::fill_n(there_, s.core->features / 64 + 1, 0); }

  void add_if(bool wanted, FeatureId f) {
    std::uint64_t& word = there_[f / 64];
    const std::uint64_t bit = std::uint64_t{wanted} << (f % 64);
    list_[size_] = f;
    size_ += unsigned{(bit & ~word) != 0} & unsigned{size_ < kRoom};
    word |= bit;
  }
  int size() const { return size_; }
  const FeatureId* begin() const { return list_; }
  const FeatureId* end() const { return list_ + size_; }

 private:
  static constexpr int kRoom = 4096;  // more cities than a game of kMaxTilesInGame tiles can close
  static constexpr int kMostFeatures = 1 << 16;
  std::uint64_t there_[kMostFeatures / 64];  // a bit each
  FeatureId list_[kRoom + 1];
  int size_ = 0;
};

}  // namespace

int finished_cities_at(const Rules& rules, const GameState& s, FeatureId field) {
  FeatureList cities(s);
  for (SegmentId id : segments_of(s, field)) {
    const PlacedTile& tile = tile_of(s, id);
    const Face& face = rules.face(tile.type, tile.rotation);
    unsigned touches = face.segments[id - tile.first_segment].touches;
    do {  // most touch one city or none: without any the tile's first segment is looked at in vain
      const unsigned some = touches != 0;
      const unsigned local = static_cast<unsigned>(std::countr_zero(touches)) & (0u - some);
      const FeatureId city = feature_of(s, static_cast<SegmentId>(tile.first_segment + local));
      cities.add_if(some & unsigned{counts_as_finished_city(s.features[city])}, city);
      touches &= touches - 1;
    } while (touches != 0);
  }
  for (const BoardTouch& touch : rules.board_touches) {
    const FeatureId city = feature_of(s, touch.city);
    cities.add_if(feature_of(s, touch.field) == field && counts_as_finished_city(s.features[city]),
                  city);
  }
  return cities.size();
}

namespace {

// What the feature consists of, and what that is worth where nothing else is in play.
void add_structure(const Rules& rules, const GameState& s, FeatureId f, bool finished,
                   Sheet& sheet) {
  const Feature& feature = s.features[f];
  switch (feature.kind) {
    case SegmentKind::road: {  // ROAD-4, ROAD-11
      const int tiles = rules.worth.road_tiles(s, f);
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
}

void add_layer(const std::vector<ScoreTerms>& layer, const Rules& rules, const GameState& s,
               FeatureId f, bool finished, Sheet& sheet) {
  if (layer.empty()) return;
  const int before = sheet.size();
  for (ScoreTerms hook : layer) hook(rules, s, f, finished, sheet);
  if (sheet.size() > before + 1) sheet.sort_from(before);
}

bool is_worth_nothing(const Rules& rules, const GameState& s, FeatureId f, bool finished) {
  for (WorthNothing hook : rules.worth.nothing)
    if (hook(rules, s, f, finished)) return true;
  return false;
}

}  // namespace

Sheet value_of(const Rules& rules, const GameState& s, FeatureId f, bool finished) {
  Sheet sheet;
  if (is_worth_nothing(rules, s, f, finished)) return sheet;
  add_structure(rules, s, f, finished, sheet);
  add_layer(rules.worth.scale, rules, s, f, finished, sheet);
  add_layer(rules.worth.addition, rules, s, f, finished, sheet);
  return sheet;
}

Sheet value_for(const Rules& rules, const GameState& s, FeatureId f, bool finished, Seat seat,
                const Sheet& common) {
  Sheet sheet = common;
  if (rules.worth.of_a_seat.empty() || is_worth_nothing(rules, s, f, finished)) return sheet;
  for (SeatTerms hook : rules.worth.of_a_seat) hook(rules, s, f, finished, seat, common, sheet);
  sheet.sort_from(common.size());
  return sheet;
}

SegmentId naming_segment(const Rules& rules, const GameState& s, FeatureId f) {
  SegmentId best = kNone;
  auto key = [&](SegmentId id) {
    const PlacedTile& tile = s.tiles[s.segments[id].tile];
    const Face& face = rules.face(tile.type, tile.rotation);
    const int local = tile.local(id);
    const bool elsewhere = s.segments[id].tile != s.core->placed;
    return std::tuple(elsewhere, tile.at.x, tile.at.y, first_port_of(face, tile, local), local);
  };
  for (SegmentId id : segments_of(s, f))
    if (best == kNone || key(id) < key(best)) best = id;
  return best;
}

void write_place(const Rules& rules, const GameState& s, SegmentId id, FieldWriter& out) {
  const PlacedTile& tile = tile_of(s, id);
  out.place("at", tile.at);
  out.text("seg", segment_name(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                               tile.local(id)));
}

void write_segment(const Rules& rules, const GameState& s, SegmentId id, std::string_view name,
                   FieldWriter& out) {
  out.open_object(name);
  write_place(rules, s, id, out);
  out.close();
}

void write_feature(const Rules& rules, const GameState& s, FeatureId f, FieldWriter& out) {
  write_segment(rules, s, naming_segment(rules, s, f), "", out);
}

void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, SegmentId where,
                 EventSink* events) {
  s.core->players[seat].score += sheet.total();
  if (events != nullptr) tell_score(*events, s, seat, reason, sheet, where);
}

void give_points(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, Pos at,
                 std::uint8_t seg, EventSink* events) {
  s.core->players[seat].score += sheet.total();
  if (events != nullptr) tell_score(*events, s, seat, reason, sheet, at, seg);
}

namespace {

// A feature worth nothing gives no points and no event (FIELD-14).
void pay_holder(const Rules& rules, GameState& s, FeatureId f, Seat seat, const Sheet& sheet,
                EventSink* events) {
  if (sheet.total() == 0) return;
  const SegmentId where = events != nullptr ? naming_segment(rules, s, f) : kNone;
  give_points(s, seat, reason_for(s.features[f].kind), sheet, where, events);
}

}  // namespace

void score_feature(const Rules& rules, GameState& s, FeatureId f, bool finished,
                   EventSink* events) {
  const std::uint32_t seats = majority(rules, s, f);
  if (seats != 0) {
    const Sheet common = value_of(rules, s, f, finished);
    const bool alike = rules.worth.of_a_seat.empty();
    for (std::uint32_t left = seats; left != 0; left &= left - 1) {
      const auto seat = static_cast<Seat>(std::countr_zero(left));
      if (alike)
        pay_holder(rules, s, f, seat, common, events);
      else
        pay_holder(rules, s, f, seat, value_for(rules, s, f, finished, seat, common), events);
    }
  }
  for (FeatureScored hook : rules.feature_scored) hook(rules, s, f, finished, events);
}

void score_occupied(const Rules& rules, GameState& s, bool fields, EventSink* events) {
  FeatureList occupied(s);
  for (const PlacedPiece& piece : all_pieces(s)) {
    const FeatureId f = feature_of(s, piece.segment);
    const bool is_field = s.features[f].kind == SegmentKind::field;
    occupied.add_if(occupies(rules, piece) && is_field == fields, f);
  }
  for (const FeatureId f : occupied) score_feature(rules, s, f, false, events);
}

}  // namespace bastide
