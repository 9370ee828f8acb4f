// Where a tile may lie.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

bool is_placeable(const Rules&, const GameState&, TileType type);
bool fits_as_printed(const Rules&, const GameState&, TileType type);  // without a bridge
bool passes_placement_filters(const Rules&, const GameState&, CellIndex, TileType, Rotation);

// The placements of the current tile: all of them, and quicker ways to count and pick that agree
// with the list.
void list_placements(const Rules&, const GameState&, Options&);
std::uint32_t count_placements(const Rules&, const GameState&);
Action nth_placement(const Rules&, const GameState&, std::uint32_t n);
Action sample_placement(const Rules&, const GameState&, std::uint32_t word);

}  // namespace bastide
