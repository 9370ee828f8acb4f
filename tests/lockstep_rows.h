// What the lock-step test plays.
#pragma once

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace bastide {

struct Combination {
  std::string name;
  std::string sets;     // as on the wire, "base:2 river"
  std::string options;  // "fields=false princess=must"
  int share;            // of the games, in thousandths
};

// Each of these with each of the sets that it can meet.
inline void add_pairs(const std::string& set, const std::string& options,
                      std::vector<Combination>& all) {
  for (const char* other : {"river", "river2", "abbot", "wheel", "princess_dragon", "count",
                            "king_robber", "cult", "bridges_castles_bazaars", "castles_bridges"})
    all.push_back({set + "_and_" + other, "base " + set + " " + other, "", 10});
  all.push_back({set + "_twice", "base " + set + ":2", "", 10});
  all.push_back({set + "_without_fields", "base " + set, "fields=false", 10});
  if (!options.empty()) all.push_back({set + "_options", "base " + set, options, 10});
}

// Every set, every pair and all that may be mixed; every option. A new set adds its rows here.
// All player counts take turns in every row.
inline std::vector<Combination> written_combinations() {
  return {
      {"base", "base", "", 250},
      {"base_without_fields", "base", "fields=false", 30},
      {"base_twice", "base:2", "", 20},
      {"base_three_times", "base:3", "", 10},
      {"abbot", "base abbot", "", 40},
      {"river", "base river", "", 30},
      {"river_twice", "base river:2", "", 20},
      {"river_immediate_turns_only", "base river", "river_turns=immediate_only", 40},
      {"river_spring_divides", "base river", "spring_divides=true", 40},
      {"wheel", "wheel", "", 60},
      {"wheel_twice", "wheel:2", "", 10},
      {"wheel_and_base", "base wheel", "", 20},
      {"princess_dragon", "base princess_dragon", "", 60},
      {"princess_dragon_twice", "base princess_dragon:2", "", 20},
      {"princess_must", "base princess_dragon", "princess=must", 30},
      {"portal_not_to_completed", "base princess_dragon", "portal_just_completed=false", 30},
      {"fairy_final_all", "base princess_dragon", "fairy_final=all", 30},
      {"fairy_on_tile", "base princess_dragon", "fairy_placement=tile", 40},
      {"dragon_after_scoring", "base princess_dragon", "dragon_move=after_scoring", 30},
      {"dragon_without_fields", "base princess_dragon", "fields=false fairy_final=all", 20},
      {"river_and_abbot", "base river abbot", "", 30},
      {"river_and_dragon", "base river princess_dragon", "", 20},
      {"abbot_and_dragon", "base abbot princess_dragon", "", 40},
      {"abbot_and_wheel", "wheel abbot", "", 40},
      {"wheel_and_dragon", "wheel princess_dragon", "", 40},
      {"wheel_abbot_dragon", "wheel abbot princess_dragon",
       "princess=must portal_just_completed=false dragon_move=after_scoring", 20},
      {"all_with_river", "base river abbot princess_dragon", "", 30},
      {"all_with_river_and_every_option", "base river abbot princess_dragon",
       "fields=false river_turns=immediate_only spring_divides=true princess=must "
       "portal_just_completed=false fairy_final=all fairy_placement=tile dragon_move=after_scoring",
       20},
      {"bridges_castles_bazaars", "base bridges_castles_bazaars", "", 80},
      {"bridges_twice", "base bridges_castles_bazaars:2", "", 20},
      {"bridges_forced", "base bridges_castles_bazaars", "bridge_forced=must fields=false", 20},
      {"bazaar_without_bids", "base bridges_castles_bazaars", "bazaar_auction=false", 30},
      {"bridges_and_wheel", "wheel bridges_castles_bazaars", "", 20},
      {"bridges_and_river", "base river bridges_castles_bazaars", "", 20},
      {"bridges_and_abbot", "base abbot bridges_castles_bazaars", "", 20},
      {"bridges_and_dragon", "base princess_dragon bridges_castles_bazaars", "", 40},
      {"bridges_and_dragon_options", "base abbot princess_dragon bridges_castles_bazaars",
       "fairy_placement=tile fairy_final=all dragon_move=after_scoring bazaar_auction=false", 30},
      {"bridges_with_river_and_all", "base river abbot princess_dragon bridges_castles_bazaars",
       "spring_divides=true", 20},
      {"bridges_with_wheel_and_all", "base wheel abbot princess_dragon bridges_castles_bazaars",
       "castle_tied=first_clockwise", 20},
      {"all_with_wheel", "base abbot wheel princess_dragon", "", 20},
      {"all_with_wheel_and_every_option", "base abbot wheel princess_dragon",
       "princess=must portal_just_completed=false fairy_final=all fairy_placement=tile "
       "dragon_move=after_scoring",
       20},
      {"king_robber", "base king_robber", "", 40},
      {"king_robber_wheel", "wheel king_robber", "", 20},
      {"cult", "base cult", "", 40},
      {"cult_abbot", "base:2 cult:3 abbot king_robber:2", "", 40},
      {"cult_wheel", "base wheel abbot cult:3", "", 20},
      {"cult_dragon", "base cult:2 abbot princess_dragon", "", 20},
      {"river2", "base river2", "", 30},
      {"river2_twice", "base river2:2", "", 20},
      {"river2_immediate", "base river2 abbot", "river_turns=immediate_only", 30},
      {"river2_divides", "base river2", "spring_divides=true", 20},
      {"river2_dragon", "base river2 princess_dragon", "", 40},
      {"rivers", "base river river2", "", 30},
      {"rivers_dragon", "base river river2 abbot princess_dragon king_robber cult",
       "river_turns=immediate_only spring_divides=true", 20},
      {"count", "base count", "", 80},
      {"count_plain", "base count king_robber", "start=count_plain", 20},
      {"count_abbot", "base abbot count", "", 60},
      {"count_single", "base abbot count cult", "count_pass=single", 40},
      {"count_empty", "base count", "count_empty_feature=false", 30},
      {"count_without_fields", "base count", "fields=false", 10},
      {"count_king_cult", "base abbot count king_robber cult", "", 60},
      {"count_dragon", "base count princess_dragon", "princess_blocks_count=true", 40},
      {"count_dragon_closed", "base count princess_dragon",
       "carcassonne_outer=closed fairy_placement=tile", 30},
      {"all_with_count", "base abbot count king_robber cult:2 princess_dragon", "", 60},
      {"all_with_count_and_every_option", "base abbot count king_robber cult:2 princess_dragon",
       "count_pass=single count_empty_feature=false carcassonne_outer=closed "
       "princess_blocks_count=true dragon_move=after_scoring fairy_final=all",
       30},
      {"king_robber_and_bazaars", "base king_robber bridges_castles_bazaars", "", 20},
      {"cult_and_bazaars", "base cult:2 abbot bridges_castles_bazaars", "", 20},
      {"count_and_bazaars", "base count bridges_castles_bazaars", "", 40},
      {"count_and_bazaars_single", "base count king_robber bridges_castles_bazaars",
       "count_pass=single castle_tied=first_clockwise", 20},
      {"all_with_count_and_bazaars",
       "base abbot count king_robber cult princess_dragon bridges_castles_bazaars", "", 20},
      {"everything_with_rivers",
       "base river river2 abbot princess_dragon king_robber cult bridges_castles_bazaars", "", 20},
      {"everything_with_the_wheel",
       "base wheel abbot princess_dragon king_robber cult bridges_castles_bazaars", "", 20},
      {"castles_bridges", "base castles_bridges", "", 60},
      {"castles_bridges_four_times", "base castles_bridges:4", "", 20},
      {"castles_bridges_tile_counts", "base castles_bridges", "bridge_tile_counts=true", 10},
      {"castles_bridges_without_fields", "base castles_bridges", "fields=false", 10},
      {"castles_bridges_river_abbot", "base castles_bridges river abbot", "", 20},
      {"castles_bridges_dragon", "base castles_bridges princess_dragon", "", 30},
      {"castles_bridges_dragon_options", "base castles_bridges princess_dragon abbot",
       "princess=must fairy_placement=tile dragon_move=after_scoring fairy_final=all", 20},
      {"castles_bridges_wheel", "wheel castles_bridges abbot", "", 20},
      {"castles_bridges_all_with_river", "base castles_bridges river abbot princess_dragon", "",
       10},
      {"castles_bridges_count", "base abbot count king_robber cult castles_bridges", "", 30},
      {"castles_bridges_all_with_count",
       "base abbot count king_robber cult princess_dragon castles_bridges",
       "count_pass=single count_empty_feature=false bridge_tile_counts=true", 20},
      {"castles_bridges_rivers",
       "base river river2 abbot princess_dragon king_robber cult castles_bridges", "", 20},
      {"castles_bridges_all_with_wheel",
       "base castles_bridges wheel abbot princess_dragon king_robber cult", "", 20},
      {"inns_cathedrals", "base inns_cathedrals", "", 60},
      {"traders_builders", "base traders_builders", "", 60},
      {"hills_sheep", "base hills_sheep", "", 60},
      {"inns_and_traders", "base inns_cathedrals traders_builders", "", 10},
      {"inns_and_hills", "base inns_cathedrals hills_sheep", "hill_ties=count", 10},
      {"traders_and_hills", "base traders_builders hills_sheep", "double_turn=may", 10},
      {"the_three", "base inns_cathedrals traders_builders hills_sheep", "", 40},
      {"the_three_dragon",
       "base abbot princess_dragon inns_cathedrals traders_builders hills_sheep",
       "fairy_final=all fairy_placement=tile", 20},
      {"the_three_rivers", "base river river2 inns_cathedrals traders_builders hills_sheep",
       "double_turn=may", 20},
      {"the_three_wheel", "wheel abbot inns_cathedrals traders_builders hills_sheep", "", 20},
      {"the_three_count", "base abbot count inns_cathedrals traders_builders hills_sheep",
       "count_pass=single", 20},
      {"the_three_bazaars",
       "base bridges_castles_bazaars inns_cathedrals traders_builders hills_sheep",
       "double_turn=may bazaar_auction=false", 20},
      {"the_three_castles",
       "base abbot castles_bridges inns_cathedrals traders_builders hills_sheep",
       "bridge_tile_counts=true", 20},
      {"the_three_and_all_with_rivers",
       "base river river2 abbot princess_dragon king_robber cult bridges_castles_bazaars "
       "inns_cathedrals traders_builders hills_sheep",
       "", 20},
      {"the_three_and_all_with_wheel",
       "base wheel abbot princess_dragon king_robber cult bridges_castles_bazaars "
       "inns_cathedrals traders_builders hills_sheep",
       "", 20},
      {"the_three_and_all_with_count",
       "base abbot count princess_dragon king_robber cult bridges_castles_bazaars "
       "inns_cathedrals traders_builders hills_sheep",
       "castle_tied=first_clockwise", 20},
      {"the_three_and_all_with_castles",
       "base abbot count princess_dragon king_robber cult castles_bridges "
       "inns_cathedrals traders_builders hills_sheep",
       "dragon_move=after_scoring", 20},
      {"tower", "base tower", "", 60},
      {"circus", "base circus", "", 60},
      {"tower_and_circus", "base tower circus", "", 40},
      {"tower_circus_twice", "base tower:2 circus:2", "circus_meeples=true", 20},
      {"tower_circus_dragon", "base abbot princess_dragon tower circus", "", 40},
      {"tower_circus_dragon_options", "base abbot princess_dragon tower circus",
       "fairy_placement=tile fairy_final=all dragon_move=after_scoring princess=must", 30},
      {"tower_circus_fairy_at_the_end", "base princess_dragon tower circus", "fairy_final=all", 20},
      {"tower_circus_rivers", "base river river2 princess_dragon tower circus", "", 20},
      {"tower_circus_wheel", "wheel abbot inns_cathedrals tower circus", "", 30},
      {"tower_circus_count", "base abbot count inns_cathedrals tower circus", "", 40},
      {"tower_circus_count_single", "base count princess_dragon tower circus",
       "count_pass=single count_empty_feature=false carcassonne_outer=closed "
       "princess_blocks_count=true",
       20},
      {"tower_circus_bazaars", "base bridges_castles_bazaars traders_builders tower circus",
       "bazaar_auction=false", 40},
      {"tower_circus_bazaars_with_bids", "base bridges_castles_bazaars tower circus", "", 20},
      {"tower_circus_castles", "base castles_bridges inns_cathedrals tower circus", "", 30},
      {"tower_circus_traders_hills", "base traders_builders hills_sheep tower circus",
       "double_turn=may hill_ties=count", 20},
      {"tower_circus_cult", "base abbot cult:2 king_robber tower circus", "", 20},
      {"tower_and_abbey", "base tower abbey_mayor", "", 20},
      {"circus_and_abbey", "base circus abbey_mayor", "", 20},
      {"tower_circus_abbey", "base inns_cathedrals tower circus abbey_mayor", "", 20},
      {"tower_circus_abbey_dragon",
       "base abbot princess_dragon traders_builders tower circus abbey_mayor", "fairy_final=all",
       20},
      {"tower_circus_abbey_count", "base abbot count cult:2 tower circus abbey_mayor",
       "wagon_move=linked", 20},
      {"tower_circus_abbey_bazaars",
       "base bridges_castles_bazaars king_robber hills_sheep tower circus abbey_mayor", "", 20},
      {"tower_circus_abbey_castles", "base castles_bridges tower circus abbey_mayor", "", 20},
      {"tower_circus_abbey_all_with_rivers",
       "base river river2 abbot princess_dragon king_robber cult bridges_castles_bazaars "
       "inns_cathedrals traders_builders hills_sheep tower circus abbey_mayor",
       "", 10},
      {"tower_circus_abbey_all_with_wheel",
       "base wheel abbot princess_dragon king_robber cult castles_bridges "
       "inns_cathedrals traders_builders hills_sheep tower circus abbey_mayor",
       "", 10},
      {"tower_circus_abbey_all_with_count",
       "base abbot count princess_dragon king_robber cult bridges_castles_bazaars "
       "inns_cathedrals traders_builders hills_sheep tower circus abbey_mayor",
       "dragon_move=after_scoring", 10},
      {"abbey_mayor", "base abbey_mayor", "", 60},
      {"abbey_linked", "base abbey_mayor", "wagon_move=linked", 20},
      {"abbey_barns_on_barns", "base:2 abbey_mayor:3", "barn_on_barn=true", 20},
      {"abbey_and_inns", "base abbey_mayor inns_cathedrals", "", 10},
      {"abbey_and_traders", "base abbey_mayor traders_builders", "", 20},
      {"abbey_and_traders_may", "base abbey_mayor traders_builders", "double_turn=may", 10},
      {"abbey_and_hills", "base abbey_mayor hills_sheep", "", 20},
      {"abbey_with_rivers", "base river river2 abbot abbey_mayor traders_builders hills_sheep",
       "river_turns=immediate_only spring_divides=true barn_on_barn=true", 10},
      {"abbey_with_dragon_options", "base abbot princess_dragon abbey_mayor inns_cathedrals",
       "fairy_final=all fairy_placement=tile dragon_move=after_scoring wagon_move=linked", 10},
      {"abbey_with_cults", "base:2 abbot king_robber cult:3 abbey_mayor", "", 20},
      {"abbey_with_count_single", "base abbot count abbey_mayor inns_cathedrals hills_sheep",
       "count_pass=single", 10},
      {"abbey_with_count_empty", "base count abbey_mayor traders_builders",
       "count_empty_feature=false barn_on_barn=true", 20},
  };
}

inline const std::vector<Combination>& combinations() {
  static const std::vector<Combination> all = [] {
    std::vector<Combination> rows = written_combinations();
    add_pairs("inns_cathedrals", "large_meeple=false", rows);
    add_pairs("traders_builders", "double_turn=may pigs=false", rows);
    add_pairs("hills_sheep", "hill_ties=count", rows);
    add_pairs("tower", "", rows);
    add_pairs("circus", "circus_meeples=true", rows);
    for (const char* set : {"tower", "circus"})
      for (const char* other : {"inns_cathedrals", "traders_builders", "hills_sheep"})
        rows.push_back(
            {std::string(set) + "_and_" + other, std::string("base ") + set + " " + other, "", 10});
    add_pairs("abbey_mayor", "wagon_move=linked barn_on_barn=true abbey_round=false", rows);
    return rows;
  }();
  return all;
}

// --- random mixtures ---

struct MixedOption {
  const char* name;
  const char* value;  // not the default
  const char* set;    // that it belongs to
};

inline const std::vector<MixedOption>& mixed_options() {
  static const std::vector<MixedOption> all = {
      {"fields", "false", "base"},
      {"river_turns", "immediate_only", "river"},
      {"spring_divides", "true", "river2"},
      {"princess", "must", "princess_dragon"},
      {"portal_just_completed", "false", "princess_dragon"},
      {"fairy_final", "all", "princess_dragon"},
      {"fairy_placement", "tile", "princess_dragon"},
      {"dragon_move", "after_scoring", "princess_dragon"},
      {"count_pass", "single", "count"},
      {"count_empty_feature", "false", "count"},
      {"carcassonne_outer", "closed", "count"},
      {"bridge_forced", "must", "bridges_castles_bazaars"},
      {"castle_tied", "first_clockwise", "bridges_castles_bazaars"},
      {"bazaar_auction", "false", "bridges_castles_bazaars"},
      {"bridge_tile_counts", "true", "castles_bridges"},
      {"large_meeple", "false", "inns_cathedrals"},
      {"double_turn", "may", "traders_builders"},
      {"pigs", "false", "traders_builders"},
      {"hill_ties", "count", "hills_sheep"},
      {"circus_meeples", "true", "circus"},
      {"wagon_move", "linked", "abbey_mayor"},
      {"barn_on_barn", "true", "abbey_mayor"},
      {"abbey_round", "false", "abbey_mayor"},
  };
  return all;
}

// Any sets that may lie on one table, each as likely as not, and any of their options. `below(n)`
// gives a random number.
template <class Below>
Combination random_mixture(const Below& below) {
  static const char* const starts[] = {"", "river", "river2", "river river2", "wheel", "count"};
  static const char* const builders[] = {"", "bridges_castles_bazaars", "castles_bridges"};
  std::string sets = "base";
  const auto add = [&](const std::string& set) { sets += set.empty() ? "" : " " + set; };
  add(starts[below(6)]);
  add(builders[below(3)]);
  for (const char* set : {"abbot", "princess_dragon", "king_robber", "cult", "inns_cathedrals",
                          "traders_builders", "hills_sheep", "tower", "circus", "abbey_mayor"})
    if (below(2) == 0) add(set);
  const auto has = [&](const std::string& set) {
    return (" " + sets + " ").find(" " + set + " ") != std::string::npos;
  };
  std::string options;
  for (const MixedOption& option : mixed_options()) {
    if (!has(option.set) || below(4) != 0) continue;
    if (option.name == std::string("fields") && has("wheel")) continue;  // it needs them
    options += std::string(options.empty() ? "" : " ") + option.name + "=" + option.value;
  }
  return {"mixture", sets, options, 0};
}

// "a:2 b" or "a=x b=y" in pairs; what stands after no sign is "1".
inline std::vector<std::pair<std::string, std::string>> pairs_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    const auto sign = word.find_first_of(":=");
    pairs.emplace_back(word.substr(0, sign),
                       sign == std::string::npos ? "1" : word.substr(sign + 1));
  }
  return pairs;
}

}  // namespace bastide
