// Texts of the wire are written straight; as trees of JSON they would be the same, byte for byte.
#include <gtest/gtest.h>

#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/notation/json_event.h"
#include "tests/effort.h"
#include "tests/setups.h"
#include "tests/text_games.h"
#include "tests/tree_texts.h"

namespace bastide {
namespace {

class TreeEvents final : public EventSink {
 public:
  TreeEvents(const Rules& rules, SeatBits cannot_win) : rules_(rules), cannot_win_(cannot_win) {}
  void add(const GameState& s, const Event& event) override {
    events.push_back(tree::event(rules_, s, event, cannot_win_));
  }
  Json events = Json::array();

 private:
  const Rules& rules_;
  SeatBits cannot_win_;
};

std::string written_state(const Rules& rules, const GameState& s, const StateParts& parts) {
  return text_of([&](JsonWriter& out) { write_state(rules, s, parts, "", out); });
}

std::string written_features(const Rules& rules, const GameState& s) {
  const FeatureWriter features(rules, s, true);
  JsonWriter out;
  out.open_list("");
  for (FeatureId id = 0; id < s.core->features; ++id) features.write(id, out);
  out.close();
  return out.take();
}

void compare_position(const Rules& rules, const GameState& s) {
  const StateParts all{.cannot_win = 1}, few{false, false, false, 2};
  ASSERT_EQ(written_state(rules, s, all), line_of(tree::state(rules, s, all)));
  ASSERT_EQ(written_state(rules, s, few), line_of(tree::state(rules, s, few)));
  ASSERT_EQ(written_features(rules, s), line_of(tree::features(rules, s, true)));
  ASSERT_EQ(text_of([&](JsonWriter& out) { write_legal(rules, s, "", out); }),
            line_of(tree::legal(rules, s)));
  ASSERT_EQ(text_of([&](JsonWriter& out) { write_scores(rules, s, "", out); }),
            line_of(tree::scores(rules, s)));
  ASSERT_EQ(supplies_to_json(rules, s), tree::supplies(rules, s));
  for (const SeatBits cannot_win : {0u, 1u, 2u, 7u})
    ASSERT_EQ(winners_to_json(rules, s, cannot_win), tree::winners(rules, s, cannot_win));
}

class WrittenTexts : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrittenTexts, AreWhatTreesOfJsonGive) {
  const RulesPtr rules = rules_of(GetParam(), 3);
  Rng rng(18);
  const int every = test_effort() == "large" ? 1 : 7;
  GameState s = initial_state(*rules);
  for (int n = 0; !is_over(s); ++n) {
    if (n % every == 0) compare_position(*rules, s);
    GameState other = s;
    TreeEvents trees(*rules, 2);
    JsonEvents texts(*rules, 2);
    const Action action = random_action(*rules, s, rng);
    ASSERT_EQ(
        text_of([&](JsonWriter& out) { write_action(name_action(*rules, s, action), "", out); }),
        line_of(tree::answer(name_action(*rules, s, action))));
    apply_assume_legal(*rules, s, action, &texts);
    apply_assume_legal(*rules, other, action, &trees);
    ASSERT_EQ(texts.take_text(), line_of(trees.events));
    if (HasFatalFailure()) return;
  }
  compare_position(*rules, s);
}

INSTANTIATE_TEST_SUITE_P(Games, WrittenTexts, testing::ValuesIn(text_games()));

TEST(WrittenTextsSets, EverySetThatCanBePlayedIsAmongTheGames) {
  for (const SetInfo& set : set_infos()) {
    bool met = !set.available;
    for (const auto& game : text_games())
      for (const std::string& name : game) met = met || name == set.name;
    EXPECT_TRUE(met) << set.name;
  }
}

TEST(WrittenTextsSets, SeveralCopiesOfASetAreOneTileForEachId) {
  auto setup = setup_of({"base", "inns_cathedrals", "river"}, 2);
  setup.sets[0].copies = 3;
  const RulesPtr rules = rules_of(setup);
  Rng rng(3);
  GameState s = initial_state(*rules);
  for (int n = 0; !is_over(s); ++n) {
    if (n % 40 == 0) compare_position(*rules, s);
    apply_assume_legal(*rules, s, random_action(*rules, s, rng));
  }
  compare_position(*rules, s);
}

TEST(WrittenTextsSets, NamesOfPlayersAreEscapedAsTreesEscapeThem) {
  auto setup = setup_of({"base"}, 2);
  setup.players[0].name = "Zo\xC3\xAB \"the\\ fox\"";
  setup.players[1].name = "\xE2\x82\xAC \x7F/";
  const RulesPtr rules = rules_of(setup);
  compare_position(*rules, initial_state(*rules));
}

TEST(JsonWriter, WritesMembersWithoutAnObjectAroundThem) {
  JsonWriter out;
  out.number("a", -12);
  out.open_object("b");
  out.close();
  out.open_list("c");
  out.flag("", true);
  out.nothing("");
  out.cell("", 3, -4);
  out.open_list("");
  out.close();
  out.close();
  out.raw("d", "{\"e\":1}");
  out.text("f", "tab\t");
  EXPECT_EQ(out.take(), R"("a":-12,"b":{},"c":[true,null,[3,-4],[]],"d":{"e":1},"f":"tab\t")");
  EXPECT_EQ(out.written(), "");
}

}  // namespace
}  // namespace bastide
