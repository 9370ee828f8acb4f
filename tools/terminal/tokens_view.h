// Beside the map: goods and prisoners of each player, flocks, the bag of sheep and the animals of
// the circus.
#pragma once

#include <string>
#include <vector>

#include "tools/terminal/draw.h"

namespace bastide::tools {

// "wine 2 cloth 1": what a player has taken.
std::string goods_text(const Rules& rules, const GameState& s, Seat seat);
// "holds Boris's meeple x2": whom a player keeps.
std::string prisoners_text(const Rules& rules, const GameState& s, Seat seat, bool ascii);
std::string token_text(Token token);  // "3 sheep", "a wolf", "an elephant"
// How high the tower of a tile is.
int floors_on(const Rules& rules, const GameState& s, TileIndex tile);
// Returns the line below it.
int draw_flock_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters);
// The animals that nobody has seen yet.
int draw_circus_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s);

}  // namespace bastide::tools
