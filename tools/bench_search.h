// What the search of the bots costs.
#pragma once

#include <cstdint>

namespace bastide::tools {

struct SearchRates {
  double grow_us = 0;      // rating the placements of a node, late in a base game
  double placements = 0;   // of such a node, on average
  double simulations = 0;  // a second, from trees of 2,000 at all stages of base games
  double ending_ms = 0;    // the best answer, exactly, with two more tiles to come
};
SearchRates measure_search(double seconds);
void print_search_rates(double seconds);

}  // namespace bastide::tools
