// The looks of the product. A drawing names only CSS classes; a theme is the stylesheet that gives
// them colours, so that a page changes its look without drawing anything anew.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bastide::art {

enum class Theme { day, night, contrast };
inline constexpr std::array<Theme, 3> kThemes{Theme::day, Theme::night, Theme::contrast};

std::string_view name_of(Theme theme);
std::optional<Theme> theme_named(std::string_view name);

// What the classes of every drawing look like, in plain colours: for a picture on its own. Works in
// browsers and in librsvg. `scope` goes before each selector. Mind that browsers do not look
// outside for what <use> shows: there a scoped rule never matches.
std::string stylesheet(Theme theme, std::string_view scope = "");

// Tiles of fewer pixels are seen from far away: no windows, no fine lines, towns as one mass of
// roofs in strong walls. To be added after stylesheet(), with declarations that are there already.
inline constexpr double kFarPixels = 48;
std::string far_stylesheet(Theme theme);

// One stylesheet for a page that changes its look: what differs between the themes' sheets becomes
// a variable, which <use> inherits. The day is the default; data-theme="night" on any element
// around the pictures changes it, data-far on one within shows them as from far away. `sheets` are
// in the order of kThemes and have the same rules, and so have those for far away.
std::string page_stylesheet(const std::array<std::string, 3>& sheets,
                            const std::array<std::string, 3>& far = {});

// The names of all classes that stylesheet() defines.
std::span<const std::string_view> class_names();

// The colour of the table under the tiles.
std::string_view paper_colour(Theme theme);

// --- players ---

// Six colours that stay apart for the common kinds of colour blindness (after Okabe and Ito), in
// lightness as well as in hue, and a pattern each for those who see no colours.
struct PlayerLook {
  std::string_view name;     // red, blue, ...
  std::string_view colour;   // of the piece
  std::string_view ink;      // outline and pattern upon it
  std::string_view pattern;  // what the pattern shows: plain, stripes, ...
};
inline constexpr int kPlayers = 6;
const PlayerLook& player_look(int seat);

// <pattern id="pp0">...: fill="url(#pp3)" is player 3's pattern, transparent but for its marks.
std::string player_patterns();

}  // namespace bastide::art
