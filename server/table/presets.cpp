#include "server/table/presets.h"

#include <algorithm>

#include "bots/levels.h"
#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

constexpr std::string_view kBase[] = {"base"};
constexpr std::string_view kRiverAbbot[] = {"base", "river", "abbot"};
// The two expansions that most people add first, and the set that joins them best.
constexpr std::string_view kClassic[] = {"base", "river", "abbot", "inns_cathedrals",
                                         "traders_builders"};
constexpr std::string_view kClassicSheep[] = {
    "base", "river", "abbot", "inns_cathedrals", "traders_builders", "hills_sheep"};
// One set of the later ones at a time, on a table that people know.
constexpr std::string_view kTower[] = {"base", "river", "abbot", "tower"};
constexpr std::string_view kAbbeyMayor[] = {
    "base", "river", "abbot", "inns_cathedrals", "traders_builders", "abbey_mayor"};
constexpr std::string_view kCircus[] = {"base", "river", "abbot", "circus"};
// The big box holds more than can lie on one table: a river and the boards of Carcassonne both
// begin the map, so there is one mixture with each.
constexpr std::string_view kBigBox[] = {
    "base", "river2", "abbot", "princess_dragon", "king_robber", "cult", "bridges_castles_bazaars"};
constexpr std::string_view kBigBoxCount[] = {
    "base", "count", "abbot", "princess_dragon", "king_robber", "cult", "bridges_castles_bazaars"};
// Without the count and the wheel, since the rivers begin the map, and without the other bridges
// and castles.
constexpr std::string_view kEverything[] = {"base",
                                            "river",
                                            "river2",
                                            "abbot",
                                            "princess_dragon",
                                            "king_robber",
                                            "cult",
                                            "bridges_castles_bazaars",
                                            "inns_cathedrals",
                                            "traders_builders",
                                            "hills_sheep",
                                            "tower",
                                            "abbey_mayor",
                                            "circus"};
constexpr std::string_view kCastlesBridges[] = {"base", "castles_bridges"};
constexpr std::string_view kWheel[] = {"wheel"};
constexpr std::string_view kBaseWheel[] = {"base", "wheel"};

constexpr Preset kPresets[] = {{"base", kBase},
                               {"river_abbot", kRiverAbbot},
                               {"classic", kClassic},
                               {"classic_sheep", kClassicSheep},
                               {"tower", kTower},
                               {"abbey_mayor", kAbbeyMayor},
                               {"circus", kCircus},
                               {"big_box", kBigBox},
                               {"big_box_count", kBigBoxCount},
                               {"castles_bridges", kCastlesBridges},
                               {"wheel", kWheel},
                               {"base_wheel", kBaseWheel},
                               {"everything", kEverything}};

}  // namespace

std::span<const Preset> presets() { return kPresets; }

std::string presets_text() {
  ListText list;
  for (const Preset& preset : kPresets) {
    ListText sets;
    for (const std::string_view set : preset.sets) sets.raw(quoted_text(set));
    list.raw(ObjectText().text("id", preset.id).raw("sets", sets.take()).take());
  }
  return list.take();
}

std::string bots_text() {
  ListText list;
  for (const Level& level : levels()) {
    ObjectText bot;
    bot.text("id", level.name).text("title", level.title);
    if (level.elo) {
      bot.number("rating", *level.elo);
    } else {
      bot.nothing("rating");
    }
    list.raw(bot.take());
  }
  return list.take();
}

bool is_known_bot(std::string_view name) {
  return std::ranges::any_of(levels(), [&](const Level& level) { return level.name == name; });
}

}  // namespace bastide::server
