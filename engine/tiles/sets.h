// Every set that there is, in the order in which they are listed and dealt with.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace bastide {

struct SetEntry {
  std::string_view name;
  int tiles;  // as the catalogue must have them; 0: a set of pieces and rules only
  std::string_view title = {};  // of a set without tiles; others say it in their data file
};

inline constexpr SetEntry kSets[] = {
#define SET(name, tiles, title) {#name, tiles, title},
#include "engine/core/words.inc"
};

constexpr const SetEntry* find_set_entry(std::string_view name) {
  const auto* it = std::ranges::find(kSets, name, &SetEntry::name);
  return it == std::end(kSets) ? nullptr : it;
}

}  // namespace bastide
