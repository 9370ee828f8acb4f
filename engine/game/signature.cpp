#include "engine/game/signature.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>

namespace bastide {
namespace {

// Every set whose rules exist and that may be combined with the others; of two that exclude each
// other the first counts.
std::vector<SetChoice> everything() {
  std::vector<SetChoice> sets;
  for (const SetInfo& info : set_infos()) {
    if (!info.available) continue;
    Setup setup;
    setup.sets = sets;
    setup.sets.push_back({std::string(info.name), 1});
    setup.players = {{"a"}, {"b"}};
    if (std::holds_alternative<RulesPtr>(compile(setup))) sets = setup.sets;
  }
  return sets;
}

}  // namespace

RulesPtr rules_for(const std::vector<SetChoice>& sets, int players) {
  Setup setup;
  setup.sets = sets;
  for (int i = 0; i < players; ++i) setup.players.push_back({"Player " + std::to_string(i + 1)});
  auto result = compile(setup);
  if (auto* error = std::get_if<SetupError>(&result)) {
    std::fprintf(stderr, "signature: %s\n", error->reason.c_str());
    std::abort();  // which sets go together is known
  }
  return std::get<RulesPtr>(result);
}

const std::vector<Mixture>& mixtures() {
  static const std::vector<Mixture> all{
      {"base", {{"base", 1}}},
      {"two base sets", {{"base", 2}}},
      {"river, abbot", {{"base", 1}, {"river", 1}, {"abbot", 1}}},
      {"princess & dragon", {{"base", 1}, {"princess_dragon", 1}}},
      {"bridges, castles & bazaars", {{"base", 1}, {"bridges_castles_bazaars", 1}}},
      {"wheel", {{"wheel", 1}}},
      {"base with the wheel", {{"base", 1}, {"wheel", 1}, {"abbot", 1}}},
      {"inns, traders & hills",
       {{"base", 1}, {"inns_cathedrals", 1}, {"traders_builders", 1}, {"hills_sheep", 1}}},
      {"everything", everything()},
  };
  return all;
}

std::uint64_t signature() {
  std::uint64_t sum = 0;
  for (const Mixture& mixture : mixtures())
    for (int players = 2; players <= 5; ++players) {
      const RulesPtr rules = rules_for(mixture.sets, players);
      for (std::uint64_t game = 0; game < 15; ++game) {
        Rng rng = Rng::stream(42, game);
        GameState s = initial_state(*rules);
        while (!is_over(s)) {
          random_step(*rules, s, rng);
          sum = sum * 0x9E3779B97F4A7C15ull + state_hash(*rules, s);
        }
      }
    }
  return sum;
}

}  // namespace bastide
