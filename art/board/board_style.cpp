#include <array>

#include "art/board/board_art.h"

namespace bastide::art {

namespace {

struct BoardRule {
  std::string_view name;
  std::array<std::string_view, 3> declarations;  // day, night, contrast
};
constexpr std::string_view kCentred =
    "text-anchor:middle;font-family:'DejaVu Sans',Verdana,sans-serif;font-weight:bold;";
constexpr BoardRule kBoardRules[]{
    {"ys", {"fill:#3b2c1c;opacity:.3", "fill:#000;opacity:.5", "fill:#000;opacity:.2"}},
    {"yv",  // the shadow of the land, in several widths
     {"fill:#3b2c1c;stroke:#3b2c1c;stroke-linejoin:round;opacity:.062",
      "fill:#000;stroke:#000;stroke-linejoin:round;opacity:.16",
      "fill:#000;stroke:#000;stroke-linejoin:round;opacity:.05"}},
    {"yb",  // its coast
     {"fill:none;stroke:#4a3626;stroke-width:3.4;stroke-linejoin:round",
      "fill:none;stroke:#93a08f;stroke-width:3;stroke-linejoin:round",
      "fill:none;stroke:#000;stroke-width:5;stroke-linejoin:round"}},
    {"yg",  // where tiles meet
     {"fill:none;stroke:#4a3626;stroke-width:.7;opacity:.1",
      "fill:none;stroke:#000;stroke-width:.7;opacity:.18",
      "fill:none;stroke:#000;stroke-width:.8;opacity:.35"}},
    {"yw", {"fill:#c79a62", "fill:#8f7150", "fill:#f2d6a0"}},  // planks
    {"yl",
     {"stroke:#7a5630;stroke-width:1", "stroke:#4e3a26;stroke-width:1",
      "stroke:#000;stroke-width:1"}},
    {"yi",
     {"fill:none;stroke:#33241a;stroke-width:5.6", "fill:none;stroke:#0b0c12;stroke-width:5.6",
      "fill:none;stroke:#000;stroke-width:6"}},
    {"yr",
     {"fill:none;stroke:currentColor;stroke-width:3",
      "fill:none;stroke:currentColor;stroke-width:3",
      "fill:none;stroke:currentColor;stroke-width:3.4"}},
    {"yf",
     {"fill:currentColor;fill-rule:evenodd;opacity:.34",
      "fill:currentColor;fill-rule:evenodd;opacity:.4",
      "fill:currentColor;fill-rule:evenodd;opacity:.3"}},
    {"yk",  // the border of what somebody holds, upon a light rim
     {"fill:none;stroke:#fffaf0;stroke-width:4;stroke-linejoin:round;opacity:.7",
      "fill:none;stroke:#0b0c12;stroke-width:4;stroke-linejoin:round;opacity:.7",
      "fill:none;stroke:#fff;stroke-width:5;stroke-linejoin:round;opacity:1"}},
    {"yj",
     {"fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round",
      "fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round",
      "fill:none;stroke:currentColor;stroke-width:2.6;stroke-linejoin:round"}},
    {"ye",
     {"fill-rule:evenodd;opacity:.8", "fill-rule:evenodd;opacity:.9",
      "fill-rule:evenodd;opacity:1"}},
    {"ym",
     {"fill:currentColor;stroke:#fffaf0;stroke-width:1",
      "fill:currentColor;stroke:#efe8d8;stroke-width:1",
      "fill:currentColor;stroke:#fff;stroke-width:1.5"}},
    {"ya",
     {"fill:#fffaf0;stroke:#33241a;stroke-width:1.2",
      "fill:#efe8d8;stroke:#0b0c12;stroke-width:1.2", "fill:#fff;stroke:#000;stroke-width:1.6"}},
    {"yd", {"fill:currentColor", "fill:currentColor", "fill:currentColor"}},
    {"yh",
     {"fill:none;stroke:#fffaf0;stroke-width:6;opacity:.9",
      "fill:none;stroke:#0b0c12;stroke-width:6;opacity:.9",
      "fill:none;stroke:#fff;stroke-width:8;opacity:1"}},
    {"yo",
     {"fill:none;stroke:#b5402c;stroke-width:2.6", "fill:none;stroke:#ffb45a;stroke-width:2.6",
      "fill:none;stroke:#d00000;stroke-width:4"}},
    // the sectors of the wheel, and edges on the big boards
    {"z0", {"fill:#e9c46a", "fill:#8a7440", "fill:#ffe27a"}},
    {"z1", {"fill:#9db8c9", "fill:#4f6a80", "fill:#b8dcff"}},
    {"z2", {"fill:#d8b98a", "fill:#7a6448", "fill:#f2d6a0"}},
    {"z3", {"fill:#8f9fb5", "fill:#44546c", "fill:#c8d0e0"}},
    {"z4", {"fill:#d99a80", "fill:#84503f", "fill:#ffc0a8"}},
    {"z5", {"fill:#aebf8c", "fill:#55654a", "fill:#d4f0b0"}},
    {"zl",
     {"stroke:#33241a;stroke-width:1.2", "stroke:#0b0c12;stroke-width:1.2",
      "stroke:#000;stroke-width:1.6"}},
};

}  // namespace

std::string board_stylesheet(Theme theme, std::string_view scope) {
  const auto t = static_cast<std::size_t>(theme);
  const std::array<std::string_view, 3> ink{"#33241a", "#d8cfbd", "#000"};
  std::string css = std::string(scope) + ".yp{fill:" + std::string(paper_colour(theme)) + "}";
  for (const BoardRule& rule : kBoardRules)
    css.append(scope)
        .append(".")
        .append(rule.name)
        .append("{")
        .append(rule.declarations[t])
        .append("}");
  css.append(scope).append(".yn{").append(kCentred).append("fill:#2b2018}");
  css.append(scope).append(".yt{").append(kCentred).append("font-size:12px;fill:#33241a}");
  css.append(scope)
      .append(".yc{")
      .append(kCentred)
      .append("font-size:19px;fill:")
      .append(ink[t])
      .append("}");
  return css;
}

}  // namespace bastide::art
