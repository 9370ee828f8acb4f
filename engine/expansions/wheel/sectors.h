// The sectors of the wheel and what they do to the players, the plague's questions excepted.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/expansions/wheel/state.h"
#include "engine/rules/rules.h"

namespace bastide::wheel {

using Effect = void (*)(const Rules&, GameState&, EventSink*);

struct Sector {
  std::string_view name;
  std::uint8_t crowns = 0;
  Effect effect = nullptr;  // nullptr: the plague, which asks the players
};

// Clockwise from where the pig starts (WHEEL-13). The catalogue says which has how many crowns.
const std::array<Sector, kSectors>& sectors();
int find_sector(std::string_view name);  // -1 if there is none

// A piece that counts as a meeple: the abbot does (D-A9).
bool is_figure(const Rules& rules, PieceKind kind);

// Calls f(seat) for every player, clockwise from the active one (WHEEL-28, D-W9).
template <class F>
void for_players(const Rules& rules, const GameState& s, F f) {
  for (int i = 0; i < rules.player_count(); ++i)
    f(static_cast<Seat>((s.core->active + i) % rules.player_count()));
}

}  // namespace bastide::wheel
