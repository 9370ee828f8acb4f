// The large meeple decides what is contested: in hand it is worth more than another meeple.
#include "bots/evaluation/outlook/outlook.h"

namespace bastide {

void weigh_large_meeples(const Table& table, Gains& gains) {
  const double more = table.weights[Weight::large_meeple] * table.piece_time;
  const GameState& s = table.state;
  for (int seat = 0; seat < table.players(); ++seat)
    gains.points[seat] += more * s.core->players[seat].supply[PieceKind::big];
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    const Prospect* prospect = piece.kind == PieceKind::big ? table.under(piece) : nullptr;
    if (prospect != nullptr) gains.points[piece.owner] += more * table.coming_home(*prospect);
  }
}

}  // namespace bastide
