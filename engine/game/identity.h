// The identity of positions: docs/decisions/0009-identity-that-lasts.md.
#pragma once

#include "engine/game/setup.h"
#include "engine/rules/fields.h"

namespace bastide {

// How hashes are made. Stored games say which they have; 0 is what programs before this had.
inline constexpr int kHashScheme = 1;

NameWords name_words(const Rules& rules);

// What matters for play and is no member of the public state: who is active, the tile just placed,
// what has been asked already. The hash covers it as the member `hidden`.
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);

}  // namespace bastide
