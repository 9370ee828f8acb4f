// How a leaf is played on before it is judged.
#pragma once

#include <vector>

#include "bots/evaluation/evaluator.h"
#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

// Plays random answers until `turns` more turns have ended, or the game: noise that tells quiet
// positions from sharp ones where the evaluation sees none. A piece is put down with a chance of
// `piece_chance` / 256. The state is then at a draw, or over.
void random_turns(const Rules& rules, GameState& s, int turns, unsigned piece_chance, Rng& rng);

// Turns as a sensible player would make them in a hurry: the best of a few random placements, and
// the best meeple on it or none. What sets ask besides is answered at random.
class JudgedTurns {
 public:
  JudgedTurns(const Rules& rules, Evaluator& evaluator);

  // Until the present turn and `turns` more have ended, or the game; then at a draw, or over.
  void play(GameState& s, int turns, unsigned placements, Rng& rng);

 private:
  void place(GameState& s, unsigned placements, Rng& rng);
  void put_meeple(GameState& s);
  double lead_after(const GameState& s, Seat seat);

  const Rules& rules_;
  Evaluator& evaluator_;
  GameState trial_, best_;
  std::vector<Action> options_;
};

}  // namespace bastide
