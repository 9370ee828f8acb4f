// The count of Carcassonne: what pieces in the quarters may come to share when features are
// finished, and at the end, from the market, on the best field.
#include <algorithm>

#include "bots/evaluation/evaluator.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/count/view.h"

namespace bastide {

namespace {

using count::CountState;

bool serves(Quarter quarter, SegmentKind kind) {
  switch (quarter) {
    case Quarter::palace:
      return kind == SegmentKind::city;
    case Quarter::forge:
      return kind == SegmentKind::road;
    case Quarter::cathedral:
      return kind == SegmentKind::monastery || kind == SegmentKind::shrine ||
             kind == SegmentKind::abbey;
    case Quarter::market:
      return kind == SegmentKind::field;
  }
  return false;
}

struct Waiting {
  int strength = 0;
  int pieces = 0;
};

Waiting waiting_in(const Table& table, Quarter quarter, Seat seat) {
  const auto& state = table.rules.ext<CountState>(table.state);
  Waiting waiting;
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const int pieces = count::pieces_in(state, quarter, seat, static_cast<PieceKind>(kind));
    waiting.pieces += pieces;
    waiting.strength += pieces * table.rules.traits[kind].strength;
  }
  return waiting;
}

// How everybody's points change if the seat joins the feature with all who wait.
Points joined(const Table& table, const Prospect& prospect, Seat seat, int strength) {
  const double points =
      prospect.kind == SegmentKind::field ? prospect.points : prospect.chance * prospect.points;
  Points change{};
  const int mine = number_of_seat(prospect.strengths, seat);
  const auto more = static_cast<std::uint32_t>(std::min(strength, 31 - mine));
  share_points(table.weights, prospect.strengths, points, table.players(), true, -1, change);
  share_points(table.weights, prospect.strengths + more * one_of_seat(seat), points,
               table.players(), true, 1, change);
  return change;
}

// The best of what they may join; each quarter once, whoever else may come.
void weigh_quarter(const Table& table, Quarter quarter, Seat seat, Gains& gains) {
  const Waiting waiting = waiting_in(table, quarter, seat);
  if (waiting.pieces == 0) return;
  const bool market = quarter == Quarter::market;
  if (!market && table.left == 0) return;
  Points best{};
  double best_lead = 0, best_chance = 0;
  for (const Prospect& prospect : table.prospects) {
    if (!serves(quarter, prospect.kind)) continue;
    const Points change = joined(table, prospect, seat, waiting.strength);
    const double ahead = lead(change, table.players(), seat);
    if (ahead <= best_lead) continue;
    best = change;
    best_lead = ahead;
    best_chance = prospect.chance;
  }
  const Weights& w = table.weights;
  const bool locked = !market && table.rules.ext<CountState>(table.state).count == quarter;
  const double times = market ? w[Weight::quarter_market]
                              : w[Weight::quarter_join] * (locked ? w[Weight::quarter_locked] : 1);
  for (int i = 0; i < table.players(); ++i) gains.points[i] += times * best[i];
  if (market || locked) return;
  gains.points[seat] += w[Weight::quarter_hope] * table.piece_time * waiting.pieces;
  gains.pieces[seat] += w[Weight::returning] * best_chance;
}

}  // namespace

void weigh_quarters(const Table& table, Gains& gains) {
  for (int quarter = 0; quarter < kQuarters; ++quarter)
    for (int seat = 0; seat < table.players(); ++seat)
      weigh_quarter(table, static_cast<Quarter>(quarter), static_cast<Seat>(seat), gains);
}

}  // namespace bastide
