// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/count/view.h"
#include "engine/rules/rules.h"

namespace bastide::count {

// Out of the quarters: to completed features, and from the market at the end of the game.
void install_redeployment(Rules& rules);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::count
