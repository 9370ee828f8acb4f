// Actions as they are told to those who look on: what was done, what happened by it, and the scores
// after it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/game/game.h"
#include "engine/notation/json_state.h"

namespace bastide {

struct EntryText {
  std::string action;
  std::string entry;  // {"seq":…,"action":{…},"events":[…],"scores":[…]}
};

// Applies a legal action, the `seq`-th of its game. The events of the setup come with the first
// one.
EntryText apply_as_entry(const Rules& rules, GameState& s, std::int64_t seq, const Action& action,
                         SeatBits cannot_win = 0);

}  // namespace bastide
