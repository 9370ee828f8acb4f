// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/bridges_castles_bazaars/state.h"
#include "engine/rules/rules.h"

namespace bastide::bridges_castles_bazaars {

inline constexpr int kHighestBid = 999;  // Q-BCB-31

void install_bridges(Rules& rules);
void install_castles(Rules& rules);  // castles.cpp: building them
void install_domains(Rules& rules);  // domains.cpp: what they score
void install_bazaar(Rules& rules);

// Seats in the order in which they are asked: the n-th after the active player (Q-BCB-15,
// Q-BCB-18).
inline int seats_after(const Rules& rules, Seat from, Seat seat) {
  return (seat - from + rules.player_count()) % rules.player_count();
}

// Words: the public state and loaded positions.
void write_castles(const Rules& rules, const GameState& s, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
void write_bazaar(const Rules& rules, const GameState& s, FieldWriter& out);
std::string explain(const Rules& rules, const GameState& s, const Action& action);
bool load_castle(const Rules& rules, GameState& s, std::string_view word, std::string_view value);

// Castles
void raise_castle(const Rules& rules, GameState& s, int lord, TileIndex built_with,
                  EventSink* events);
int lord_of(const GameState& s, int castle);  // index of the piece, or -1

}  // namespace bastide::bridges_castles_bazaars
