// Games and positions with the princess and the dragon, for the tests of the set.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/expansions/princess_dragon/state.h"
#include "engine/game/game.h"
#include "engine/game/position.h"
#include "tests/base_play.h"

namespace bastide::dragon_play {

using princess_dragon::PrincessDragonState;
using Choices = std::vector<std::pair<std::string, OptionValue>>;

inline RulesPtr rules_with(const std::vector<std::string>& sets, int players,
                           Choices options = {}) {
  Setup setup = setup_of(sets, players);
  // Positions name the players in single words.
  for (std::size_t i = 0; i < setup.players.size(); ++i)
    setup.players[i].name = "P" + std::to_string(i);
  setup.options = std::move(options);
  return rules_of(setup);
}

inline RulesPtr dragon_rules(int players, Choices options = {}) {
  return rules_with({"base", "princess_dragon"}, players, std::move(options));
}

inline const PrincessDragonState& part(const Rules& rules, const GameState& s) {
  return rules.ext<PrincessDragonState>(s);
}

inline const TileDef& def_of(const Rules& rules, TileType type) { return *rules.tiles[type].def; }

inline bool placed_has(const Rules& rules, const GameState& s, Mark mark) {
  return s.core->placed != kNone && def_of(rules, s.tiles[s.core->placed].type).has(mark);
}

inline int count_events(const std::vector<Event>& events, EventKind kind) {
  return static_cast<int>(
      std::count_if(events.begin(), events.end(), [&](const Event& e) { return e.kind == kind; }));
}

inline int aside(const Rules& rules, const GameState& s) {
  int sum = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) sum += s.aside[t];
  return sum;
}

// The whole map is these tiles; nothing else is given.
inline GameState load(const Rules& rules, PositionSpec spec) {
  spec.keep_start = false;
  auto loaded = load_position(rules, spec);
  if (const auto* error = std::get_if<SetupError>(&loaded)) ADD_FAILURE() << error->reason;
  return std::holds_alternative<GameState>(loaded) ? std::move(std::get<GameState>(loaded))
                                                   : initial_state(rules);
}

}  // namespace bastide::dragon_play
