// Goods, builders and pigs.
#include <algorithm>
#include <cmath>

#include "bots/evaluation/arithmetic.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/traders_builders/state.h"

namespace bastide {

namespace {

using traders_builders::TradersBuildersState;

constexpr double kMajority = 10;  // GOODS-8
constexpr double kManyTurns = 6;  // own turns from which a builder has his full worth

constexpr EnumArray<Goods, int> kTokens{{9, 6, 5}};  // TB-2

// Chance to have most of a kind in the end, by the lead now and the tokens that are yet to be
// taken.
void weigh_goods(const Table& table, Goods goods, Points& points) {
  const auto& state = table.rules.ext<TradersBuildersState>(table.state);
  const auto kind = static_cast<std::size_t>(goods);
  int taken = 0;
  for (int seat = 0; seat < table.players(); ++seat) taken += state.goods[seat][kind];
  if (taken == 0) return;
  const double to_come = kTokens[goods] * (1 - table.over);
  for (int seat = 0; seat < table.players(); ++seat) {
    int best_other = 0;
    for (int other = 0; other < table.players(); ++other)
      if (other != seat) best_other = std::max<int>(best_other, state.goods[other][kind]);
    const int ahead = state.goods[seat][kind] - best_other;
    const double spread = table.weights[Weight::goods_spread] * std::sqrt(to_come);
    const double chance = table.left == 0 ? (ahead >= 0 ? 1.0 : 0.0)
                                          : sigmoid((ahead + 0.25) / std::max(spread, 0.1));
    points[seat] += kMajority * chance;
  }
}

double builder_time(const Table& table) {
  return std::min(1.0, table.left / (kManyTurns * table.players()));
}

void weigh_builder(const Table& table, const PlacedPiece& builder, Points& points) {
  const Prospect* prospect = table.under(builder);
  if (prospect == nullptr) return;
  const Weights& weights = table.weights;
  const double time = builder_time(table);
  const double waits = weights[Weight::builder] * table.coming_home(*prospect);
  const bool works = table.state.features[prospect->feature].open != 0;
  const double turns = std::min(1.0, prospect->cells * 0.5) * weights[Weight::builder_works];
  points[builder.owner] += time * (waits + (works ? turns : 0));
}

// PIG-4: a point more for each city that the owner scores.
void weigh_pig(const Table& table, const PlacedPiece& pig, Points& points) {
  const Prospect* prospect = table.under(pig);
  if (prospect == nullptr) return;
  Points shares{};
  share_points(table.weights, prospect->strengths, prospect->points / 3, table.players(),
               table.left == 0, 1, shares, prospect->favoured);
  points[pig.owner] += shares[pig.owner];
}

// The second part of a turn that has been earned and not begun.
bool further_part_waits(const GameState& s) {
  return s.core->part_due != 0 || (s.core->part > 1 && s.core->decision == DecisionKind::draw);
}

}  // namespace

void weigh_trade(const Table& table, Gains& gains) {
  const GameState& s = table.state;
  for_each<Goods>([&](Goods goods) { weigh_goods(table, goods, gains.points); });
  const double time = builder_time(table);
  for (int seat = 0; seat < table.players(); ++seat) {
    const auto& supply = s.core->players[seat].supply;
    gains.points[seat] += time * (supply[PieceKind::builder] * table.weights[Weight::builder] +
                                  supply[PieceKind::pig] * table.weights[Weight::pig]);
  }
  for (int i = 0; i < s.core->pieces; ++i) {
    if (s.pieces[i].kind == PieceKind::builder) weigh_builder(table, s.pieces[i], gains.points);
    if (s.pieces[i].kind == PieceKind::pig) weigh_pig(table, s.pieces[i], gains.points);
  }
  if (table.left > 0 && further_part_waits(s))
    gains.points[s.core->active] += table.weights[Weight::further_part];
}

}  // namespace bastide
