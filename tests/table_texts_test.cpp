// What a table tells is what its position says, however little of it was written anew.
#include "server/table/table_texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_event.h"
#include "server/table/shared_rules.h"
#include "tests/effort.h"
#include "tests/inflated.h"
#include "tests/text_table.h"
#include "tests/tree_texts.h"

namespace bastide::server {
namespace {

std::string joined(const std::vector<PiecePtr>& row) {
  return MessageText("x").add(row).take()->joined();
}

Json read(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << text.substr(0, 200);
  json.erase("type");
  return json;
}
Json read(const std::vector<PiecePtr>& row) { return read(joined(row)); }
Json read(const PiecePtr& one) { return read(std::vector{one}); }

// Members in no order, lists in theirs.
using Unordered = nlohmann::json;
Unordered unordered(const Json& json) { return Unordered::parse(line_of(json)); }

// The history as the game gives it, played again.
Json history_of(const Game& game, SeatBits cannot_win) {
  Json history = Json::array();
  const Rules& rules = game.rules();
  std::optional<GameState> s;
  for (const Entry& entry : game.entries()) {
    GameState& now = s ? *s : s.emplace(initial_state(rules));
    Json one;
    one["seq"] = history.size();
    one["action"] = Json::parse(entry.action);
    auto named = action_from_json(one["action"]);
    const auto action = find_legal_action(rules, now, std::get<NamedAction>(named));
    JsonEvents events(rules, cannot_win);
    if (history.empty()) now = initial_state(rules, &events);
    apply_assume_legal(rules, now, std::get<Action>(action), &events);
    one["events"] = events.take();
    one["scores"] = tree::scores(rules, now);
    history.push_back(one);
  }
  return history;
}

Json expected_whole(const Table& table) {
  Json json;
  json["seq"] = table.game->seq();
  const RulesPtr rules = rules_of(table.game->setup());  // with names
  json["state"] = tree::state(*rules, table.game->state(), table.shown());
  json["history"] = history_of(*table.game, table.cannot_win());
  return json;
}

class TableTextsOf : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(TableTextsOf, SayWhatThePositionIs) {
  TextTable t(setup_of(GetParam(), 0));
  TableTexts kept, now_and_then;
  const RulesPtr named = rules_of(t.game().setup());
  const int every = test_effort() == "large" ? 3 : 29;
  for (int n = 0; !t.over(); ++n) {
    const std::int64_t first = t.game().seq();
    const GameState before = t.move();
    const Json update = read(kept.update(t.table, before, first, 0));
    StateParts parts = t.table.shown();
    parts.tiles = parts.features = false;
    ASSERT_EQ(line_of(update["state"]), line_of(tree::state(*named, t.game().state(), parts)));
    ASSERT_EQ(line_of(update["tiles"]),
              tree::changed_tiles(t.game().rules(), before, t.game().state()));
    ASSERT_EQ(update["entries"].size(), t.game().seq() - first);
    if (n % every != 0) continue;
    const Json whole = read(kept.whole(t.table, 0));
    ASSERT_EQ(unordered(whole), unordered(expected_whole(t.table)));
    ASSERT_EQ(joined(now_and_then.whole(t.table, 0)), joined(kept.whole(t.table, 0)));
    ASSERT_EQ(line_of(read(kept.features(t.table))["features"]),
              line_of(tree::features(t.game().rules(), t.game().state(), true)));
    ASSERT_EQ(line_of(read(kept.options(t.table))["options"]),
              line_of(tree::legal(t.game().rules(), t.game().state())));
    // The entries of updates and of the whole are the same texts.
    for (std::int64_t i = first; i < t.game().seq(); ++i)
      ASSERT_EQ(update["entries"][static_cast<std::size_t>(i - first)],
                whole["history"][static_cast<std::size_t>(i)]);
  }
  ASSERT_EQ(unordered(read(kept.whole(t.table, 0))), unordered(expected_whole(t.table)));
}

INSTANTIATE_TEST_SUITE_P(Games, TableTextsOf, testing::ValuesIn(text_games()));

TEST(TableTexts, AnUpdateBringsTheTilesThatChangedWhoeverWasToldBefore) {
  TextTable t(setup_of({"base", "tower", "hills_sheep"}, 0));
  TableTexts texts;
  for (int n = 0; !t.over(); ++n) {
    const std::int64_t first = t.game().seq();
    const GameState before = t.move();
    if (n % 3 != 0) continue;  // nobody was there
    ASSERT_EQ(line_of(read(texts.update(t.table, before, first, 0))["tiles"]),
              tree::changed_tiles(t.game().rules(), before, t.game().state()));
  }
}

TEST(TableTexts, TakingBackIsSeenWithoutBeingTold) {
  TextTable t(setup_of({"base", "inns_cathedrals", "tower"}, 0));
  TableTexts texts;
  Rng rng(4);
  for (int n = 0; n < 260 && !t.over(); ++n) {
    const std::int64_t first = t.game().seq();
    const GameState before = t.move();
    const Json update = read(texts.update(t.table, before, first, 0));
    ASSERT_EQ(line_of(update["tiles"]),
              tree::changed_tiles(t.game().rules(), before, t.game().state()));
    if (n % 13 != 12) continue;
    (void)texts.whole(t.table, 0);
    const auto back = static_cast<std::int64_t>(rng.next() % 70);
    t.table.take_back(std::max<std::int64_t>(1, t.game().seq() - back), 0);
    ASSERT_EQ(unordered(read(texts.whole(t.table, 0))), unordered(expected_whole(t.table))) << n;
  }
  t.table.take_back(1, 0);
  ASSERT_EQ(unordered(read(texts.whole(t.table, 0))), unordered(expected_whole(t.table)));
}

TEST(TableTexts, AnotherWayToTheSameNumberOfActionsIsAnotherPosition) {
  TextTable t(setup_of({"base", "inns_cathedrals"}, 0));
  TableTexts texts;
  for (int round = 0; round < 8; ++round) {
    for (int n = 0; n < 12; ++n) t.move();
    const std::int64_t seq = t.game().seq();
    (void)texts.whole(t.table, 0);
    (void)texts.features(t.table);
    (void)texts.options(t.table);
    t.table.take_back(seq - 9, 0);
    while (t.game().seq() < seq) t.move();
    if (t.game().seq() > seq) t.table.take_back(seq, 0);
    ASSERT_EQ(unordered(read(texts.whole(t.table, 0))), unordered(expected_whole(t.table)));
    ASSERT_EQ(line_of(read(texts.features(t.table))["features"]),
              line_of(tree::features(t.game().rules(), t.game().state(), true)));
    ASSERT_EQ(line_of(read(texts.options(t.table))["options"]),
              line_of(tree::legal(t.game().rules(), t.game().state())));
    const std::int64_t first = t.game().seq();
    const GameState before = t.move();
    ASSERT_EQ(line_of(read(texts.update(t.table, before, first, 0))["tiles"]),
              tree::changed_tiles(t.game().rules(), before, t.game().state()));
  }
}

TEST(ListTexts, CommasStandBetweenPiecesThatHaveSomething) {
  ListTexts list;
  list.resize(5);
  list.put(0, "");
  list.put(1, "1,2");
  list.put(2, "");
  list.put(3, "3");
  list.put(4, "4,5");
  EXPECT_EQ(joined(list.pieces()), "{\"type\":\"x\"1,2,3,4,5}");
  const std::vector<PiecePtr> before = list.pieces();
  list.put(1, "1,2");
  list.put(3, "33");
  EXPECT_EQ(list.pieces()[1], before[1]);
  EXPECT_NE(list.pieces()[3], before[3]);
  list.put(0, "0");
  list.put(1, "1,2");
  EXPECT_EQ(joined(list.pieces()), "{\"type\":\"x\"0,1,2,33,4,5}");
  list.put(0, "");
  list.put(1, "1,2");
  EXPECT_EQ(joined(list.pieces()), "{\"type\":\"x\"1,2,33,4,5}") << "the comma goes as well";
}

TEST(TableTexts, WhatAMoveDoesNotChangeIsTheSamePiece) {
  TextTable t(setup_of({"base", "inns_cathedrals"}, 0));
  TableTexts texts;
  while (t.game().state().core->tiles < 80) t.move();
  const auto first = texts.whole(t.table, 0);
  const auto again = texts.whole(t.table, 0);
  EXPECT_TRUE(std::equal(first.begin() + 1, first.end(), again.begin() + 1, again.end()))
      << "all but the time";
  t.move();
  const auto later = texts.whole(t.table, 0);
  const std::set<PiecePtr> known(first.begin(), first.end());
  std::size_t old_bytes = 0, new_bytes = 0;
  for (const PiecePtr& one : later) (known.contains(one) ? old_bytes : new_bytes) += one->size();
  EXPECT_GT(old_bytes, new_bytes);
  EXPECT_EQ(texts.options(t.table), texts.options(t.table));
  EXPECT_EQ(TableTexts::no_options()->plain(), ",\"options\":[]");
  texts.forget();
  EXPECT_EQ(joined(texts.whole(t.table, 0)), joined(later));
}

TEST(TableTexts, PackedItIsTheSame) {
  TextTable t(setup_of({"base", "princess_dragon"}, 0));
  TableTexts texts;
  for (int n = 0; !t.over(); ++n) {
    t.move();
    if (n % 40 != 0) continue;
    const Text text = MessageText("table").add(texts.whole(t.table, 0)).take();
    std::string packed;
    for (const PiecePtr& one : text->pieces) packed += one->packed();
    ASSERT_EQ(inflated(packed), text->joined());
    ASSERT_EQ(text->joined().size(), text->size);
  }
}

TEST(TableTexts, AtATableWithoutHelpNothingIsCounted) {
  TextTable t(setup_of({"base"}, 0), Assist::table);
  TableTexts texts;
  t.move();
  const Json whole = read(texts.whole(t.table, 0));
  EXPECT_EQ(unordered(whole), unordered(expected_whole(t.table)));
  EXPECT_FALSE(whole["state"].contains("features"));
  EXPECT_FALSE(whole["state"]["left"].contains("by_tile"));
}

TEST(TableTexts, WhoResignedDoesNotWin) {
  TextTable t(setup_of({"base"}, 0));
  TableTexts texts;
  while (!t.over()) t.move();
  for (const std::size_t seat : {0u, 1u, 2u}) {
    t.table.meta.seats[seat].resigned = true;
    EXPECT_EQ(read(texts.whole(t.table, 0))["state"]["winners"],
              tree::winners(t.game().rules(), t.game().state(), t.table.cannot_win()));
  }
}

TEST(SharedRules, AreTheSameForTheSameWordsAndAsManyPlayers) {
  const auto rules = [](const auto& setup) { return std::get<RulesPtr>(shared_rules(setup)); };
  auto anna = setup_of({"base", "river"}, 2), zoe = anna, three = setup_of({"base", "river"}, 3),
       twice = anna, wrong = anna;
  anna.players[0].name = "Anna";
  zoe.players[1].name = "Zoe";
  twice.sets[0].copies = 2;
  wrong.sets.push_back({"no such set", 1});
  const RulesPtr first = rules(anna);
  EXPECT_EQ(first, rules(zoe));
  EXPECT_NE(first, rules(three));
  EXPECT_NE(first, rules(twice));
  EXPECT_EQ(rules(three)->player_count(), 3);
  EXPECT_EQ(first->players[0].name, "");
  EXPECT_TRUE(std::holds_alternative<SetupError>(shared_rules(wrong)));
  std::weak_ptr<const Rules> gone = rules(twice);
  EXPECT_TRUE(gone.expired()) << "nobody plays by them";
}

TEST(SharedRules, ManyThreadsAgree) {
  for (int round = 0; round < 10; ++round) {
    std::vector<RulesPtr> seen(8);
    std::vector<std::thread> threads;
    for (RulesPtr& one : seen)
      threads.emplace_back([&] {
        one =
            std::get<RulesPtr>(shared_rules(setup_of({"base", "inns_cathedrals"}, 2 + round % 4)));
      });
    for (std::thread& thread : threads) thread.join();
    for (const RulesPtr& one : seen) EXPECT_EQ(one, seen[0]);
  }
}

TEST(TableTexts, BeforeTheStartAndWithClocks) {
  TextTable t(setup_of({"base"}, 0));
  TableTexts texts;
  t.table.config.clock = ClockRules{};
  t.table.start_clocks(1000);
  const Json whole = read(texts.whole(t.table, 5000));
  EXPECT_EQ(whole["clocks"], Json::parse(t.table.clocks.text(5000)));
  EXPECT_EQ(read(texts.whole(t.table, 6000))["clocks"]["now"], 6000);
  const std::int64_t first = t.game().seq();
  const GameState before = t.move();
  EXPECT_EQ(read(texts.update(t.table, before, first, 7000))["clocks"]["now"], 7000);
  t.table.game.reset();
  EXPECT_EQ(joined(texts.whole(t.table, 0)), "{\"type\":\"x\",\"seq\":0}");
}

}  // namespace
}  // namespace bastide::server
