// Draws that follow from a committed seed: the published example, fairness of the numbers, every
// kind of stack.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "engine/notation/json_action.h"
#include "engine/notation/names.h"
#include "server/fair/check_draws.h"
#include "tests/fair_play.h"

namespace bastide::server {
namespace {

using GameSetup = Setup;  // inside a test, Setup is a trap of GoogleTest

std::string first_draws(const Record& record) {
  std::string drawn;
  int draws = 0;
  for (const NamedAction& action : record.actions)
    if (action.kind == ActionKind::draw && draws++ < 8)
      drawn += (drawn.empty() ? "" : " ") + action.tile;
  return drawn;
}

TEST(Fair, the_published_example_is_what_a_game_draws) {
  const Record record = mixed_record();
  const std::string seed = seed_hex(keyed_digest(
      counting_seed(), seed_text(record.fair->table, record.setup, record.fair->nonces)));
  EXPECT_EQ(block_of("text"),
            commitment(counting_seed()) + "\n" + seed + "\n" + first_draws(record) + "\n");
}

// As it was published for bastide-1.
TEST(Fair, games_of_the_older_method_draw_what_they_drew) {
  EXPECT_EQ(commitment(counting_seed()),
            "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6");
  EXPECT_EQ(first_draws(base_record()), "base/B base/U base/E base/P base/L base/V base/F base/N");
}

TEST(Fair, seeds_differ_and_are_written_as_hexadecimal_digits) {
  const Seed one = new_seed(), two = new_seed();
  EXPECT_NE(one, two);
  EXPECT_EQ(seed_hex(counting_seed()),
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  EXPECT_EQ(seed_from_hex(seed_hex(one)), one);
  const std::string good = seed_hex(two);
  EXPECT_EQ(seed_from_hex(""), std::nullopt);
  EXPECT_EQ(seed_from_hex(good.substr(1)), std::nullopt);
  EXPECT_EQ(seed_from_hex(good + "0"), std::nullopt);
  for (const char wrong : {'A', 'g', 'G', ' ', '-', '\0', '/', ':', '`'})
    EXPECT_EQ(seed_from_hex(good.substr(0, 63) + wrong), std::nullopt) << wrong;
}

TEST(Fair, numbers_stay_below_their_bound_and_are_equally_likely) {
  const Seed seed = counting_seed();
  EXPECT_EQ(fair_number(seed, 0, 1), 0u);
  EXPECT_EQ(fair_number(seed, UINT64_MAX, 1), 0u);
  std::array<int, 7> seen{};
  for (std::uint64_t n = 0; n < 14'000; ++n) ++seen[fair_number(seed, n, 7)];
  // Chi-squared with six degrees of freedom: above 33 once in 100,000 seeds, and this one is fixed.
  double chi = 0;
  for (const int count : seen) chi += (count - 2000) * (count - 2000) / 2000.0;
  EXPECT_LT(chi, 33);
}

// With a bound just above half of all words nearly every second word is passed over.
TEST(Fair, words_that_would_favour_small_numbers_are_passed_over) {
  const Seed seed = counting_seed();
  const std::uint64_t bound = (std::uint64_t{1} << 63) + 1;
  int above_all = 0, passed_over = 0;
  for (std::uint64_t n = 0; n < 200; ++n) {
    const std::uint64_t number = fair_number(seed, n, bound);
    EXPECT_LT(number, bound);
    // All words but the last are below this bound, so the number is the draw's first word.
    if (fair_number(seed, n, UINT64_MAX) != number) ++passed_over;
    if (number > bound / 2) ++above_all;
  }
  EXPECT_GT(passed_over, 60);
  EXPECT_LT(passed_over, 140);
  EXPECT_GT(above_all, 60);
}

// Every mixture with a stack of its own, or with tiles that go back: the tile is the number-th of
// the sorted names, copy by copy, recomputed here from what may legally be drawn.
TEST(Fair, draws_from_the_stack_that_is_drawn_from_now) {
  const std::vector<std::vector<std::string>> mixtures{
      {"base", "river"},
      {"base", "river2"},
      {"base", "river", "river2"},
      {"base", "princess_dragon"},
      {"base", "count"},
      {"base", "bridges_castles_bazaars"},
      {"base", "wheel"},
      {"wheel"},
      {"base", "castles_bridges", "cult", "abbot"}};
  for (const auto& sets : mixtures) {
    const GameSetup setup = setup_of(sets, 2);
    const RulesPtr rules = rules_of(setup);
    ASSERT_NE(rules, nullptr) << sets.back();
    const Seed seed = new_seed();
    std::uint64_t n = 0;
    const Record record =
        play_fair(setup, *rules, seed, [&](const auto& state, const Action& action) {
          std::vector<Action> answers;
          legal(*rules, state, answers);
          std::vector<std::string> tiles;
          for (const Action& answer : answers)
            tiles.insert(tiles.end(), state.stock[answer.tile], tile_id(*rules, answer.tile));
          std::ranges::sort(tiles);
          EXPECT_EQ(tiles.size(), chance_total(*rules, state));
          EXPECT_EQ(tile_id(*rules, action.tile), tiles[fair_number(seed, n++, tiles.size())]);
        });
    const DrawCheck check = check_draws(record);
    ASSERT_TRUE(std::holds_alternative<FairGame>(check)) << sets.back();
    EXPECT_EQ(std::get<FairGame>(check).draws, n);
    EXPECT_TRUE(std::get<FairGame>(check).over);
  }
}

// Q-CI-15: the animals that were not turned up yet, each by itself, in the order of their names;
// sheep and animals in one game keep apart.
TEST(Fair, Q_CI_15_a_token_is_a_draw_like_a_tile) {
  const GameSetup setup = setup_of({"base", "circus", "hills_sheep"}, 3);
  const RulesPtr rules = rules_of(setup);
  ASSERT_NE(rules, nullptr);
  std::map<std::string, int> unseen{{"bear", 3},   {"elephant", 1}, {"flea", 1},
                                    {"monkey", 4}, {"seal", 5},     {"tiger", 2}};
  const Seed seed = counting_seed();
  std::uint64_t n = 0;
  int animals = 0;
  const Record record =
      play_fair(setup, *rules, seed, [&](const auto& state, const Action& action) {
        const std::uint64_t number = n++;
        const std::string drawn = outcome_name(*rules, state, action);
        if (action.kind != ActionKind::token || !unseen.contains(drawn)) return;
        std::vector<std::string> tokens;
        for (const auto& [name, count] : unseen)
          tokens.insert(tokens.end(), static_cast<std::size_t>(count), name);
        EXPECT_EQ(chance_total(*rules, state), tokens.size());
        EXPECT_EQ(drawn, tokens[fair_number(seed, number, tokens.size())]);
        --unseen[drawn];
        ++animals;
      });
  EXPECT_GT(animals, 6);
  const DrawCheck check = check_draws(record);
  ASSERT_TRUE(std::holds_alternative<FairGame>(check));
  EXPECT_EQ(std::get<FairGame>(check).draws, n);
}

TEST(Fair, a_record_carries_promise_and_seed) {
  Record record = base_record();
  const auto read_back = [&] { return std::get<Record>(read_record(write_record(record))); };
  EXPECT_EQ(read_back().fair, record.fair);
  record.fair->secret.clear();
  EXPECT_EQ(write_record(record).find("\"seed\""), std::string::npos);
  EXPECT_EQ(read_back().fair, record.fair);
  record.fair.reset();
  EXPECT_EQ(write_record(record).find("fair"), std::string::npos);
  EXPECT_EQ(read_back().fair, std::nullopt);
}

std::string form_error(const std::string& fair) {
  const std::string text = write_record({setup_of({"base"}, 2), {}});
  const auto record = read_record(text.substr(0, text.size() - 1) + ",\"fair\":" + fair + "}");
  const auto* error = std::get_if<FormError>(&record);
  return error == nullptr ? "" : error->text();
}

TEST(Fair, a_malformed_promise_is_refused_with_its_path) {
  const std::string digest = commitment(counting_seed());
  const std::string start = R"({"method":"bastide-1","commitment":")" + digest + "\"";
  EXPECT_EQ(form_error(start + "}"), "");
  EXPECT_EQ(form_error(start + ",\"seed\":\"" + digest + "\"}"), "");
  EXPECT_EQ(form_error("null"), "fair: must be an object");
  EXPECT_EQ(form_error("[]"), "fair: must be an object");
  EXPECT_EQ(form_error("{}"), "fair.method: is missing");
  EXPECT_EQ(form_error(R"({"method":"dice"})"),
            "fair.method: must be \"bastide-1\" or \"bastide-2\"");
  EXPECT_EQ(form_error(R"({"method":"bastide-1"})"), "fair.commitment: is missing");
  EXPECT_EQ(form_error(R"({"method":"bastide-1","commitment":7})"),
            "fair.commitment: must be a string");
  EXPECT_EQ(form_error(R"({"method":"bastide-1","commitment":"AB"})"),
            "fair.commitment: must be 64 lower-case hexadecimal digits");
  EXPECT_EQ(form_error(start + ",\"seed\":\"" + digest.substr(1) + "G\"}"),
            "fair.seed: must be 64 lower-case hexadecimal digits");
  EXPECT_EQ(form_error(start + ",\"seed\":\"" + digest + "00\"}"),
            "fair.seed: must be at most 64 bytes long");
  EXPECT_EQ(form_error(start + ",\"seed\":null}"), "fair.seed: must be a string");
  EXPECT_EQ(form_error(start + ",\"salt\":1}"), "fair: has an unknown member \"salt\"");
}

}  // namespace
}  // namespace bastide::server
