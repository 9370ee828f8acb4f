// The circus: who will be paid around the big top, acrobats, and ringmasters.
#include <algorithm>

#include "bots/evaluation/arithmetic.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/circus/view.h"

namespace bastide {

namespace {

using circus::CircusState;
using circus::kPyramid;

double mean_token(const CircusState& state) {
  double sum = 0, count = 0;
  for (int animal = 0; animal < circus::kAnimals; ++animal) {
    sum += circus::kWorth[animal] * state.unseen[animal];
    count += state.unseen[animal];
  }
  return count == 0 ? 0 : sum / count;
}

// Of the tiles to come.
double share_of_circuses(const Table& table) {
  int count = 0;
  for (std::size_t t = 0; t < table.rules.tiles.size(); ++t)
    if (table.rules.tiles[t].has(Mark::circus)) count += table.state.stock[t];
  return static_cast<double>(count) / std::max(table.left, 1);
}

// CIRCUS-11, CIRCUS-21: the token is turned up with the next circus, at the latest at the end. Who
// stays on the map until then is paid.
double chance_to_be_paid(const Table& table, const PlacedPiece& piece, double circuses) {
  const Prospect* prospect = table.under(piece);
  if (prospect == nullptr || !can_be_finished(prospect->kind)) return 1;
  const double leaves = prospect->chance;
  const double tiles = table.state.features[prospect->feature].open == 0
                           ? 0.0
                           : std::min<double>(table.left, 5 * table.players());
  return 1 - leaves * portable_exp(-circuses * tiles);
}

void add_big_top(const Table& table, Points& points) {
  const auto& state = table.rules.ext<CircusState>(table.state);
  if (state.in_play == 0) return;
  const double each = table.weights[Weight::big_top] * mean_token(state);
  const double circuses = share_of_circuses(table);
  for (const PlacedPiece& piece : all_pieces(table.state))
    if (circus::is_counted(table.rules, table.state, piece, state.big_top))
      points[piece.owner] += each * chance_to_be_paid(table, piece, circuses);
}

// They are sure of their points; the fuller the pyramid, the sooner somebody sends them home.
void add_acrobat(const Table& table, const PlacedPiece& acrobat, Gains& gains) {
  const int size = circus::acrobats_on(table.state, table.state.segments[acrobat.segment].tile);
  const double full = std::min(1.0, static_cast<double>(size) / kPyramid);
  gains.points[acrobat.owner] += circus::kPointsEach;
  gains.pieces[acrobat.owner] += table.weights[Weight::pyramid] * full * full;
}

void add_ringmaster(const Table& table, const PlacedPiece& piece, Points& points) {
  const Pos at = tile_of(table.state, piece.segment).at;
  const int empty = 8 - tiles_around(table.state, at);
  const Prospect* prospect = table.under(piece);
  points[piece.owner] +=
      circus_points(table.rules, table.state, piece) +
      table.weights[Weight::ringmaster_hope] * empty * (1 - table.over) +
      (prospect == nullptr
           ? 0
           : table.weights[Weight::ringmaster] * table.piece_time * table.coming_home(*prospect));
}

}  // namespace

double circus_points(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  if (circus::is_acrobat(piece)) return circus::kPointsEach;
  if (piece.kind != PieceKind::ringmaster || !is_on_feature(piece)) return 0;
  return circus::bonus_of(rules, s, piece).total();
}

void weigh_circus(const Table& table, Gains& gains) {
  add_big_top(table, gains.points);
  for (const PlacedPiece& piece : all_pieces(table.state)) {
    if (circus::is_acrobat(piece)) add_acrobat(table, piece, gains);
    if (piece.kind == PieceKind::ringmaster) add_ringmaster(table, piece, gains.points);
  }
  for (int seat = 0; seat < table.players(); ++seat)
    gains.points[seat] += table.weights[Weight::ringmaster] * table.piece_time *
                          table.state.core->players[seat].supply[PieceKind::ringmaster];
}

}  // namespace bastide
