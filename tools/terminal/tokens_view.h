// Beside the map: goods of each player, flocks and the bag of sheep.
#pragma once

#include <string>
#include <vector>

#include "tools/terminal/draw.h"

namespace bastide::tools {

// "wine 2 cloth 1": what a player has taken.
std::string goods_text(const Rules& rules, const GameState& s, Seat seat);
std::string token_text(Token token);  // "3 sheep", "a wolf"
// Returns the line below it.
int draw_flock_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters);

}  // namespace bastide::tools
