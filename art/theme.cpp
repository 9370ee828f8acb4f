#include "art/theme.h"

#include <cstddef>

namespace bastide::art {

namespace {

enum class Use { fill, outlined, stroke };  // outlined: filled, with a fine ink line round it

// One class: how it is used, its colour in each theme, and what it adds in all of them.
struct ClassRule {
  std::string_view name;
  Use use;
  std::array<std::string_view, 3> colour;  // day, night, contrast
  std::string_view more;
};

constexpr Use F = Use::fill;
constexpr Use S = Use::stroke;
constexpr Use O = Use::outlined;

constexpr ClassRule kRules[]{
    // --- land ---
    {"f", F, {"#cbd49c", "#44594b", "#d3e8a8"}, ""},                   // field
    {"fd", F, {"#b3c383", "#394c40", "#c4dd94"}, "fill-opacity:.55"},  // darker wash
    {"fl", F, {"#e3e2b4", "#566b53", "#f1f7de"}, "fill-opacity:.6"},   // lighter wash
    {"fw", F, {"#e2d494", "#6e6a4a", "#f3e6a0"}, "fill-opacity:.7"},   // corn
    {"fo", F, {"#cfb987", "#5c5244", "#e6d3a6"}, "fill-opacity:.7"},   // ploughed earth
    {"fr", S, {"#8a8b4e", "#2f3d34", "#a3b070"}, "stroke-width:.5;stroke-opacity:.6"},  // furrows
    {"gr",
     S,
     {"#6f7a45", "#2a3830", "#b9cc8c"},
     "stroke-width:.7;stroke-opacity:.45"},            // grain, tufts
    {"hb", F, {"#96a866", "#33463b", "#86b054"}, ""},  // hill: foot, slope, top
    {"hm", F, {"#b9bf7c", "#62795c", "#b4d87e"}, ""},
    {"hp", F, {"#e8e0b2", "#98a57f", "#f6fce4"}, ""},
    {"ht", F, {"#d9dcab", "#566a56", "#eaf5cf"}, ""},  // an abbey's grounds
    // --- roads and water ---
    {"rd", F, {"#f3e7c8", "#c8bb9a", "#ffffff"}, ""},  // road
    {"re", F, {"#8a6a45", "#1b1815", "#000000"}, ""},  // its edge
    {"rt",
     S,
     {"#d3bf93", "#a0947a", "#cccccc"},
     "stroke-width:.8;stroke-opacity:.8"},             // wheel tracks
    {"w", F, {"#8dbccb", "#3a78a4", "#2f86e0"}, ""},   // water
    {"wd", F, {"#74a9bf", "#2f6690", "#1d6fc8"}, ""},  // deep water
    {"wl", S, {"#d8ecee", "#9cc8e2", "#ffffff"}, "stroke-width:.8;stroke-opacity:.85"},  // ripples
    {"wb", F, {"#dccf9c", "#717563", "#ffffff"}, ""},                                    // bank
    {"we", F, {"#5b7f86", "#14283a", "#003a80"}, ""},                                    // its edge
    {"rvs",
     S,
     {"#b4bd80", "#3a4a3f", "#d3e8a8"},
     "stroke-width:15.5;stroke-linecap:butt;stroke-opacity:.8"},
    {"rds", S, {"#f3e7c8", "#c8bb9a", "#ffffff"}, "stroke-width:10.5;stroke-linecap:butt"},
    {"wbs", S, {"#d9cd9a", "#6c705f", "#ffffff"}, "stroke-width:19;stroke-linecap:butt"},
    {"ws", S, {"#8dbccb", "#3a78a4", "#2f86e0"}, "stroke-width:15;stroke-linecap:butt"},
    {"wdf", F, {"#79adc0", "#31688f", "#1d6fc8"}, "fill-opacity:.7"},
    {"wds",
     S,
     {"#79adc0", "#31688f", "#1d6fc8"},
     "stroke-width:7;stroke-linecap:butt;stroke-opacity:.7"},
    {"kk", S, {"#4a3626", "#11131c", "#000000"}, "stroke-width:4.1;stroke-linecap:butt"},
    {"ks", S, {"#d8ccb0", "#b4b0b4", "#ffffff"}, "stroke-width:2.7;stroke-linecap:butt"},
    {"kc",
     S,
     {"#9c8b70", "#6a6974", "#777777"},
     "stroke-width:2.7;stroke-linecap:butt;stroke-dasharray:.6 2.2"},
    // --- towns ---
    {"c", F, {"#e4c48d", "#8d6a4a", "#f7b84a"}, ""},  // ground
    {"cds",
     S,
     {"#d3aa70", "#7a5a3e", "#e3a030"},
     "stroke-width:4;stroke-linecap:butt;stroke-opacity:.7"},  // ground, shaded
    {"s", F, {"#cdbfa3", "#b4b0b4", "#ffffff"}, ""},           // wall
    {"sd", F, {"#a08f75", "#7a7984", "#9a9a9a"}, ""},          // wall, shaded
    {"sl", F, {"#e9dfc8", "#d0ced0", "#ffffff"}, ""},          // wall, lit
    {"wes", S, {"#5b7f86", "#14283a", "#003a80"}, "stroke-width:16.6;stroke-linecap:butt"},
    {"kb", S, {"#4a3626", "#11131c", "#000000"}, "stroke-width:2.6"},  // parapets
    {"kl", S, {"#d8ccb0", "#b4b0b4", "#ffffff"}, "stroke-width:1.3"},
    {"kp", S, {"#7d6b54", "#5e5d68", "#000000"}, "stroke-width:1.2;stroke-linecap:butt"},  // spurs
    {"hl", S, {"#6f8a48", "#2a3d31", "#33660f"}, "stroke-width:3"},                        // hedges
    {"gt", S, {"#7d8a4c", "#6f8a6a", "#8fae50"}, "stroke-width:.5;stroke-opacity:.8"},     // tufts
    {"rm", O, {"#d99a5e", "#b57e57", "#e07a2a"}, ""},  // a second colour of tiles
    {"rn", O, {"#c47d45", "#986448", "#c8641a"}, ""},
    {"ro2", O, {"#a3622f", "#7a4e38", "#a04a0c"}, ""},
    {"rt2", O, {"#7f8a96", "#505f79", "#4c5a70"}, ""},
    {"ri", O, {"#8f9aa5", "#5f708c", "#5a6a80"}, ""},
    {"rj", O, {"#6c7885", "#424f68", "#3f4c60"}, ""},
    {"ra", O, {"#dd8355", "#bb6b50", "#d9541e"}, ""},  // roofs, lit side
    {"rb", O, {"#c7663c", "#9e5643", "#c04412"}, ""},
    {"rc", O, {"#a94c2a", "#7f4438", "#9c3208"}, ""},  // roofs, shaded side
    {"rs", O, {"#8f9aa5", "#5f708c", "#5a6a80"}, ""},  // slate
    {"rz", O, {"#6c7885", "#424f68", "#3f4c60"}, ""},  // slate, shaded
    {"hw", F, {"#f5e7c8", "#d6c29d", "#ffffff"}, ""},  // walls of houses in towns
    {"hx", F, {"#dcc7a0", "#a3927a", "#e0e0e0"}, ""},  // the same, shaded
    {"ho", O, {"#f5e7c8", "#d6c29d", "#ffffff"}, ""},  // house wall
    {"hd", O, {"#dcc7a0", "#a3927a", "#e0e0e0"}, ""},  // house wall, shaded
    {"wi", F, {"#5d4632", "#ffd77a", "#000000"}, ""},  // windows, gates
    // --- plants and beasts ---
    {"ta", F, {"#9bb36a", "#628a64", "#6fae2f"}, ""},  // crown, lit
    {"tb", F, {"#7a9650", "#456b51", "#4f8a1f"}, ""},
    {"tc", F, {"#5c7a3e", "#2d4b3c", "#33660f"}, ""},  // crown, shaded
    {"tt", F, {"#6b4d33", "#2b211c", "#3a2410"}, ""},  // trunk
    {"wo", F, {"#fbf6e8", "#c9c7c0", "#ffffff"}, ""},  // wool
    {"pk", F, {"#e6a193", "#a87068", "#ff8f7a"}, ""},  // pigs
    {"fa", F, {"#c9524a", "#a3484a", "#d01f1f"}, ""},  // flowers
    {"fb", F, {"#e8b64c", "#c09a50", "#ffd000"}, ""},
    {"fp", S, {"#cf5a48", "#9a5450", "#d01f1f"}, "stroke-width:1.1"},  // poppies, cornflowers
    {"fq", S, {"#f1e08a", "#a89a68", "#ffd000"}, "stroke-width:1.1"},
    {"hs", F, {"#dcb85e", "#8a7a4c", "#ffd84a"}, ""},  // hay
    {"fc", F, {"#8a6bb0", "#7d68a8", "#7a2fd0"}, ""},
    // --- ink, light ---
    {"i", F, {"#4a3626", "#11131c", "#000000"}, ""},                                     // ink
    {"il", S, {"#4a3626", "#11131c", "#000000"}, "stroke-width:.7"},                     // ink line
    {"ih", S, {"#4a3626", "#11131c", "#000000"}, "stroke-width:1.1"},                    // heavier
    {"if", S, {"#6b523a", "#1a1c26", "#333333"}, "stroke-width:.45;stroke-opacity:.8"},  // finer
    {"sh", F, {"#3b2c1c", "#05070d", "#000000"}, "fill-opacity:.26"},                    // shadow
    {"shs",
     S,
     {"#3b2c1c", "#05070d", "#000000"},
     "stroke-width:5.8;stroke-linecap:butt;stroke-opacity:.26"},
    {"wis", S, {"#5d4632", "#ffd77a", "#000000"}, "stroke-width:1;stroke-linecap:butt"},
    {"lt", F, {"#fffbe8", "#dfe6ff", "#ffffff"}, "fill-opacity:.3"},  // light
    // --- marks ---
    {"pn", F, {"#2f5d9a", "#5f92d8", "#0040c0"}, ""},  // pennant
    {"po", F, {"#f6efd9", "#f0e6c8", "#ffffff"}, ""},  // its charge
    {"go", F, {"#e3ab32", "#e6bb55", "#ffcf00"}, ""},  // gold
    {"lv", F, {"#e0562b", "#ff7a3a", "#ff3b00"}, ""},  // lava, fire
    {"ro", F, {"#8d7a68", "#57525a", "#8a8a8a"}, ""},  // rock
    {"rk", F, {"#6c5a4b", "#3d3a44", "#5a5a5a"}, ""},  // rock, shaded
    {"cr",
     S,
     {"#c9524a", "#a3484a", "#d01f1f"},
     "stroke-width:2.4;stroke-linecap:butt;stroke-dasharray:4.8 4.8"},  // striped rim
    {"mg", F, {"#7b4ba0", "#a878d8", "#8000c0"}, ""},                   // magic
    {"dr", F, {"#3f7a4a", "#58a868", "#007a30"}, ""},                   // dragon
    {"pr", F, {"#cf5f8c", "#e082aa", "#e0006a"}, ""},                   // princess
    {"vi", F, {"#6a3f78", "#8a62a0", "#6a0080"}, ""},                   // wine
};

struct FarRule {
  std::string_view name;
  std::string_view property;
  std::array<std::string_view, 3> value;
};

constexpr std::array<std::string_view, 3> kGone{"none", "none", "none"};
constexpr std::array<std::string_view, 3> kNoLine{"0", "0", "0"};

constexpr FarRule kFarRules[]{
    {"fr", "display", kGone},
    {"if", "display", kGone},
    {"rt", "display", kGone},
    {"wl", "display", kGone},
    {"kc", "display", kGone},
    {"cds", "display", kGone},
    {"wis", "display", kGone},
    {"shs", "display", kGone},
    {"hw", "display", kGone},
    {"hx", "display", kGone},
    {"ra", "stroke-width", kNoLine},
    {"rb", "stroke-width", kNoLine},
    {"rc", "stroke-width", kNoLine},
    {"rm", "stroke-width", kNoLine},
    {"rn", "stroke-width", kNoLine},
    {"ro2", "stroke-width", kNoLine},
    {"rt2", "stroke-width", kNoLine},
    {"ri", "stroke-width", kNoLine},
    {"rj", "stroke-width", kNoLine},
    {"ri", "fill", {"#b98a72", "#8a6a62", "#8a6a80"}},
    {"rt2", "fill", {"#ad7d66", "#7c5f5a", "#7c5f70"}},
    {"rj", "fill", {"#a3735c", "#705650", "#705664"}},
    {"c", "fill", {"#c98f60", "#8a5740", "#f0a23c"}},
    {"ra", "fill", {"#d07c50", "#b56c52", "#d9541e"}},
    {"rb", "fill", {"#c26a42", "#a05c48", "#c84a16"}},
    {"rc", "fill", {"#b45c38", "#8c5040", "#b23e0e"}},
    {"rm", "fill", {"#d48a58", "#b57855", "#dc6f26"}},
    {"rn", "fill", {"#c67848", "#a0684c", "#cc6420"}},
    {"ro2", "fill", {"#b8683c", "#8c5a42", "#b85818"}},
    {"rvs", "stroke", {"#a2a56b", "#2b382f", "#56722c"}},  // roads stand out by their verges
    {"kk", "stroke-width", {"5.6", "5.6", "6"}},
    {"ks", "stroke-width", {"3.2", "3.2", "3"}},
};

constexpr std::array<std::string_view, 3> kOutline{"#6b4530", "#1c1a22", "#000000"};

constexpr std::size_t kRuleCount = sizeof kRules / sizeof kRules[0];

constexpr std::array<PlayerLook, kPlayers> kLooks{{
    {"red", "#d5401f", "#5a1405", "plain"},
    {"blue", "#1f6fb5", "#06264a", "stripes"},
    {"yellow", "#f4c92f", "#6a4d00", "dots"},
    {"green", "#1d9a72", "#033d2b", "crosses"},
    {"black", "#35302f", "#f0e8dc", "waves"},
    {"pink", "#dc8fbb", "#5c1c42", "checks"},
}};

std::string_view pattern_path(std::size_t seat) {
  constexpr std::array<std::string_view, kPlayers> kMarks{
      "",
      "M-1 1 1-1M0 4 4 0M3 5 5 3",
      "M1 1h.01M3 3h.01",
      "M0 2h4M2 0v4",
      "M0 1q1-1.4 2 0t2 0M0 3q1-1.4 2 0t2 0",
      "M0 1h2M2 3h2",
  };
  return kMarks[seat];
}

constexpr std::array<std::string_view, kPlayers> kPatternWidths{"0", "1", "1.5", ".7", ".7", "2"};

}  // namespace

std::string_view name_of(Theme theme) {
  constexpr std::array<std::string_view, 3> kNames{"day", "night", "contrast"};
  return kNames[static_cast<std::size_t>(theme)];
}

std::optional<Theme> theme_named(std::string_view name) {
  for (const Theme theme : kThemes)
    if (name_of(theme) == name) return theme;
  return std::nullopt;
}

namespace {

bool is_gone_when_far(std::string_view name) {
  for (const FarRule& rule : kFarRules)
    if (rule.name == name && rule.property == "display") return true;
  return false;
}

}  // namespace

std::string far_stylesheet(Theme theme) {
  std::string css;
  for (const FarRule& rule : kFarRules)
    css.append(".")
        .append(rule.name)
        .append("{")
        .append(rule.property)
        .append(":")
        .append(rule.value[static_cast<std::size_t>(theme)])
        .append("}");
  return css;
}

std::string stylesheet(Theme theme, std::string_view scope) {
  const auto index = static_cast<std::size_t>(theme);
  std::string css;
  for (const ClassRule& rule : kRules) {
    css.append(scope).append(".").append(rule.name).append("{");
    if (rule.use == Use::stroke) {
      css += "fill:none;stroke-linejoin:round;";
      if (rule.more.find("linecap") == std::string_view::npos) css += "stroke-linecap:round;";
      css += "stroke:";
    } else {
      css += "fill:";
    }
    css += rule.colour[index];
    if (rule.use == Use::outlined)
      css.append(";stroke-linejoin:round;stroke-width:.4;stroke:").append(kOutline[index]);
    if (!rule.more.empty()) css.append(";").append(rule.more);
    if (is_gone_when_far(rule.name)) css += ";display:inline";  // far away it is none
    css += "}";
  }
  return css;
}

std::span<const std::string_view> class_names() {
  static const auto names = [] {
    std::array<std::string_view, kRuleCount> all;
    for (std::size_t i = 0; i < kRuleCount; ++i) all[i] = kRules[i].name;
    return all;
  }();
  return names;
}

std::string_view paper_colour(Theme theme) {
  constexpr std::array<std::string_view, 3> kPaper{"#f1e6cd", "#171b28", "#ffffff"};
  return kPaper[static_cast<std::size_t>(theme)];
}

const PlayerLook& player_look(int seat) {
  return kLooks[static_cast<std::size_t>(seat) % kLooks.size()];
}

std::string player_patterns() {
  std::string defs;
  for (std::size_t seat = 0; seat < kLooks.size(); ++seat) {
    defs += "<pattern id=\"pp" + std::to_string(seat) +
            "\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">";
    if (!pattern_path(seat).empty())
      defs.append("<path d=\"")
          .append(pattern_path(seat))
          .append("\" fill=\"none\" stroke=\"")
          .append(kLooks[seat].ink)
          .append("\" stroke-width=\"")
          .append(kPatternWidths[seat])
          .append("\" stroke-linecap=\"")
          .append(kLooks[seat].pattern == "dots" ? "round" : "butt")
          .append("\"/>");
    defs += "</pattern>";
  }
  return defs;
}

}  // namespace bastide::art
