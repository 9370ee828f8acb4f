// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/board/board.h"
#include "engine/expansions/hills_sheep/state.h"
#include "engine/rules/rules.h"

namespace bastide::hills_sheep {

void install_flocks(Rules& rules);
void install_hills(Rules& rules);

// The one shepherd of a seat on the map, or kNoPiece.
inline int shepherd_of(const GameState& s, int seat) {
  return find_piece(s, [seat](const PlacedPiece& piece) {
    return piece.kind == PieceKind::shepherd && piece.owner == seat;
  });
}
bool has_shepherd(const Rules& rules, const GameState& s, FeatureId field);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_flock(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                 FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::hills_sheep
