// Shepherds and their flocks: what would be herded now, what it may grow to, and the shepherd in
// hand.
#include <algorithm>

#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/hills_sheep/state.h"

namespace bastide {

namespace {

using hills_sheep::HillsSheepState;

// FLOCK-8: everybody with a shepherd on a field gets all sheep there.
int sheep_on_field(const Table& table, FeatureId field) {
  const auto& state = table.rules.ext<HillsSheepState>(table.state);
  int sheep = 0;
  for (int i = 0; i < table.state.core->pieces; ++i) {
    const PlacedPiece& piece = table.state.pieces[i];
    if (piece.kind == PieceKind::shepherd && feature_of(table.state, piece.segment) == field)
      sheep += state.sheep_of(piece.owner);
  }
  return sheep;
}

}  // namespace

void weigh_flocks(const Table& table, Gains& gains) {
  const GameState& s = table.state;
  const Weights& weights = table.weights;
  const double turns = static_cast<double>(table.left) / table.players();
  const double in_time = std::min(1.0, turns / 2);  // to lay one more tile at the field
  const double plenty = std::min(1.0, turns / 8);
  for (int seat = 0; seat < table.players(); ++seat)
    gains.points[seat] +=
        weights[Weight::shepherd] * plenty * s.core->players[seat].supply[PieceKind::shepherd];
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.kind != PieceKind::shepherd) continue;
    const int sheep = sheep_on_field(table, feature_of(s, piece.segment));
    gains.points[piece.owner] +=
        weights[Weight::flock] * in_time * sheep + weights[Weight::flock_hope] * plenty;
  }
}

}  // namespace bastide
