// Short text for people: an action, a decision, an event.
#pragma once

#include <string>

#include "engine/game/game.h"
#include "engine/notation/json_action.h"

namespace bastide {

// "place base/K at 3,-1 turned 90°", "meeple on city:N at 1,0", "pass"
std::string action_text(const NamedAction& action);
std::string action_text(const Rules& rules, const GameState& s, const Action& action);

// "Ada: lay the tile", "the dealer: draw a tile", "the game is over"
std::string decision_text(const Rules& rules, const GameState& s);

// "Ada scores 8 for a city at 2,1 (tiles 3: 6, pennants 1: 2)"
std::string event_text(const Rules& rules, const GameState& s, const Event& event);

// "Ada", or "the dealer"
std::string seat_text(const Rules& rules, Seat seat);

}  // namespace bastide
