// Carcassonne: its quarters with the count and the pieces that wait there.
#pragma once

#include <vector>

#include "tools/terminal/draw.h"

namespace bastide::tools {

// One line for each quarter, for the panel. Returns the next free line; draws nothing and returns y
// in a game without the count.
int draw_count_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters, const Look& look);

}  // namespace bastide::tools
