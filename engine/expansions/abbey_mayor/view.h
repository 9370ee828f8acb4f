// What others may ask of the set.
#pragma once

#include "engine/expansions/abbey_mayor/state.h"
#include "engine/rules/rules.h"

namespace bastide::abbey_mayor {

// ABBEY-2: where an abbey may lie, if no other rule forbids it.
inline bool is_hole(const OpenCell& cell) { return cell.present == 0xF; }

inline bool is_barn(const PlacedPiece& piece) { return piece.kind == PieceKind::barn; }
FeatureId field_of(const Rules& rules, const GameState& s, const PlacedPiece& barn);

}  // namespace bastide::abbey_mayor
