// The versions of the rules. A record and a stored table say under which one they were played; a
// program plays every version that any program has written (docs/wire.md §3). Whoever changes what
// a game means to those who read it adds a line here, and what the older versions did stays to be
// had by asking Rules::version; a new set, or an option that was not there before, needs no line.
#pragma once

#include <array>
#include <string_view>

namespace bastide {

struct RulesVersion {
  int number;
  std::string_view change;  // against the version before
};

inline constexpr std::array kRulesVersions{
    // Records of that time name no version; stored tables that name none are of it.
    RulesVersion{1, "The base game, the River, the Abbot and eight more sets."},
    // Both orders have the same answers and give the same points (the supplies that are shown while
    // the market is asked differ), so games of version 1 are replayed in the new order, too.
    RulesVersion{2,
                 "At the end lords and ladies go home before the market's meeples go to fields "
                 "(interactions §5.11)."},
};
inline constexpr int kRulesVersion = kRulesVersions.back().number;

constexpr bool rules_versions_count_up() {
  for (std::size_t i = 0; i < kRulesVersions.size(); ++i)
    if (kRulesVersions[i].number != static_cast<int>(i) + 1) return false;
  return true;
}
static_assert(rules_versions_count_up());

}  // namespace bastide
