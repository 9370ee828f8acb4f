// What others may ask of the set.
#pragma once

#include "engine/expansions/wheel/state.h"
#include "engine/rules/rules.h"

namespace bastide::wheel {

int crowns_of(int sector);  // its spaces

// A piece that counts as a meeple: the abbot does (D-A9).
bool is_figure(const Rules& rules, PieceKind kind);

}  // namespace bastide::wheel
