// Small upright pictures on the big boards, drawn like pieces in a box of 100.
#pragma once

#include <span>

#include "art/piece/figures.h"
#include "art/svg.h"

namespace bastide::art {

// The layers and then the ink lines, scaled to `size` round a middle.
void draw_emblem(std::span<const Layer> layers, std::string_view lines, Point middle, double size,
                 Svg& out);

}  // namespace bastide::art
