// Abbeys and the holes they may fill, and barns.
#include <algorithm>

#include "bots/evaluation/evaluator.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/abbey_mayor/view.h"
#include "engine/turn/turn.h"

namespace bastide {

namespace {

using abbey_mayor::AbbeyMayorState;

constexpr double kPointsOfACity = 4;  // BARN-16
constexpr double kFewTiles = 10;      // in which holes may still come
constexpr int kCloisterFull = 8;      // tiles around

// --- Abbeys ------------------------------------------------------------------------------

// The feature is finished as it is: its points, and the pieces that come home.
void add_finish(const Table& table, const Prospect& prospect, Points& change) {
  const Feature& feature = table.state.features[prospect.feature];
  const double finished = value_of(table.rules, table.state, prospect.feature, true).total();
  share_points(table.weights, prospect.strengths, finished - prospect.points, table.players(), true,
               1, change, prospect.favoured);
  const double home = 1 - table.coming_home(prospect);
  for (int seat = 0; seat < table.players(); ++seat)
    change[seat] +=
        home * table.next_piece[seat] * std::min(1, number_of_seat(feature.occupants, seat));
}

// Cities and roads whose last open ends are all in the hole.
void add_closed_ends(const Table& table, const OpenCell& hole, Points& change) {
  const GameState& s = table.state;
  FeatureId seen[4 * kSlots];
  int count = 0;
  for (int side = 0; side < kSides; ++side)
    for (const SegmentId behind : hole.behind[side]) {
      if (behind == kNone) continue;
      const FeatureId f = feature_of(s, behind);
      if (std::find(seen, seen + count, f) != seen + count) continue;
      seen[count++] = f;
      const Prospect* prospect = table.of(f);
      if (prospect == nullptr || prospect->strengths == 0) continue;
      if (prospect->kind != SegmentKind::city && prospect->kind != SegmentKind::road) continue;
      int ends = 0;
      for (int other = 0; other < kSides; ++other)
        ends += std::ranges::any_of(hole.behind[other], [&](SegmentId id) {
          return id != kNone && feature_of(s, id) == f;
        });
      if (ends == s.features[f].open) add_finish(table, *prospect, change);
    }
}

void add_closed_cloisters(const Table& table, Pos hole, Points& change) {
  const GameState& s = table.state;
  for (const Prospect& prospect : table.prospects)
    if (is_cloister(prospect.kind) && prospect.strengths != 0 &&
        s.features[prospect.feature].open == 1 &&
        surrounds(tile_of(s, s.features[prospect.feature].head).at, hole))
      add_finish(table, prospect, change);
}

// A monk on it, if that is better than none.
double monk_on_abbey(const Table& table, Pos hole, Seat seat) {
  const PlayerState& player = table.state.core->players[seat];
  if (player.supply[PieceKind::meeple] + player.supply[PieceKind::wagon] == 0) return 0;
  const int around = tiles_around(table.state, hole);
  if (around == kCloisterFull) return kCloisterFull + 1;
  const double likely = table.left == 0 ? 0 : 0.7;
  return std::max(0.0, 1 + around + likely * (kCloisterFull - around) -
                           (1 - likely / 2) * table.next_piece[seat]);
}

// How far the seat gets ahead by its abbey in the best hole.
double best_hole(const Table& table, Seat seat) {
  double best = 0;
  for (int cell = 0; cell < table.state.core->cells; ++cell) {
    const OpenCell& hole = table.state.cells[cell];
    if (!abbey_mayor::is_hole(hole)) continue;
    Points change{};
    add_closed_ends(table, hole, change);
    add_closed_cloisters(table, hole.at, change);
    change[seat] += monk_on_abbey(table, hole.at, seat);
    best = std::max(best, lead(change, table.players(), seat));
  }
  return best;
}

// ABBEY-16: whether the seat may still be asked.
bool may_yet_lay(const Table& table, Seat seat) {
  const auto& am = table.rules.ext<AbbeyMayorState>(table.state);
  const CoreState& g = *table.state.core;
  if (am.round == 0) return table.left > 0 || table.rules.options.abbey_round;
  if (g.decision == DecisionKind::abbey && g.actor == seat) return true;
  for (int turn = am.round; turn <= table.players(); ++turn)
    if (seat_after(table.rules, am.last_turn, turn) == seat) return true;
  return false;
}

void add_abbey(const Table& table, Seat seat, Points& points) {
  if (table.state.core->players[seat].supply[PieceKind::abbey] == 0 || !may_yet_lay(table, seat))
    return;
  const double hope = table.weights[Weight::abbey] * std::min(1.0, table.left / kFewTiles);
  const double share = table.left == 0 ? 1.0 : table.weights[Weight::abbey_hole];
  points[seat] += std::max(hope, share * best_hole(table, seat));
}

// --- Barns ---------------------------------------------------------------------------------

double barn_time(const Table& table) { return std::min(1.0, table.left / (8.0 * table.players())); }

// BARN-16, Q-AM-23: once for each owner of barns on the field.
void add_barn(const Table& table, int index, Points& points) {
  const GameState& s = table.state;
  const PlacedPiece& barn = s.pieces[index];
  const FeatureId field = abbey_mayor::field_of(table.rules, s, barn);
  for (int i = 0; i < index; ++i)
    if (abbey_mayor::is_barn(s.pieces[i]) && s.pieces[i].owner == barn.owner &&
        abbey_mayor::field_of(table.rules, s, s.pieces[i]) == field)
      return;
  const Prospect* prospect = table.of(field);
  if (prospect == nullptr) return;
  const double growth =
      table.weights[Weight::field_growth] * std::min(prospect->cells, 12) * (1 - table.over);
  points[barn.owner] += kPointsOfACity * prospect->cities + growth;
}

void add_barns(const Table& table, Points& points) {
  const GameState& s = table.state;
  for (int i = 0; i < s.core->pieces; ++i)
    if (abbey_mayor::is_barn(s.pieces[i])) add_barn(table, i, points);
  for (int seat = 0; seat < table.players(); ++seat)
    points[seat] += table.weights[Weight::barn] * barn_time(table) *
                    s.core->players[seat].supply[PieceKind::barn];
}

}  // namespace

void look_at_barns(const Rules& rules, const GameState& s, std::vector<FeatureId>& features) {
  for (const PlacedPiece& piece : all_pieces(s))
    if (abbey_mayor::is_barn(piece)) features.push_back(abbey_mayor::field_of(rules, s, piece));
}

void weigh_abbeys(const Table& table, Gains& gains) {
  const GameState& s = table.state;
  for (Seat seat = 0; seat < table.players(); ++seat) add_abbey(table, seat, gains.points);
  add_barns(table, gains.points);
  // Who keeps the abbey has a tile to lay instead.
  const bool draws =
      s.core->decision == DecisionKind::draw || s.core->decision == DecisionKind::abbey;
  if (draws && table.left > 0) gains.points[s.core->active] += table.weights[Weight::abbey_turn];
}

}  // namespace bastide
