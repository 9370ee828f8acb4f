// What `bastide verify` says about honest and dishonest dealers.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "tests/fair_play.h"
#include "tests/tools/cli_run.h"

namespace bastide::server {
namespace {

class Verify : public test_help::CliRun {
 protected:
  std::string saved(const std::vector<Record>& records) {
    std::ofstream out(folder_ / "game.json", std::ios::binary);
    for (const Record& record : records) out << write_record(record) << "\n";
    return (folder_ / "game.json").string();
  }
};

// Two tiles of equal worth to the rules, so that the game stays legal: the dealer swaps a draw for
// another tile and places that one in the same way.
Record cheated(std::size_t& at, std::string& due) {
  Record record = base_record();
  for (std::size_t i = 0; i + 1 < record.actions.size(); ++i) {
    const std::string tile = record.actions[i].tile;
    if (record.actions[i].kind != ActionKind::draw || (tile != "base/V" && tile != "base/U"))
      continue;
    Record other = record;
    other.actions[i].tile = other.actions[i + 1].tile = tile + "G";
    other.actions.resize(i + 2);
    if (std::holds_alternative<PlayError>(play_record(other))) continue;
    at = i;
    due = tile;
    return other;
  }
  ADD_FAILURE() << "no draw to swap";
  return record;
}

TEST_F(Verify, the_published_program_prints_the_published_output) {
  std::ofstream(folder_ / "example.py") << block_of("python");
  const std::string python = "python3 '" + (folder_ / "example.py").string() + "' >'" +
                             (folder_ / "printed").string() + "' 2>&1";
  ASSERT_EQ(std::system(python.c_str()), 0) << "script/bootstrap installs python3";
  EXPECT_EQ(test_help::slurp(folder_ / "printed"), block_of("text"));
}

TEST_F(Verify, finds_an_honest_dealer_fair) {
  const std::string file = saved({base_record()});
  auto output = run("verify '" + file + "'");
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_EQ(output.out, file + ": fair: 71 draws follow from the seed\n");
  output = run("verify --json '" + file + "'");
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.out, "{\"fair\":true,\"draws\":71,\"over\":true}\n");
  output = run("verify -", write_record(base_record()));
  EXPECT_EQ(output.code, 0);
}

TEST_F(Verify, takes_several_records_and_games_that_are_not_over) {
  Record begun = base_record(new_seed());
  begun.actions.resize(1);
  const std::string file = saved({base_record(new_seed()), begun});
  const auto output = run("verify '" + file + "'");
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_EQ(output.out, file + ": fair: 71 draws follow from the seed\n" + file +
                            ": record 2: fair: 1 draw follows from the seed; the game is not "
                            "over\n");
}

TEST_F(Verify, names_the_first_draw_that_does_not_follow) {
  std::size_t at = 0;
  std::string due;
  const Record record = cheated(at, due);
  const std::string file = saved({record});
  const auto number = std::ranges::count(record.actions, ActionKind::draw, &NamedAction::kind) - 1;
  const std::string index = std::to_string(at), draw = std::to_string(number);
  auto output = run("verify '" + file + "'");
  EXPECT_EQ(output.code, 1);
  EXPECT_EQ(output.out, "");
  EXPECT_EQ(output.err, "bastide: " + file + ": action " + index +
                            R"( {"by":"dealer","do":"draw","tile":")" + due + "G\"}: draw " + draw +
                            " is " + due + " by the seed, and not " + due + "G\n");
  output = run("verify --json '" + file + "'");
  EXPECT_EQ(output.code, 1);
  EXPECT_EQ(output.out, "{\"fair\":false,\"action\":" + index + ",\"draw\":" + draw +
                            ",\"drawn\":\"" + due + "G\",\"due\":\"" + due + "\"}\n");
}

TEST_F(Verify, tells_of_nonces_that_are_in_the_seed) {
  const std::string file = saved({mixed_record()});
  auto output = run("verify '" + file + "'");
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_EQ(output.out, file + ": fair: 71 draws follow from the secret and 1 nonce of players\n");
  output = run("verify --json '" + file + "'");
  EXPECT_EQ(output.out, "{\"fair\":true,\"draws\":71,\"over\":true,\"nonces\":1}\n");
  Record record = mixed_record();
  record.fair->commitment = std::string(64, '7');
  output = run("verify '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 1);
  EXPECT_NE(output.err.find("fair.commitment: is not that of the secret"), std::string::npos);
  record = mixed_record();
  record.fair->nonces[1] = std::string(64, '7');
  EXPECT_EQ(run("verify '" + saved({record}) + "'").code, 1);
  record.fair->secret.clear();
  output = run("verify '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 2);
  EXPECT_NE(output.err.find("fair.secret: is missing"), std::string::npos);
}

TEST_F(Verify, tells_a_seed_that_was_not_promised) {
  Record record = base_record();
  const std::string own = record.fair->commitment;
  record.fair->commitment = commitment(new_seed());
  const auto output = run("verify --json '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 1);
  EXPECT_EQ(output.out, "{\"fair\":false,\"commitment\":\"" + own + "\"}\n");
  EXPECT_NE(output.err.find("fair.commitment: is not that of the seed"), std::string::npos);
}

TEST_F(Verify, wants_a_seed_and_a_record_that_plays) {
  Record record = base_record();
  const std::string text = write_record(record);
  auto output = run("verify -", text.substr(0, text.size() / 2));
  EXPECT_EQ(output.code, 2);
  record.actions.push_back(record.actions.back());
  output = run("verify '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 1);  // illegal, as for replay
  EXPECT_NE(output.err.find("action " + std::to_string(record.actions.size() - 1)),
            std::string::npos);
  record.fair->secret.clear();
  output = run("verify '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 2);
  EXPECT_NE(output.err.find("fair.seed: is missing"), std::string::npos);
  record.fair.reset();
  output = run("verify '" + saved({record}) + "'");
  EXPECT_EQ(output.code, 2);
  EXPECT_NE(output.err.find("has no member \"fair\""), std::string::npos);
}

}  // namespace
}  // namespace bastide::server
