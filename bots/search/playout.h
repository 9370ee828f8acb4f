// A few random turns, or the whole rest of the game: noise that tells quiet positions from sharp
// ones where the evaluation sees none.
#pragma once

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

// Plays random answers until `turns` more turns have ended, or the game. A piece is put down with a
// chance of `piece_chance` / 256. The state is then at a draw, or over.
void random_turns(const Rules& rules, GameState& s, int turns, unsigned piece_chance, Rng& rng);

}  // namespace bastide
