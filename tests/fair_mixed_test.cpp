// The method bastide-2: a seed mixed from a committed secret and the players' nonces, and draws
// that come anew after something was taken back.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/notation/parse.h"
#include "server/fair/check_draws.h"
#include "server/fair/dealer.h"
#include "tests/fair_play.h"

namespace bastide::server {
namespace {

Json shared_vectors() {
  auto parsed = parse_json(test_help::slurp(test_help::source_path("tests/fair/vectors.json")));
  EXPECT_TRUE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(std::move(parsed));
}

std::vector<std::string> nonces_in(const Json& list) {
  std::vector<std::string> nonces;
  for (const Json& nonce : list)
    nonces.push_back(nonce.is_null() ? std::string() : nonce.get<std::string>());
  return nonces;
}

TEST(FairMixed, seeds_and_numbers_are_those_of_the_shared_vectors) {
  const Json vectors = shared_vectors();
  for (const Json& one : vectors["digests"])
    if (one.contains("text") && one["key"] != "") {
      EXPECT_EQ(seed_hex(keyed_digest(*seed_from_hex(one["key"].get<std::string>()),
                                      one["text"].get<std::string>())),
                one["digest"].get<std::string>());
    }
  for (const Json& one : vectors["seeds"]) {
    Json whole = one["setup"];
    whole["players"] = Json::array();
    for (std::size_t i = 0; i < std::max<std::size_t>(2, one["nonces"].size()); ++i)
      whole["players"].push_back({{"name", "P" + std::to_string(i)}});
    auto setup = std::get<bastide::Setup>(setup_from_json(whole));
    setup.rules = one["rules"];
    const std::string text =
        seed_text(one["table"].get<std::string>(), setup, nonces_in(one["nonces"]));
    EXPECT_EQ(text, one["text"].get<std::string>());
    EXPECT_EQ(seed_hex(keyed_digest(*seed_from_hex(one["secret"].get<std::string>()), text)),
              one["seed"].get<std::string>());
  }
  for (const Json& one : vectors["numbers"]) {
    DrawKey key(one["draw"].get<std::uint64_t>());
    if (!one["undos"].is_null()) key.undos = one["undos"].get<std::uint64_t>();
    EXPECT_EQ(fair_number(*seed_from_hex(one["seed"].get<std::string>()), key,
                          std::stoull(one["count"].get<std::string>())),
              std::stoull(one["number"].get<std::string>()));
  }
}

// Also read by the tests of the web client.
TEST(FairMixed, the_shared_record_is_what_this_program_deals) {
  const std::string path = test_help::source_path("tests/fair/record.json");
  const std::string text = write_record(mixed_record()) + "\n";
  EXPECT_EQ(test_help::slurp(path), text) << "tests/fair/record.json differs";
  const DrawCheck check = check_draws(mixed_record());
  ASSERT_TRUE(std::holds_alternative<FairGame>(check));
  EXPECT_EQ(std::get<FairGame>(check).draws, 71u);
  EXPECT_EQ(std::get<FairGame>(check).nonces, 1u);
  EXPECT_TRUE(std::get<FairGame>(check).over);
}

TEST(FairMixed, a_record_comes_back_as_it_was_written) {
  const Record record = mixed_record();
  const auto again = std::get<Record>(read_record(write_record(record)));
  EXPECT_EQ(again.fair, record.fair);
  EXPECT_EQ(write_record(again), write_record(record));
}

TEST(FairMixed, draws_come_anew_after_something_was_taken_back) {
  Dealer dealer(counting_seed(), "text");
  dealer.take_back(5);
  EXPECT_EQ(dealer.undos(), (std::vector<UndoMark>{{5, 1}}));
  dealer.take_back(5);
  EXPECT_EQ(dealer.undos(), (std::vector<UndoMark>{{5, 2}}));
  dealer.take_back(9);
  EXPECT_EQ(dealer.undos(), (std::vector<UndoMark>{{5, 2}, {9, 3}}));
  dealer.take_back(7);
  EXPECT_EQ(dealer.undos(), (std::vector<UndoMark>{{5, 2}, {7, 4}}));
  dealer.take_back(0);
  EXPECT_EQ(dealer.undos(), (std::vector<UndoMark>{{0, 5}}));

  const RulesPtr rules = rules_of(setup_of({"base"}, 2));
  const GameState state = initial_state(*rules);
  int same = 0;
  for (std::uint64_t n = 0; n < 40; ++n) {
    Dealer before(counting_seed(), "text"), after(counting_seed(), "text");
    after.take_back(n);
    same += before.draw(*rules, state, n) == after.draw(*rules, state, n) ? 1 : 0;
    if (n > 0) {
      EXPECT_EQ(before.draw(*rules, state, n - 1), after.draw(*rules, state, n - 1));
    }
  }
  EXPECT_LT(same, 12);  // 24 kinds of tile; chance alone makes a few agree
  // The older method gives the same draw again.
  Dealer old(counting_seed()), old_after(counting_seed());
  old_after.take_back(0);
  EXPECT_EQ(old.draw(*rules, state, 3), old_after.draw(*rules, state, 3));
}

template <class T>
bool is(const DrawCheck& check) {
  return std::holds_alternative<T>(check);
}

// The draws change with every single part of the seed, so a record with another one is unfair.
TEST(FairMixed, a_record_with_any_part_of_the_seed_changed_is_found_out) {
  const auto checked = [](auto change) {
    Record record = mixed_record();
    change(record);
    return check_draws(record);
  };
  const std::string other(64, '7');
  EXPECT_TRUE(is<BrokenCommitment>(checked([&](Record& r) { r.fair->secret = other; })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) {
    r.fair->secret = other;
    r.fair->commitment = commitment(*seed_from_hex(other));
  })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { r.fair->nonces[0] = other; })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { r.fair->nonces[0].clear(); })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { r.fair->nonces[1] = other; })));
  EXPECT_TRUE(
      is<UnfairDraw>(checked([&](Record& r) { std::swap(r.fair->nonces[0], r.fair->nonces[1]); })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { r.fair->table = "another"; })));
  EXPECT_TRUE(
      is<UnfairDraw>(checked([&](Record& r) { r.setup.options.emplace_back("fields", true); })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { r.fair->undos.clear(); })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { ++r.fair->undos[0].undos; })));
  EXPECT_TRUE(is<UnfairDraw>(checked([&](Record& r) { ++r.fair->undos[0].draw; })));
  EXPECT_TRUE(is<NotCheckable>(checked([&](Record& r) { r.fair->undos.push_back({72, 9}); })));
  EXPECT_TRUE(is<NotCheckable>(checked([&](Record& r) { r.fair->secret.clear(); })));
  EXPECT_TRUE(is<FairGame>(checked([&](Record& r) { r.fair->undos.push_back({71, 9}); })));
  EXPECT_TRUE(is<FairGame>(checked([&](Record& r) { r.setup.players[0].name = "Zoe"; })));
}

