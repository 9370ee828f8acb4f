// A state as JSON: everything that lies open on the table. The order of the stock is no part of it.
#pragma once

#include "engine/game/game.h"
#include "engine/notation/form.h"

namespace bastide {

Json state_to_json(const Rules& rules, const GameState& s);

// Parts of it
Json scores_to_json(const Rules& rules, const GameState& s);    // [12, 7]
Json supplies_to_json(const Rules& rules, const GameState& s);  // [{"meeple":5}, …]
Json features_to_json(const Rules& rules, const GameState& s);
Json winners_to_json(const Rules& rules, const GameState& s);  // seats with the highest score
std::string hash_text(std::uint64_t hash);                     // 16 hexadecimal digits

}  // namespace bastide
