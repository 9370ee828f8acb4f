// The turn of the base game alone, compiled as one piece.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

// Whether no module of this game has a hook, a step or a piece in a turn.
bool is_base_alone(const Rules& rules);

// Sets how these rules are played while nobody listens: in one piece, or by the step machine.
void choose_play(Rules& rules);

// Takes a legal answer and plays on to the next decision, untold: as the step machine does it, by
// the same steps, without asking for hooks that are not there.
void play_base_turn(const Rules& rules, GameState& s, const Action& action);
// The same with the answer that sample_legal or sample_chance gives for the word.
void play_base_turn_at_random(const Rules& rules, GameState& s, std::uint32_t word);

}  // namespace bastide