TEST(FairMixed, one_draw_changed_is_named) {
  Record record = mixed_record();
  const auto first = std::ranges::find(record.actions, ActionKind::draw, &NamedAction::kind);
  const std::string due = first->tile;
  first->tile = due == "base/U" ? "base/V" : "base/U";
  const DrawCheck check = check_draws(record);
  ASSERT_TRUE(is<UnfairDraw>(check));
  EXPECT_EQ(std::get<UnfairDraw>(check).draw, 0u);
  EXPECT_EQ(std::get<UnfairDraw>(check).due, due);
}

std::string mixed_form_error(const std::string& members) {
  const std::string text = write_record({setup_of({"base"}, 2), {}});
  const std::string digest = commitment(counting_seed());
  const auto record = read_record(text.substr(0, text.size() - 1) +
                                  R"(,"fair":{"method":"bastide-2","commitment":")" + digest +
                                  "\"," + members + "}}");
  const auto* error = std::get_if<FormError>(&record);
  return error == nullptr ? "" : error->text();
}

TEST(FairMixed, malformed_parts_are_refused_with_their_path) {
  const std::string digest = commitment(counting_seed());
  const std::string good = R"("table":"abc","nonces":[null,")" + digest + "\"],";
  EXPECT_EQ(mixed_form_error(good + R"("undos":[])"), "");
  EXPECT_EQ(mixed_form_error(good + R"("undos":[[0,1],[7,2],[8,9]])"), "");
  EXPECT_EQ(mixed_form_error(good + R"("undos":[],"secret":")" + digest + "\""), "");
  EXPECT_EQ(mixed_form_error(good + R"("undos":[],"seed":")" + digest + "\""),
            "fair: has an unknown member \"seed\"");
  EXPECT_EQ(mixed_form_error(R"("nonces":[null,null],"undos":[])"), "fair.table: is missing");
  for (const std::string table : {"A", "a b", "-", "../x"})
    EXPECT_EQ(mixed_form_error(R"("table":")" + table + R"(","nonces":[null,null],"undos":[])"),
              "fair.table: must be lower-case letters and digits");
  const auto with_nonces = [&](const std::string& nonces) {
    return mixed_form_error(R"("table":"abc","undos":[],"nonces":)" + nonces);
  };
  EXPECT_EQ(with_nonces("[null]"), "fair.nonces: must be one for each player");
  EXPECT_EQ(with_nonces("[null,null,null]"), "fair.nonces: must be one for each player");
  for (const std::string& nonce :
       std::vector<std::string>{"\"\"", "\"-\"", "7", "false", "\"" + digest.substr(1) + "A\""})
    EXPECT_EQ(with_nonces("[null," + nonce + "]"),
              "fair.nonces: must be 64 lower-case hexadecimal digits or null each");
  for (const std::string undos :
       {"[[0,0]]", "[[0]]", "[[0,1,2]]", "[0,1]", "[[-1,1]]", "[[0,-1]]", "[[0,1.5]]",
        "[[0,1],[0,2]]", "[[3,1],[2,2]]", "[[3,2],[4,2]]", "[[0,18446744073709551615]]",
        "[[200001,1]]", "[[0,4294967296]]", "[null]", "[[\"0\",1]]"})
    EXPECT_EQ(mixed_form_error(good + "\"undos\":" + undos),
              "fair.undos: must be pairs of a draw and a number of undos, both of which rise")
        << undos;
}

