// The sectors of the wheel and what they do to the players, the plague's questions excepted.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/expansions/wheel/state.h"
#include "engine/expansions/wheel/view.h"
#include "engine/rules/rules.h"
#include "engine/turn/turn.h"

namespace bastide::wheel {

using Effect = void (*)(const Rules&, GameState&, EventSink*);

struct SectorRules {
  std::string_view name;
  std::uint8_t crowns = 0;
  Effect effect = nullptr;  // nullptr: the plague, which asks the players
};

// Clockwise from where the pig starts (WHEEL-13). The catalogue says which has how many crowns.
const std::array<SectorRules, kSectors>& sectors();

// Calls f(seat) for every player, clockwise from the active one (WHEEL-28, D-W9).
template <class F>
void for_players(const Rules& rules, const GameState& s, F f) {
  for (int i = 0; i < rules.player_count(); ++i) f(seat_after(rules, s.core->active, i));
}

}  // namespace bastide::wheel
