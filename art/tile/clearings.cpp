#include "art/tile/clearings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "art/tile/plan_steps.h"

namespace bastide::art {

namespace {

constexpr double kVerge = 2.4;      // beside roads and walls
constexpr double kPieceRoom = 4.5;  // where a piece may come to stand
// So much of a field may be covered if everything grows.
constexpr double kCovered = 0.28;
constexpr double kAreaOfSmall = 3000;  // for each small clearing: many would be noise

double room_at(const Plan& plan, const Region& part, Point p) {
  double room = std::min(distance_to_edge(part, p) - kVerge, object_clearance(plan, p));
  for (const Point anchor : plan.anchors) room = std::min(room, distance(anchor, p) - kPieceRoom);
  return room;
}

int size_for(double room) {
  int size = kClearingSizes;
  while (size > 0 && kClearingRoom[static_cast<std::size_t>(size - 1)] > room) --size;
  return size - 1;  // -1: too small for anything
}

double room_of(const Clearing& clearing) {
  return kClearingRoom[static_cast<std::size_t>(clearing.size)];
}

void clear_part(const Plan& plan, const Region& part, Dice& dice, std::vector<Clearing>& out) {
  constexpr int kTries = 160;
  std::vector<Clearing> found;
  for (int i = 0; i < kTries; ++i) {
    const Point p{dice.real(4, 96), dice.real(4, 96)};
    if (const int size = size_for(room_at(plan, part, p)); size >= 0) found.push_back({p, size});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Clearing& a, const Clearing& b) { return a.size > b.size; });
  double left = kCovered * area(part);
  int small_left = 1 + static_cast<int>(area(part) / kAreaOfSmall);
  for (const Clearing& one : found) {
    const double room = room_of(one);
    const bool apart = std::ranges::all_of(out, [&](const Clearing& other) {
      return distance(other.at, one.at) > room + room_of(other);
    });
    if (!apart || left < 0 || (one.size == 0 && small_left-- <= 0)) continue;
    out.push_back(one);
    left -= kPi * room * room;
  }
}

}  // namespace

std::vector<Clearing> find_clearings(const TileDef& tile, const Plan& plan, const Decor& decor) {
  std::vector<Clearing> clearings;
  Dice dice(tile.full_id() + " clearings");
  for (const FieldPlan& field : plan.fields)
    for (const Region& part : field.parts) {
      Region free = part;
      for (const House& house : decor.country_houses)
        free = subtracted(free, {footprint(house, 1)});
      clear_part(plan, free, dice, clearings);
    }
  for (Clearing& one : clearings)
    one.at = {std::round(one.at.x), std::round(one.at.y)};  // half the space in files
  return clearings;
}

std::uint32_t growth_dice(Pos cell, std::size_t index) {
  const auto mixed = [](int value, std::uint32_t by) {
    return static_cast<std::uint32_t>(value) * by;
  };
  std::uint32_t hash = mixed(cell.x, 73856093u) ^ mixed(cell.y, 19349663u) ^
                       mixed(static_cast<int>(index) + 1, 83492791u);
  hash = (hash ^ hash >> 13) * 0x5bd1e995u;
  return hash ^ hash >> 15;
}

std::string_view growth_in(const Clearing& clearing, Pos cell, std::size_t index) {
  const std::span<const std::string_view> growth = growth_for(clearing.size);
  return growth[growth_dice(cell, index) % growth.size()];
}

}  // namespace bastide::art
