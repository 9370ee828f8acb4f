// A few quick turns: noise that tells quiet positions from sharp ones where the evaluation sees
// none. A tile is tried in a few places at random and laid where it serves its owner's features
// best; pieces are put down where that is plainly good. All of it by what lies beside the cell.
#pragma once

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

struct Playout {
  int turns = 2;
  int more_rounds = 3;        // of two turns each, at most: how many, is left to chance
  int places = 4;             // of which the best is taken; 1: any
  bool claims = true;         // pieces go where that is plainly good
  unsigned piece_chance = 0;  // of 256: otherwise they go anywhere
};
// Any legal answer.
constexpr Playout random_turns(int turns, unsigned piece_chance) {
  return {turns, 0, 1, false, piece_chance};
}

// With a dragon in the game any legal answer for four turns, whatever is asked for: its flights are
// flown at random, so that more turns tell more of what it may eat than of the game.
Playout suited_to(const Rules& rules, const Playout& playout);

// Until so many more turns have ended, or the game. The state is then at a draw, or over.
void play_on(const Rules& rules, GameState& s, const Playout& playout, Rng& rng);

}  // namespace bastide
