// The abbot stands in gardens and monasteries only, so that in hand he is not what a meeple is; but
// he may be called home at any time.
#include "bots/evaluation/outlook/outlook.h"

namespace bastide {

void weigh_abbots(const Table& table, Gains& gains) {
  constexpr int kAbbot = static_cast<int>(PieceKind::abbot);
  const double worth = table.weights[Weight::abbot] * table.piece_time;
  const GameState& s = table.state;
  for (int seat = 0; seat < table.players(); ++seat)
    gains.points[seat] += worth * s.core->players[seat].supply[kAbbot];
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.kind != PieceKind::abbot) continue;
    const bool done = s.features[feature_of(s, piece.segment)].open == 0;
    gains.points[piece.owner] += worth * (done ? 1 : table.weights[Weight::abbot_away]);
  }
}

}  // namespace bastide
