// The texts of the wire as they were written at first: through trees of JSON, every part anew. The
// program writes them in another way, and byte for byte the same.
#pragma once

#include <string>

#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"

namespace bastide::tree {

Json state(const Rules& rules, const GameState& s, const StateParts& parts = {});
Json tile(const Rules& rules, const GameState& s, TileIndex tile);
Json features(const Rules& rules, const GameState& s, bool with_segments = false);
Json scores(const Rules& rules, const GameState& s);
Json supplies(const Rules& rules, const GameState& s);
Json winners(const Rules& rules, const GameState& s, SeatBits cannot_win = 0);
Json event(const Rules& rules, const GameState& s, const Event& event, SeatBits cannot_win = 0);
Json answer(const NamedAction& action);
Json legal(const Rules& rules, const GameState& s);
std::string changed_tiles(const Rules& rules, const GameState& before, const GameState& after);

}  // namespace bastide::tree
