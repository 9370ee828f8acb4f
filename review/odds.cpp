#include "review/odds.h"

#include <algorithm>

namespace bastide {

double chance_among(const Points& points, int players, Seat seat, int tiles_left) {
  double odds_against = 0;
  for (int other = 0; other < players; ++other) {
    if (other == seat) continue;
    const double ahead =
        winning_chance(default_weights(), points[seat] - points[other], tiles_left);
    odds_against += (1 - ahead) / ahead;
  }
  return 1 / (1 + odds_against);
}

double chance_with_lead(Evaluator& evaluator, const GameState& s, Seat seat, double ahead) {
  const int players = evaluator.rules().player_count();
  Points points = evaluator.project(s);
  points[seat] += ahead - lead(points, players, seat);
  return chance_among(points, players, seat, tiles_left(s));
}

namespace {

// One for the winner, shared by those who tie.
std::vector<double> results(const std::vector<double>& points) {
  const double best = *std::max_element(points.begin(), points.end());
  const auto first = static_cast<double>(std::count(points.begin(), points.end(), best));
  std::vector<double> out;
  for (const double one : points) out.push_back(one == best ? 1 / first : 0);
  return out;
}

std::vector<double> chances_of(const Points& points, int players, int tiles_left) {
  std::vector<double> out;
  double sum = 0;
  for (int seat = 0; seat < players; ++seat)
    sum += out.emplace_back(chance_among(points, players, static_cast<Seat>(seat), tiles_left));
  for (double& one : out) one /= sum;
  return out;
}

}  // namespace

Odds odds_of(const Rules& rules, const GameState& s) {
  Evaluator evaluator(rules);
  const int players = rules.player_count();
  const Points points = evaluator.project(s);
  Odds out;
  out.points.assign(points.begin(), points.begin() + players);
  if (is_over(s)) {
    out.chances = results(out.points);
    return out;
  }
  out.chances = chances_of(points, players, tiles_left(s));
  out.cells = evaluator.open_cells(s);
  evaluator.survey(s);
  for (const Prospect& prospect : evaluator.prospects()) {
    const bool field = prospect.kind == SegmentKind::field;
    if (field || (can_be_finished(prospect.kind) && s.features[prospect.feature].open > 0))
      out.features.push_back({prospect.feature, prospect.chance, prospect.points});
  }
  return out;
}

}  // namespace bastide
