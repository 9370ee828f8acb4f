// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/castles_bridges/state.h"
#include "engine/rules/rules.h"

namespace bastide::castles_bridges {

void install_bridges(Rules& rules);
void install_castles(Rules& rules);
void install_granaries(Rules& rules);

// Castles
bool may_hold_castle(const Rules& rules, const GameState& s, FeatureId city);
void list_castles(const Rules& rules, const GameState& s, Options& out);
void build_castle(const Rules& rules, GameState& s, FeatureId city, EventSink* events);
void score_lady(const Rules& rules, GameState& s, EventSink* events);
bool is_new_castle(const Rules& rules, const GameState& s, int castle);
// A lady was taken back in an earlier part of this turn.
bool has_taken_lady(const Rules& rules, const GameState& s);

// Granaries
void list_granaries(const Rules& rules, const GameState& s, Options& out);
void build_granary(const Rules& rules, GameState& s, Pos corner, int farmer, EventSink* events);
void score_granary(const Rules& rules, GameState& s, EventSink* events);
bool may_enter_granary(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                       Seat owner);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

inline bool is_lady(const PlacedPiece& piece) {
  return is_kept(piece, CastlesBridgesState::kModule, Standing::sheltered);
}
inline bool is_in_granary(const PlacedPiece& piece) {
  return is_kept(piece, CastlesBridgesState::kModule, Standing::lodged);
}

}  // namespace bastide::castles_bridges
