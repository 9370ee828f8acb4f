// One of the rated answers: the best, or with a temperature each with odds of exp(lead / T).
#pragma once

#include <algorithm>
#include <vector>

#include "bots/evaluation/arithmetic.h"
#include "bots/turn_view.h"
#include "engine/core/rng.h"

namespace bastide {

inline Action soft_choice(const std::vector<RatedAction>& rated, double temperature, Rng& rng) {
  double best = rated.front().lead;
  for (const RatedAction& r : rated) best = std::max(best, r.lead);
  std::vector<double> odds;
  double sum = 0;
  for (const RatedAction& r : rated) {
    const double below = best - r.lead;
    const double odd = temperature > 0 ? portable_exp(-below / temperature)
                                       : (below <= 1e-9 ? 1.0 : 0.0);  // equals with equal odds
    odds.push_back(odd);
    sum += odd;
  }
  double at = static_cast<double>(rng.next() >> 11) * 0x1p-53 * sum;
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (at < odds[i]) return rated[i].action;
    at -= odds[i];
  }
  return std::max_element(rated.begin(), rated.end(),
                          [](const auto& a, const auto& b) { return a.lead < b.lead; })
      ->action;
}

}  // namespace bastide