// The web page recomputes draws of some sets without their rules: every tile of a stack is drawn
// once, and a river is a stack of its own with the lake at its end. Its list of such sets is read
// here.
std::vector<std::string> plain_sets_of_the_page() {
  const std::string code = test_help::slurp(test_help::source_path("web/src/fair/draws.ts"));
  const auto start = code.find("PLAIN_SETS = [");
  EXPECT_NE(start, std::string::npos);
  std::vector<std::string> sets;
  const auto end = code.find(']', start);
  for (auto at = code.find('\'', start); at < end; at = code.find('\'', at + 1)) {
    const auto close = code.find('\'', at + 1);
    sets.push_back(code.substr(at + 1, close - at - 1));
    at = close;
  }
  return sets;
}

void expect_plain_stacks(const std::vector<std::string>& sets) {
  SCOPED_TRACE(sets.back());
  const auto setup = setup_of(sets, 3);
  const RulesPtr rules = rules_of(setup);
  ASSERT_NE(rules, nullptr);
  const Seed seed = new_seed();
  const Record record = play_fair(setup, *rules, seed, [](const auto&, const Action&) {});
  std::vector<std::string> drawn, river, rest;
  for (const NamedAction& action : record.actions) {
    ASSERT_NE(action.kind, ActionKind::token);
    if (action.kind != ActionKind::draw) continue;
    drawn.push_back(action.tile);
    const bool wet = action.tile.starts_with("river/") || action.tile == "castles_bridges/RV";
    (wet ? river : rest).push_back(action.tile);
  }
  std::vector<std::vector<std::string>> stacks{river, {}, rest};
  if (!river.empty()) {
    stacks[0].pop_back();
    stacks[1] = {river.back()};
  }
  std::size_t number = 0;
  for (auto& stack : stacks) {
    std::ranges::sort(stack);
    while (!stack.empty()) {
      const auto place = static_cast<std::ptrdiff_t>(fair_number(seed, number, stack.size()));
      ASSERT_EQ(drawn[number++], stack[static_cast<std::size_t>(place)]);
      stack.erase(stack.begin() + place);
    }
  }
}

TEST(FairMixed, the_page_may_recompute_the_draws_of_the_sets_that_it_names) {
  const auto sets = plain_sets_of_the_page();
  ASSERT_GT(sets.size(), 5u);
  for (int round = 0; round < 5; ++round) expect_plain_stacks(sets);
  for (const std::string& set : sets)
    for (int round = 0; round < 3; ++round)
      expect_plain_stacks(set == "base" ? std::vector<std::string>{set}
                                        : std::vector<std::string>{"base", set});
}

// Hostile, but not slow: a mark a draw, and far more marks than draws.
TEST(FairMixed, a_huge_list_of_undos_costs_little) {
  std::string undos = "[[0,1]";
  for (int i = 1; i < 200'000; ++i)
    undos += ",[" + std::to_string(i) + "," + std::to_string(i + 1) + "]";
  EXPECT_EQ(mixed_form_error(R"("table":"abc","nonces":[null,null],"undos":)" + undos + "]"), "");
  Record record = mixed_record();
  record.fair->undos.clear();
  for (std::uint64_t i = 0; i < 200'000; ++i) record.fair->undos.push_back({i, i + 1});
  EXPECT_TRUE(is<UnfairDraw>(check_draws(record)));
}

}  // namespace
}  // namespace bastide::server
