// Games for tests of texts: every set, and those that meet on tiles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

inline std::vector<std::vector<std::string>> text_games() {
  return {{"base"},
          {"base", "river", "abbot"},
          {"base", "hills_sheep"},
          {"base", "abbey_mayor", "count"},
          {"base", "inns_cathedrals", "traders_builders"},
          {"base", "princess_dragon", "count", "bridges_castles_bazaars"},
          {"base", "castles_bridges"},
          {"base", "tower", "circus"},
          {"base", "abbey_mayor", "tower", "princess_dragon"},
          {"wheel"},
          {"base", "wheel", "inns_cathedrals", "traders_builders"},
          {"base", "river", "river2", "abbot", "princess_dragon", "king_robber", "cult",
           "bridges_castles_bazaars", "inns_cathedrals", "traders_builders", "hills_sheep", "tower",
           "abbey_mayor", "circus"}};
}

inline Action random_action(const Rules& rules, const GameState& s, Rng& rng) {
  const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
  return is_chance(s) ? sample_chance(rules, s, word) : sample_legal(rules, s, word);
}

}  // namespace bastide
