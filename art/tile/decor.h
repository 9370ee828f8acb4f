// Houses, and woodland where there is no field. They decide nothing, keep off the edge of the tile,
// and depend on the tile's id alone. What stands about in fields is in clearings.h.
#pragma once

#include <string_view>
#include <vector>

#include "art/tile/plan.h"

namespace bastide::art {

struct House {
  Point at;
  double angle = 0;  // of the ridge
  double length = 8;
  double width = 5.5;
  int roof = 0;  // 0, 1: tiles; 2: slate
};

struct Stamp {
  std::string_view symbol;
  Point at;
};

struct Decor {
  std::vector<Stamp> stamps;
  std::vector<House> houses;          // in cities
  std::vector<House> country_houses;  // elsewhere
};

Decor make_decor(const TileDef& tile, const Plan& plan);
void turn(Decor& decor, int quarter_turns);

// Houses packed into a city in rows along its walls; `keep_clear` says how much room a point has.
std::vector<House> pack_houses(const Plan& plan, const CityPlan& city, Dice& dice);
// The corners of a house on the ground.
Polyline footprint(const House& house, double margin = 0);

}  // namespace bastide::art
