// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/tower/view.h"

namespace bastide::tower {

void install_building(Rules& rules);   // building.cpp: floors and guards
void install_prisoners(Rules& rules);  // prisoners.cpp: capture, exchange, ransom

// All that changes a tower goes through here: the open ones are counted.
inline void change_tower(TowerState& state, Tower& tower, std::uint16_t floors,
                         std::uint16_t guards) {
  const auto count = [&state, &tower](int by) {
    if (!is_open(tower)) return;
    state.open = static_cast<std::uint16_t>(state.open + by);
    if (tower.floors != 0) state.open_built = static_cast<std::uint16_t>(state.open_built + by);
  };
  count(-1);
  tower.floors = floors;
  tower.guards = guards;
  count(1);
}

// A piece comes to a holder, or leaves him for its owner's supply.
void hold(TowerState& state, Seat holder, Seat owner, PieceKind kind);
void set_free(const Rules& rules, GameState& s, Seat holder, Seat owner, PieceKind kind,
              EventSink* events);
int prisoners_of(const TowerState& state, Seat holder, Seat owner);  // of every kind

// The one whom an answer to `capture` names, or kNoPiece.
int find_captive(const Rules& rules, const GameState& s, const Action& action);

void post_guard(const Rules& rules, GameState& s, int tower, Seat owner, PieceKind kind);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_floors(const Rules& rules, const GameState& s, TileIndex tile, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::tower
