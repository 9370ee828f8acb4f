// The options of wire.md §3, default first.
#include <array>

#include "engine/game/setup.h"

namespace bastide {
namespace {

OptionInfo flag(std::string_view name, std::string_view sets, bool default_value,
                bool RuleOptions::* field, std::string_view ledger, std::string_view meaning) {
  const auto first = default_value ? std::string_view("true") : std::string_view("false");
  const auto second = default_value ? std::string_view("false") : std::string_view("true");
  return {name, sets, {first, second}, true, ledger, meaning, field, !default_value};
}

OptionInfo words(std::string_view name, std::string_view sets, std::string_view first,
                 std::string_view second, bool RuleOptions::* field, std::string_view ledger,
                 std::string_view meaning) {
  return {name, sets, {first, second}, false, ledger, meaning, field, true};
}

}  // namespace

std::span<const OptionInfo> option_infos() {
  using O = RuleOptions;
  static const std::array infos{
      flag("fields", "base", true, &O::fields, "D-6", "Farmers may be placed and fields score."),
      words("river_turns", "river,river2", "alternate", "immediate_only",
            &O::river_turns_immediate_only, "D-R1, Q-CKC-1",
            "Successive bends must alternate, or only a U-turn at once is barred."),
      flag("spring_divides", "river,river2", false, &O::spring_divides, "D-R4",
           "Spring and lake part the fields of the two banks."),
      words("princess", "princess_dragon", "may", "must", &O::princess_must, "Q-PD-15",
            "A knight may, or must, be sent away."),
      flag("portal_just_completed", "princess_dragon", true, &O::portal_just_completed, "Q-PD-10",
           "A portal reaches features that the portal tile itself completed."),
      words("fairy_final", "princess_dragon", "fields", "all", &O::fairy_final_all, "Q-PD-23",
            "At the end the fairy pays for fields, or for every feature scored."),
      words("fairy_placement", "princess_dragon", "meeple", "tile", &O::fairy_on_tile, "Q-PD-25",
            "The fairy stands beside one meeple, or on a tile."),
      words("dragon_move", "princess_dragon", "before_scoring", "after_scoring",
            &O::dragon_after_scoring, "Q-PD-26", "The dragon flies before or after scoring."),
      words("count_pass", "count", "per_feature", "single", &O::count_single_pass, "Q-CKC-12",
            "Meeples leave Carcassonne feature by feature, or in one pass."),
      flag("count_empty_feature", "count", true, &O::count_empty_feature, "Q-CKC-13",
           "Meeples of Carcassonne may move to a completed feature without meeples."),
      words("carcassonne_outer", "count", "tiles", "closed", &O::carcassonne_outer_closed,
            "Q-CKC-39",
            "The board's outer squares are tiles for dragon, portal and fairy, or closed to them."),
      flag("princess_blocks_count", "count+princess_dragon", false, &O::princess_blocks_count,
           "Q-X-3", "After the princess no meeple may be deployed to Carcassonne in that turn."),
      words("bridge_forced", "bridges_castles_bazaars", "may", "must", &O::bridge_forced, "Q-BCB-5",
            "A tile that fits only with a bridge may be refused, or must be placed."),
      words("castle_tied", "bridges_castles_bazaars", "none", "first_clockwise",
            &O::castle_tied_first_clockwise, "Q-BCB-12",
            "Who may build a castle when owners are tied."),
      flag("bazaar_auction", "bridges_castles_bazaars", true, &O::bazaar_auction,
           "BAZAAR-18, Q-BCB-39", "Bazaar tiles are auctioned, or taken in turn."),
      flag("bridge_tile_counts", "castles_bridges", false, &O::bridge_tile_counts, "Q-CB-1",
           "A bridge's tile counts as a road tile besides the bridge."),
  };
  return infos;
}

}  // namespace bastide
