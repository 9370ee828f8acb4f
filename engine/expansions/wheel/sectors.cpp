#include "engine/expansions/wheel/sectors.h"

#include "engine/board/board.h"
#include "engine/scoring/score.h"

namespace bastide::wheel {
namespace {

// Persons of a seat on features of a kind.
bool stands_on(const Rules& rules, const GameState& s, const PlacedPiece& piece, Seat seat,
               SegmentKind kind) {
  return piece.owner == seat && occupies(rules, piece) &&
         s.features[feature_of(s, piece.segment)].kind == kind;
}

void give(GameState& s, Seat seat, ScoreFor reason, const Sheet& sheet, SegmentId where,
          EventSink* events) {
  if (sheet.total() != 0) give_points(s, seat, reason, sheet, where, events);
}

// WHEEL-15, WHEEL-16
void fortune(const Rules&, GameState& s, EventSink* events) {
  Sheet sheet;
  sheet.add(Term::bonus, 1, 3);
  give(s, s.core->active, ScoreFor::fortune, sheet, kNone, events);
}

// WHEEL-17, WHEEL-19: each of n knights in a city of s shields gives n + s, majority or not.
void tax_city(const Rules& rules, GameState& s, Seat seat, FeatureId city, EventSink* events) {
  const int knights = number_of_seat(s.features[city].occupants, seat);
  const int shields = s.features[city].pennants;
  Sheet sheet;
  sheet.add(Term::knights, knights, knights * knights);
  sheet.add(Term::shields, shields, knights * shields);
  give(s, seat, ScoreFor::taxes, sheet, events != nullptr ? naming_segment(rules, s, city) : kNone,
       events);
}

void taxes(const Rules& rules, GameState& s, EventSink* events) {
  for_players(rules, s, [&](Seat seat) {
    for (int i = 0; i < s.core->pieces; ++i) {
      if (!stands_on(rules, s, s.pieces[i], seat, SegmentKind::city)) continue;
      const FeatureId city = feature_of(s, s.pieces[i].segment);
      bool first = true;  // each city once: by the first of the seat's knights in it
      for (int j = 0; j < i && first; ++j)
        first = !stands_on(rules, s, s.pieces[j], seat, SegmentKind::city) ||
                feature_of(s, s.pieces[j].segment) != city;  // Y-35: a builder is no knight
      if (first) tax_city(rules, s, seat, city, events);
    }
  });
}

// WHEEL-20, WHEEL-22: a point for each finished city at a farmer's field, farmer by farmer.
void famine(const Rules& rules, GameState& s, EventSink* events) {
  for_players(rules, s, [&](Seat seat) {
    for (const PlacedPiece& piece : all_pieces(s)) {
      if (!stands_on(rules, s, piece, seat, SegmentKind::field)) continue;
      const int cities = finished_cities_at(rules, s, feature_of(s, piece.segment));
      Sheet sheet;
      sheet.add(Term::cities, cities, cities);
      give(s, seat, ScoreFor::famine, sheet, piece.segment, events);
    }
  });
}

// WHEEL-23: figures in hand; those on crowns are not.
void storm(const Rules& rules, GameState& s, EventSink* events) {
  for_players(rules, s, [&](Seat seat) {
    int figures = 0;
    for (int kind = 0; kind < kPieceKinds; ++kind)
      if (is_figure(rules, static_cast<PieceKind>(kind)))
        figures += s.core->players[seat].supply[kind];
    Sheet sheet;
    sheet.add(Term::meeples, figures, figures);
    give(s, seat, ScoreFor::storm, sheet, kNone, events);
  });
}

// WHEEL-24, D-A11: monks are in monasteries; an abbot in a garden is none (ABBOT-32).
void inquisition(const Rules& rules, GameState& s, EventSink* events) {
  for_players(rules, s, [&](Seat seat) {
    int monks = 0;
    for (const PlacedPiece& piece : all_pieces(s))
      if (stands_on(rules, s, piece, seat, SegmentKind::monastery) ||
          stands_on(rules, s, piece, seat, SegmentKind::shrine) ||  // CULT-9
          stands_on(rules, s, piece, seat, SegmentKind::abbey))
        ++monks;
    Sheet sheet;
    sheet.add(Term::monks, monks, 2 * monks);
    give(s, seat, ScoreFor::inquisition, sheet, kNone, events);
  });
}

Effect effect_of(std::string_view sector) {
  if (sector == "fortune") return fortune;
  if (sector == "taxes") return taxes;
  if (sector == "famine") return famine;
  if (sector == "storm") return storm;
  if (sector == "inquisition") return inquisition;
  return nullptr;
}

std::array<SectorRules, kSectors> read_sectors() {
  std::array<SectorRules, kSectors> all{};
  const SetDef* set = catalogue().find_set("wheel");
  for (std::size_t i = 0; i < all.size() && i < set->sectors.size(); ++i) {
    const WheelSector& sector = set->sectors[i];
    all[i] = {sector.name, sector.crowns, effect_of(sector.name)};
  }
  return all;
}

}  // namespace

const std::array<SectorRules, kSectors>& sectors() {
  static const std::array<SectorRules, kSectors> all = read_sectors();
  return all;
}

int crowns_of(int sector) { return sectors()[static_cast<std::size_t>(sector)].crowns; }

bool is_figure(const Rules& rules, PieceKind kind) { return rules.traits[kind].person; }

}  // namespace bastide::wheel
