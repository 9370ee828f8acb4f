// How modules are put together: in whatever order, the games are the same; what a module may bring.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/game/modules.h"
#include "engine/game/turn_order.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "tests/effort.h"
#include "tests/setups.h"

namespace bastide {
namespace {

RulesPtr rules_with(const Setup& setup, std::span<const ModuleDef> modules) {
  auto compiled = compile(setup, modules);
  if (const auto* error = std::get_if<SetupError>(&compiled)) {
    ADD_FAILURE() << error->reason;
    return nullptr;
  }
  return std::get<RulesPtr>(compiled);
}

class EventLines final : public EventSink {
 public:
  explicit EventLines(const Rules& rules) : rules_(rules) {}
  void add(const GameState& s, const Event& event) override {
    lines.push_back(line_of(event_to_json(rules_, s, event)));
  }
  std::vector<std::string> lines;

 private:
  const Rules& rules_;
};

// The answers in an order of their own, since a list may follow the order of modules.
struct Answers {
  std::vector<Action> actions;
  std::vector<std::string> lines;

  Answers(const Rules& rules, const GameState& s) {
    legal(rules, s, actions);
    std::vector<std::pair<std::string, Action>> named;
    for (const Action& action : actions)
      named.emplace_back(line_of(action_to_json(rules, s, action)), action);
    std::ranges::sort(named, {}, &std::pair<std::string, Action>::first);
    for (std::size_t i = 0; i < named.size(); ++i) {
      lines.push_back(named[i].first);
      actions[i] = named[i].second;
    }
  }
};

std::string state_text(const Rules& rules, const GameState& s) {
  Json json = state_to_json(rules, s);
  std::vector<std::string> members;
  for (const auto& [name, value] : json.items()) members.push_back(name + " " + line_of(value));
  std::ranges::sort(members);  // members of modules come in the order of modules
  std::string text;
  for (const std::string& member : members) text += member + "\n";
  return text;
}

// Plays both at once, the same answers, until the end or a difference.
void expect_the_same_game(const Rules& a, const Rules& b, std::uint64_t seed) {
  EventLines told_a(a), told_b(b);
  GameState s = initial_state(a, &told_a), t = initial_state(b, &told_b);
  Rng rng(seed);
  for (int move = 0; !is_over(s); ++move) {
    const Answers answers(a, s), others(b, t);
    ASSERT_EQ(answers.lines, others.lines) << "before move " << move;
    const std::size_t n = rng.below(static_cast<std::uint32_t>(answers.actions.size()));
    apply_assume_legal(a, s, answers.actions[n], &told_a);
    apply_assume_legal(b, t, others.actions[n], &told_b);
    ASSERT_EQ(told_a.lines, told_b.lines) << "after " << answers.lines[n];
    ASSERT_EQ(state_hash(a, s), state_hash(b, t)) << "after " << answers.lines[n];
    if (move % 16 == 0) {
      ASSERT_EQ(state_text(a, s), state_text(b, t));
    }
    told_a.lines.clear();
    told_b.lines.clear();
  }
  EXPECT_TRUE(is_over(t));
  EXPECT_EQ(state_text(a, s), state_text(b, t));
}

TEST(Modules, TheOrderOfInstallationChangesNoGame) {
  const std::vector<std::vector<std::string>> mixtures{
      {"base", "river", "river2", "abbot", "princess_dragon", "king_robber", "cult",
       "bridges_castles_bazaars"},
      {"base", "count", "abbot", "princess_dragon", "king_robber", "cult",
       "bridges_castles_bazaars"},
      {"base", "count", "abbot", "princess_dragon", "king_robber", "cult", "castles_bridges"},
      {"base", "wheel", "abbot", "princess_dragon", "king_robber", "cult",
       "bridges_castles_bazaars"},
      {"base", "traders_builders", "river2", "abbot", "princess_dragon", "king_robber", "cult",
       "bridges_castles_bazaars"},
      {"base", "traders_builders", "count", "abbot", "princess_dragon", "castles_bridges"}};
  std::uint64_t seed = 41;
  const int orders = test_effort() == "small" ? 1 : 3;
  for (const auto& sets : mixtures) {
    const auto setup = setup_of(sets, 3);
    const RulesPtr plain = rules_of(setup);
    ASSERT_NE(plain, nullptr);
    std::vector<ModuleDef> modules(all_modules().begin(), all_modules().end());
    for (int order = 0; order < orders; ++order, ++seed) {
      if (order == 0) {
        std::ranges::reverse(modules);
      } else {
        Rng rng(seed);
        for (std::size_t i = modules.size(); i > 1; --i)
          std::swap(modules[i - 1], modules[rng.below(static_cast<std::uint32_t>(i))]);
      }
      const RulesPtr shuffled = rules_with(setup, modules);
      ASSERT_NE(shuffled, nullptr);
      SCOPED_TRACE(sets.back() + ", order " + std::to_string(order));
      expect_the_same_game(*plain, *shuffled, seed);
      if (HasFatalFailure()) return;
    }
  }
}

// --- a module made for these tests, in the place of the cult ------------------------------------

struct ToyState {
  std::uint32_t seen;
};

std::uint32_t toy_bytes(const Setup& setup) {
  std::uint32_t copies = 0;
  for (const SetChoice& choice : setup.sets)
    if (choice.name == "cult") copies = static_cast<std::uint32_t>(choice.copies);
  return copies * sizeof(ToyState);
}

std::optional<SetupError> install_toy(Rules& rules, const Setup&) {
  const TileDef* abbey = catalogue().find_tile("abbey_mayor/AM-abbey");
  TileInPlay handed_out;
  handed_out.def = abbey;
  handed_out.copies = static_cast<std::uint16_t>(rules.player_count());
  handed_out.stack = kHandedOut;
  rules.tiles.push_back(handed_out);
  return std::nullopt;
}

RulesPtr toy_rules(int copies) {
  Setup setup = setup_of({"base", "cult"}, 2);
  setup.sets[1].copies = copies;
  std::vector<ModuleDef> modules(all_modules().begin(), all_modules().end());
  for (ModuleDef& module : modules)
    if (module.id == ModuleId::cult)
      module.rules = {.install = install_toy, .state_bytes = toy_bytes};
  return rules_with(setup, modules);
}

TEST(Modules, AModulesStateMayFollowFromTheSetup) {
  EXPECT_EQ(toy_rules(1)->layout.module_bytes, 8u);
  EXPECT_EQ(toy_rules(5)->layout.module_bytes, 24u);
}

TEST(Modules, TilesThatAreHandedOutAreNeverDrawn) {
  const RulesPtr rules = toy_rules(1);
  ASSERT_NE(rules, nullptr);
  const auto abbey = static_cast<TileType>(rules->tiles.size() - 1);
  ASSERT_EQ(rules->tiles[abbey].def->id, "AM-abbey");
  EXPECT_EQ(rules->stocked_types(), rules->tiles.size() - 1);
  GameState s = initial_state(*rules);
  EXPECT_EQ(s.stock[abbey], 0);
  EXPECT_EQ(check(*rules, s), "");
  std::vector<Action> draws;
  legal(*rules, s, draws);
  EXPECT_TRUE(std::ranges::none_of(draws, [&](const Action& a) { return a.tile == abbey; }));
  // But they can be laid, and there is room for all of them.
  EXPECT_EQ(rules->layout.max_tiles, 72 + 5 + 2);
  ASSERT_TRUE(imagine_drawn(*rules, s, 0, abbey));
  std::vector<Action> places;
  legal(*rules, s, places);
  EXPECT_FALSE(places.empty());
}

TEST(Modules, WhatTwoOfThemBringAloneIsRefused) {
  EXPECT_EQ(
      refusal_of(setup_of({"base", "bridges_castles_bazaars", "castles_bridges"}, 2)),
      "The sets \"bridges_castles_bazaars\" and \"castles_bridges\" cannot be played together: "
      "both have bridges and castles, with different rules.");
  EXPECT_EQ(
      refusal_of(setup_of({"base", "river", "wheel"}, 2)),
      "The sets \"river\" and \"wheel\" cannot be played together: the map begins with a river "
      "or with the wheel.");
  EXPECT_EQ(refusal_of(setup_of({"base", "count", "river2"}, 2)),
            "The sets \"river2\" and \"count\" cannot be played together: the map begins with a "
            "river or with the boards of Carcassonne.");
}

}  // namespace
}  // namespace bastide
