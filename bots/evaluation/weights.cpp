#include "bots/evaluation/weights.h"

#include <cstdio>
#include <cstdlib>

#include "bots/evaluation/embedded.h"
#include "bots/read_number.h"

namespace bastide {

namespace {

struct Group {
  Weight first;
  std::string_view name;
  int size;  // 1: the name stands alone
};
constexpr Group kGroups[] = {
    {Weight::city_odds, "city.odds", kOddsTerms},
    {Weight::road_odds, "road.odds", kOddsTerms},
    {Weight::cloister_odds, "cloister.odds", kOddsTerms},
    {Weight::city_growth, "city.growth", 1},
    {Weight::road_growth, "road.growth", 1},
    {Weight::unfinished_growth, "unfinished.growth", 1},
    {Weight::supply, "supply", 7},
    {Weight::supply_turns, "supply.turns", 1},
    {Weight::returning, "returning", 1},
    {Weight::field_city, "field.city", 1},
    {Weight::field_growth, "field.growth", 1},
    {Weight::tie, "tie", 1},
    {Weight::behind, "behind", 1},
    {Weight::merge_city, "merge.city", 1},
    {Weight::merge_road, "merge.road", 1},
    {Weight::merge_field, "merge.field", 1},
    {Weight::tempo, "tempo", 1},
    {Weight::spread, "spread", 1},
    {Weight::spread_tiles, "spread.tiles", 1},
    {Weight::dragon_near, "dragon.near", 1},
    {Weight::dragon_fade, "dragon.fade", 1},
    {Weight::dragon_far, "dragon.far", 1},
    {Weight::fairy_turn, "fairy.turn", 1},
    {Weight::fairy_bonus, "fairy.bonus", 1},
    {Weight::wheel_crown, "wheel.crown", 1},
    {Weight::wheel_sectors, "wheel.sectors", 1},
    {Weight::quarter_join, "quarter.join", 1},
    {Weight::quarter_locked, "quarter.locked", 1},
    {Weight::quarter_market, "quarter.market", 1},
    {Weight::quarter_hope, "quarter.hope", 1},
    {Weight::abbot, "abbot", 1},
    {Weight::abbot_away, "abbot.away", 1},
    {Weight::title_lost, "title.lost", 1},
    {Weight::title_growth, "title.growth", 1},
    {Weight::castle_points, "castle.points", 1},
    {Weight::castle_hope, "castle.hope", 1},
    {Weight::lady, "lady", 1},
    {Weight::lady_home, "lady.home", 1},
    {Weight::large_meeple, "large.meeple", 1},
    {Weight::goods_spread, "goods.spread", 1},
    {Weight::builder, "builder", 1},
    {Weight::builder_works, "builder.works", 1},
    {Weight::further_part, "further.part", 1},
    {Weight::pig, "pig", 1},
    {Weight::shepherd, "shepherd", 1},
    {Weight::flock, "flock", 1},
    {Weight::flock_hope, "flock.hope", 1},
    {Weight::floor, "floor", 1},
    {Weight::tower_next, "tower.next", 1},
    {Weight::tower_later, "tower.later", 1},
    {Weight::prisoner, "prisoner", 1},
    {Weight::abbey, "abbey", 1},
    {Weight::abbey_hole, "abbey.hole", 1},
    {Weight::abbey_turn, "abbey.turn", 1},
    {Weight::mayor, "mayor", 1},
    {Weight::wagon, "wagon", 1},
    {Weight::barn, "barn", 1},
    {Weight::big_top, "big.top", 1},
    {Weight::pyramid, "pyramid", 1},
    {Weight::ringmaster, "ringmaster", 1},
    {Weight::ringmaster_hope, "ringmaster.hope", 1},
};

std::string_view trimmed(std::string_view text) {
  text = text.substr(0, text.find('#'));
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::string weight_name(std::size_t index) {
  for (const Group& group : kGroups) {
    const std::size_t offset = index - static_cast<std::size_t>(group.first);
    if (offset >= static_cast<std::size_t>(group.size)) continue;
    return group.size == 1 ? std::string(group.name)
                           : std::string(group.name) + "." + std::to_string(offset + 1);
  }
  return {};
}

std::variant<Weights, std::string> parse_weights(std::string_view text) {
  Weights weights;
  std::array<bool, kWeights> seen{};
  for (int line = 1; !text.empty(); ++line) {
    const auto end = text.find('\n');
    const std::string_view entry = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (entry.empty()) continue;
    const std::string where = "line " + std::to_string(line) + ": ";
    const auto gap = entry.find_first_of(" \t");
    const std::string_view name = entry.substr(0, gap);
    std::size_t index = 0;
    while (index < kWeights && weight_name(index) != name) ++index;
    if (index == kWeights) return where + "there is no weight \"" + std::string(name) + "\"";
    if (seen[index]) return where + std::string(name) + " comes a second time";
    seen[index] = true;
    const std::string_view number =
        gap == std::string_view::npos ? std::string_view{} : trimmed(entry.substr(gap));
    if (!read_number(number, weights.value[index]) ||
        !(weights.value[index] > -1e6 && weights.value[index] < 1e6))
      return where + "\"" + std::string(number) + "\" is no number between -1e6 and 1e6";
  }
  for (std::size_t i = 0; i < kWeights; ++i)
    if (!seen[i]) return weight_name(i) + " is missing";
  return weights;
}

std::string write_weights(const Weights& weights) {
  std::string out;
  for (std::size_t i = 0; i < kWeights; ++i) {
    char number[64];
    std::snprintf(number, sizeof number, "%.4f", weights.value[i]);
    out += weight_name(i) + " " + number + "\n";
  }
  return out;
}

const Weights& default_weights() {
  static const Weights weights = [] {
    for (const EmbeddedFile& file : embedded_bot_files()) {
      if (file.name != "evaluation") continue;
      auto parsed = parse_weights(file.text);
      if (const auto* good = std::get_if<Weights>(&parsed)) return *good;
      std::fprintf(stderr, "data/bots/evaluation.txt: %s\n", std::get<1>(parsed).c_str());
    }
    std::abort();  // our own data is part of the program
  }();
  return weights;
}

}  // namespace bastide
