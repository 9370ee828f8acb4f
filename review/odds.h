// What a position promises, for those who look on: points and chances of the seats, the odds of all
// features and of all open cells. No search: the evaluation alone.
#pragma once

#include <vector>

#include "bots/evaluation/evaluator.h"

namespace bastide {

struct FeatureOdds {
  FeatureId feature = 0;
  double chance = 0;  // of being finished; of fields 0
  double points = 0;  // for who holds it
};

struct Odds {
  std::vector<double> points, chances;  // by seat
  std::vector<FeatureOdds> features;    // those that can still be finished, and fields
  std::vector<Evaluator::CellFit> cells;
};

Odds odds_of(const Rules& rules, const GameState& s);

// The chance of winning with these points to expect. A lead is measured from the best and from the
// average of the others, which tells little about who comes first among three or more; so the odds
// against every single opponent are added up.
double chance_among(const Points& points, int players, Seat seat, int tiles_left);
// The same for a seat that is to end so many points ahead; all others as the evaluation expects.
double chance_with_lead(Evaluator& evaluator, const GameState& s, Seat seat, double ahead);

}  // namespace bastide
