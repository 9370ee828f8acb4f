// Every set that there is: one line each, in the order in which they are listed and dealt with.
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

inline constexpr SetEntry kSets[] = {{"base", 72},
                                     {"river", 12},
                                     {"abbot", 0, "The Abbot"},
                                     {"princess_dragon", 30},
                                     {"river2", 12},
                                     {"count", 12},
                                     {"king_robber", 5},
                                     {"cult", 5},
                                     {"bridges_castles_bazaars", 12},
                                     {"castles_bridges", 16},
                                     {"wheel", 72},
                                     {"inns_cathedrals", 18},
                                     {"traders_builders", 24},
                                     {"tower", 18},
                                     {"abbey_mayor", 12},
                                     {"hills_sheep", 18},
                                     {"circus", 20}};

constexpr const SetEntry* find_set_entry(std::string_view name) {
  const auto* it = std::ranges::find(kSets, name, &SetEntry::name);
  return it == std::end(kSets) ? nullptr : it;
}

}  // namespace bastide
