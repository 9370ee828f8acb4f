#include <cstddef>

#include "art/piece/piece_art.h"
#include "art/svg.h"

namespace bastide::art {

namespace {

struct PieceClass {
  std::string_view name;
  std::array<std::string_view, 3> declarations;  // day, night, contrast
};

constexpr std::string_view kLine = "fill:none;stroke-linejoin:round;stroke-linecap:round;";

// Colours of the parts, from paper to ink.
constexpr PieceClass kFills[]{
    {"xw", {"#a8794c", "#8a6a4c", "#c98b45"}},  // wood
    {"xt", {"#cfc4ae", "#a9a8ae", "#ffffff"}},  // stone
    {"xg", {"#e6b33c", "#e6bb55", "#ffd000"}},  // gold, straw
    {"xk", {"#3d3029", "#26232b", "#000000"}},  // black cloth, gates
    {"xu", {"#fdf8ea", "#e2e0da", "#ffffff"}},  // white cloth, wool, wings
    {"xn", {"#f2d3ad", "#d8b792", "#ffe0b8"}},  // faces, plaster
    {"xv", {"#6d4b8c", "#8a6cb4", "#5a1a90"}},  // purple cloak
    {"xf", {"#e58aa8", "#e594b2", "#ff5f9a"}},  // rose, feathers
    {"xr", {"#b5402c", "#b8503e", "#d01f1f"}},  // red cloth
    {"xp", {"#efa79a", "#d98f86", "#ff9f8f"}},  // the pig of the wheel
    {"xb", {"#2f5d9a", "#5f92d8", "#0040c0"}},  // blue cloth
    {"xy", {"#857f7a", "#8d8d97", "#8a8a8a"}},  // grey fur
    {"xd", {"#4c8f52", "#5fae68", "#00903a"}},  // dragon
    {"xe", {"#c8663a", "#d9774a", "#ff6a1f"}},  // its wings
};

constexpr PieceClass kStrokes[]{
    {"xi",
     {"stroke:#33241a;stroke-width:5", "stroke:#0b0c12;stroke-width:5",
      "stroke:#000;stroke-width:6"}},  // outline
    {"xj",
     {"stroke:#33241a;stroke-width:3;opacity:.85", "stroke:#0b0c12;stroke-width:3;opacity:.9",
      "stroke:#000;stroke-width:3.5;opacity:1"}},  // lines within
    {"xh",
     {"stroke:#fffaf0;stroke-width:12;opacity:.8", "stroke:#efe8d8;stroke-width:12;opacity:.75",
      "stroke:#fff;stroke-width:15;opacity:1"}},  // the light rim that parts it from the land
};

constexpr PieceClass kWashes[]{
    {"xq",
     {"stroke:#33241a;stroke-width:3;stroke-linejoin:round",
      "stroke:#0b0c12;stroke-width:3;stroke-linejoin:round",
      "stroke:#000;stroke-width:3.5;stroke-linejoin:round"}},  // edge of a filled part
    {"xs", {"fill:#1c120a;opacity:.3", "fill:#05060c;opacity:.4", "fill:#000;opacity:.2"}},
    {"xl", {"fill:#fff;opacity:.38", "fill:#fff;opacity:.28", "fill:#fff;opacity:.3"}},
    {"xz", {"fill:#3b2c1c;opacity:.35", "fill:#000;opacity:.5", "fill:#000;opacity:.25"}},
};

// Dark upon the light pieces, light upon the dark ones.
std::string_view emblem_colour(int seat) {
  constexpr std::array<std::string_view, kPlayers> kColours{"#fff6e0", "#fff6e0", "#4a3200",
                                                            "#fff6e0", "#fff6e0", "#4a1030"};
  return kColours[static_cast<std::size_t>(seat) % kColours.size()];
}

std::string rule(std::string_view scope, std::string_view name, std::string_view declarations) {
  return std::string(scope) + "." + std::string(name) + "{" + std::string(declarations) + "}";
}

}  // namespace

std::string piece_stylesheet(Theme theme, std::string_view scope) {
  const auto t = static_cast<std::size_t>(theme);
  std::string css;
  for (const PieceClass& c : kFills)
    css += rule(scope, c.name, "fill:" + std::string(c.declarations[t]));
  for (const PieceClass& c : kStrokes)
    css += rule(scope, c.name, std::string(kLine) + std::string(c.declarations[t]));
  for (const PieceClass& c : kWashes) css += rule(scope, c.name, c.declarations[t]);
  for (int seat = 0; seat < kPlayers; ++seat)
    css +=
        rule(scope, "pl" + std::to_string(seat), "color:" + std::string(player_look(seat).colour));
  constexpr std::array<std::string_view, 3> kNobody{"#c9b88f", "#8f8a80", "#e8d8a0"};
  css += rule(scope, "pln", "color:" + std::string(kNobody[t]));
  return css;
}

// The same marks as in the players' patterns, one of each kind, as large as the box allows.
std::string_view emblem_path(int seat) {
  constexpr std::array<std::string_view, kPlayers> kMarks{
      "M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",          // disc
      "M.5 6.5 6.5.5h3l-9 9zM4.5 9.5l5-5v3l-2 2z",  // stripes
      "M5 .3a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2zM2.3 5.4a2.1 2.1 0 1 1 0 4.2"
      "a2.1 2.1 0 1 1 0-4.2zM7.7 5.4a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",  // dots
      "M3.5.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",                                      // cross
      "M0 4.5 2.5 1 5 4.5 7.5 1 10 4.5v4L7.5 5 5 8.5 2.5 5 0 8.5z",              // waves
      "M.5.5H5V5H.5zM5 5h4.5v4.5H5z",                                            // checks
  };
  return kMarks[static_cast<std::size_t>(seat) % kMarks.size()];
}

std::string emblem_symbols() {
  Svg svg;
  for (int seat = 0; seat < kPlayers; ++seat) {
    svg.open("symbol", {{"id", "e" + std::to_string(seat)}, {"viewBox", "0 0 10 10"}});
    svg.leaf("path",
             {{"fill", std::string(emblem_colour(seat))}, {"d", std::string(emblem_path(seat))}});
    svg.close();
  }
  return svg.str();
}

}  // namespace bastide::art
