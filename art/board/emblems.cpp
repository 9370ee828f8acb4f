#include "art/board/emblems.h"

#include "art/piece/outline.h"

namespace bastide::art {

void draw_emblem(std::span<const Layer> layers, std::string_view lines, Point middle, double size,
                 Svg& out) {
  const double scale = size / 100;
  const Point low = middle - Point{50, 50} * scale;
  out.open("g", {{"transform", "translate(" + number(low.x) + " " + number(low.y) + ") scale(" +
                                   number(scale, 2) + ")"}});
  for (const Layer& layer : layers)
    out.path(std::string(layer.css_class) + " xq", Path().region(outline(layer.drawing)));
  if (!lines.empty()) out.leaf("path", {{"class", "xj"}, {"d", std::string(lines)}});
  out.close();
}

}  // namespace bastide::art
