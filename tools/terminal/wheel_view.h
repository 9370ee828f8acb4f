// The wheel of fortune: its sectors with the pig and the meeples on the crowns.
#pragma once

#include <vector>

#include "tools/terminal/draw.h"

namespace bastide::tools {

// Three lines of two sectors each, for the panel. Returns the next free line; draws nothing and
// returns y in a game without the wheel.
int draw_wheel_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters, const Look& look);

// Six lines on the disc of the board, where its four cells are shown: x, y is the corner of the
// north-western one.
void draw_wheel_disc(Canvas& canvas, int x, int y, PictureSize size, const Rules& rules,
                     const GameState& s, const std::vector<char>& letters, const Look& look);

}  // namespace bastide::tools
