// Open ground in the fields of a tile, where something may grow or graze. Which of it does differs
// from cell to cell of a board, so that two copies of a tile hardly ever look the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "art/tile/decor.h"
#include "art/tile/plan.h"

namespace bastide::art {

inline constexpr int kClearingSizes = 3;
// What is free round the middle of a clearing of each size, whichever way the tile is turned.
inline constexpr std::array<double, kClearingSizes> kClearingRoom{4.6, 8, 12.5};

struct Clearing {
  Point at;
  int size = 0;  // of kClearingRoom
};

// As printed, off the houses of villages.
std::vector<Clearing> find_clearings(const TileDef& tile, const Plan& plan, const Decor& decor);

// Symbols for a clearing of a size: an equal chance each, "" leaves it empty.
std::span<const std::string_view> growth_for(int size);
// A number that is always the same for the index-th clearing of the tile at a cell. The web client
// throws the same dice.
std::uint32_t growth_dice(Pos cell, std::size_t index);
// The symbol that they choose.
std::string_view growth_in(const Clearing& clearing, Pos cell, std::size_t index);
// Their definitions.
std::string growth_definitions();

}  // namespace bastide::art
