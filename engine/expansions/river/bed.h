// The river bed: where a tile may carry it on. Nothing is kept in the state; the bed is followed
// upstream over the tiles that lie.
#pragma once

#include <cstdint>

#include "engine/rules/rules.h"

namespace bastide::river {

// What a river tile would do to the bed in a cell whose sides it fits.
enum class Course : std::uint8_t {
  continues,
  elsewhere,    // RIVER-9: it joins no open end
  closes_ring,  // RIVER2-9: it joins two of them
  turns_back    // RIVER-10: it bends to the same side as the river did before
};
Course course_of(const Rules& rules, const GameState& s, CellIndex cell, const Face& face);

// Sides at which a face shows the river, bit per Side.
inline bool shows_river(const Face& face) {
  return (face.edges & 0x1111u * edge_bit(EdgeKind::river)) != 0;
}
unsigned river_sides(const Face& face);

}  // namespace bastide::river
