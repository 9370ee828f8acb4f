// Every file below tests/scenarios is a case of its own; and the runner itself has to notice when
// something does not hold.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/paths.h"
#include "tests/scenario_runner.h"

namespace bastide::scenario {
namespace {

const std::filesystem::path kRoot = test_help::source_path("tests/scenarios");

std::string case_name(const std::filesystem::path& file) {
  std::string name = file.lexically_relative(kRoot).replace_extension().generic_string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class Scenarios : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Scenarios, Holds) {
  const auto scenario = read_scenario(GetParam());
  ASSERT_TRUE(scenario) << GetParam() << " cannot be read";
  for (const std::string& failure : run_scenario(*scenario)) ADD_FAILURE() << failure;
}

INSTANTIATE_TEST_SUITE_P(Ledger, Scenarios, testing::ValuesIn(scenario_files(kRoot)),
                         [](const auto& param_info) { return case_name(param_info.param); });

TEST(ScenarioFiles, StartWithTheirNameAndTheClausesTheyShow) {
  std::set<std::string> names;
  for (const auto& file : scenario_files(kRoot)) {
    const auto scenario = read_scenario(file);
    ASSERT_TRUE(scenario) << file;
    ASSERT_GE(scenario->lines.size(), 2u) << file;
    const auto& first = scenario->lines[0].words;
    const auto& second = scenario->lines[1].words;
    ASSERT_EQ(first.size(), 2u) << file;
    EXPECT_TRUE(first[0] == "scenario" || first[0] == "case") << file;
    EXPECT_EQ(file.filename().string().starts_with(first[1]), true) << file;
    EXPECT_TRUE(names.insert(first[1]).second) << file << ": the name is taken";
    EXPECT_EQ(second[0], "clauses") << file;
  }
}

// Runs a text and gives back the first thing that did not hold.
std::string first_failure(std::string_view text) {
  const auto failures = run_scenario(parse_scenario("f.txt", text));
  return failures.empty() ? "" : failures.front();
}

TEST(ScenarioRunner, SaysWhichLineItCannotRead) {
  EXPECT_EQ(first_failure("sets base\nplayers R B\nthen\n  frobnicate\n"),
            "f.txt:4: unknown word 'frobnicate'");
  EXPECT_EQ(first_failure("sets base\nplayers R B\n\n# a remark\ngiven\n  base/Q7 1,0\n"),
            "f.txt:6: 'base/Q7' is no tile of this game");
  EXPECT_EQ(first_failure("sets base\nplayers R B\nthen\n  total G 0\n"),
            "f.txt:4: 'G' is not a player");
  EXPECT_EQ(first_failure("sets base\nplayers R B\nthen\n  total R 0 points\n"),
            "f.txt:4: not understood: 'points'");
  EXPECT_EQ(first_failure("sets base\nplayers R B\nwhen\n  place base/U 1,0 rot 45\n"),
            "f.txt:4: rot is 0, 90, 180 or 270");
  EXPECT_EQ(first_failure("sets base\nplayers R B\nwhen\n  place base/U one rot 90\n"),
            "f.txt:4: 'one' is no cell; write x,y");
}

TEST(ScenarioRunner, NoticesWhatDoesNotHold) {
  const std::string start = "sets base\nplayers R B\n";
  EXPECT_EQ(first_failure(start + "then\n  total R 1\n"), "f.txt:4: the total is 0, not 1");
  EXPECT_EQ(first_failure(start + "then\n  asked R place\n"), "f.txt:4: asked is dealer draw");
  EXPECT_EQ(first_failure(start + "then\n  supply R meeple 8\n"),
            "f.txt:4: the supply is 7, not 8");
  EXPECT_EQ(first_failure(start + "then\n  over\n"), "f.txt:4: the game goes on");
  EXPECT_EQ(first_failure(start + "then\n  complete 0,0 city:N\n"), "f.txt:4: it is not complete");
  EXPECT_EQ(first_failure(start + "then\n  joined 0,0 field:EL 0,0 field:ER\n"),
            "f.txt:4: they are different features");
  const std::string city = start + "when\n  place base/E 0,1 rot 180\n  meeple city:S\nthen\n";
  EXPECT_EQ(first_failure(city + "  score R 4 city  tiles 2 = 4\n"), "");
  EXPECT_EQ(first_failure(city + "  score R 4 city  tiles 1 = 4\n"),
            "f.txt:7: no such score; there is 4 for tiles 2 = 4");
  EXPECT_EQ(first_failure(city + "  no score\n"), "f.txt:7: not listed: score R 4 city");
  EXPECT_EQ(first_failure(city + "  event discarded\n"), "f.txt:7: it did not happen");
  EXPECT_EQ(first_failure(city + "  on 0,1 R meeple city:S\n"), "f.txt:7: on the tile:");
}

TEST(ScenarioRunner, AsksForAnExpectation) {
  EXPECT_NE(
      first_failure("sets base\nplayers R B\nwhen\n  draw base/U\n").find("'then' is missing"),
      std::string::npos);
}

TEST(ScenarioRunner, TellsARefusedMoveFromAFailedExpectation) {
  const std::string refused =
      first_failure("sets base\nplayers R B\nwhen\n  place base/U 1,1\nthen\n  total R 0\n");
  EXPECT_EQ(refused.find("f.txt:4: refused: place base/U 1,1 rot 0: "), 0u) << refused;
}

}  // namespace
}  // namespace bastide::scenario
