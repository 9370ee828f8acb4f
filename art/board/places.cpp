#include "art/board/places.h"

#include <algorithm>
#include <cmath>

#include "art/tile/tile_art.h"

namespace bastide::art {

Point anchor_beside_bridge(const TileDef& tile, Rotation rotation, int segment, int axis) {
  constexpr double kDeck = 22;  // half of it, with the room a piece needs
  const Point at = anchor(tile, rotation, segment);
  if (std::abs((axis == 0 ? at.x : at.y) - 50) > kDeck) return at;
  const Region deck{axis == 0 ? rectangle({50 - kDeck, -1}, {50 + kDeck, 101})
                              : rectangle({-1, 50 - kDeck}, {101, 50 + kDeck})};
  const Region open = subtracted(region_of(tile, rotation, segment), deck);
  return area(open) > 60 ? deepest_point(open) : at;
}

Region bridge_deck(int axis) {
  return axis == 0 ? Region{rectangle({42, 0}, {58, 100})} : Region{rectangle({0, 42}, {100, 58})};
}

double tower_rise(int floors) {
  constexpr int kSteep = 4;
  const int drawn = std::min(floors, kDrawnFloors);
  return 8.0 * (std::clamp(drawn, 1, kSteep) - 1) + 3.0 * std::max(0, drawn - kSteep);
}

Point spot_place(const TileDef& tile, Rotation rotation, Spot spot) {
  switch (spot) {
    case Spot::tower:
      return mark_place(tile, rotation, Mark::tower).value_or(tile_anchor(tile, rotation));
    case Spot::acrobats:
      return mark_place(tile, rotation, Mark::acrobats).value_or(tile_anchor(tile, rotation));
    case Spot::corner_ne:
      return {100, 0};
    case Spot::corner_se:
      return {100, 100};
    case Spot::corner_sw:
      return {0, 100};
    case Spot::corner_nw:
      return {0, 0};
  }
  return tile_anchor(tile, rotation);
}

Point castle_on_side(Side side) {
  constexpr Point kMiddles[]{{50, 0}, {100, 50}, {50, 100}, {0, 50}};
  return kMiddles[static_cast<int>(side)];
}

}  // namespace bastide::art
