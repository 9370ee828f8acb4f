// The parts of the set, as they see one another.
#pragma once

#include "engine/expansions/traders_builders/state.h"
#include "engine/rules/rules.h"

namespace bastide::traders_builders {

void install_goods(Rules& rules);
void install_figures(Rules& rules);      // figures.cpp: builders and pigs, where they may stand
void install_double_turn(Rules& rules);  // what builders bring

// The number of a seat's builder or pig among the pieces, or kNoPiece.
int find_figure(const Rules& rules, const GameState& s, PieceKind kind, Seat seat);

}  // namespace bastide::traders_builders
