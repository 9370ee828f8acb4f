// The drawings of the figures, for piece_art.cpp.
#pragma once

#include <span>
#include <string_view>

#include "art/piece/piece_art.h"

namespace bastide::art {

// One colour of a figure, from back to front.
struct Layer {
  std::string_view css_class;  // "": the player's colour
  std::string_view drawing;    // see art/piece/outline.h
};

struct FigureDrawing {
  Figure figure;
  std::string_view name;
  bool owned;
  double size;  // upon a tile of 100
  std::span<const Layer> layers;
  std::string_view lines;  // ink upon the colours
  Point emblem;            // its middle
  double emblem_size;
};

const FigureDrawing& drawing_of(Figure figure);

}  // namespace bastide::art
