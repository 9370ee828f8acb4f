// King and robber baron: a point for every city, or road, that is complete at the end, to the one
// who finished the largest. Titles may still be lost, and the map still grows.
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/king_robber/state.h"

namespace bastide {

namespace {

using king_robber::KingRobberState;
using king_robber::Title;

void weigh_title(const Table& table, const Title& title, double growth, Points& points) {
  if (title.holder == 0) return;
  const double ahead = 1 - table.over;
  const double kept = 1 - table.weights[Weight::title_lost] * ahead;
  points[title.holder - 1] += kept * (title.finished + growth * ahead);
}

}  // namespace

void weigh_titles(const Table& table, Gains& gains) {
  const auto& state = table.rules.ext<KingRobberState>(table.state);
  const double growth = table.weights[Weight::title_growth];
  weigh_title(table, state.king, growth, gains.points);
  weigh_title(table, state.robber, growth, gains.points);
}

}  // namespace bastide
