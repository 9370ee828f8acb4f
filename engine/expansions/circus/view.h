// What others may ask of the set.
#pragma once

#include "engine/board/board.h"
#include "engine/expansions/circus/state.h"
#include "engine/rules/rules.h"

namespace bastide::circus {

inline constexpr int kPointsEach = 5;  // ACROBAT-9, ACROBAT-13: an acrobat

inline bool is_acrobat(const PlacedPiece& piece) { return is_on_spot(piece, Spot::acrobats); }
int acrobats_on(const GameState& s, std::uint32_t tile);

// CIRCUS-13..15: whether a piece is paid for when the token of a big top there is turned up.
bool is_counted(const Rules& rules, const GameState& s, const PlacedPiece& piece, Pos at);
// RINGMASTER-3: what he would bring if his feature were scored now.
Sheet bonus_of(const Rules& rules, const GameState& s, const PlacedPiece& ringmaster);

}  // namespace bastide::circus
