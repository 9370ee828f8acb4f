// The built program, from outside: exit codes, messages, and the wire format of the examples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/tools/cli_run.h"

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

using bastide::test_help::Output;
using bastide::test_help::slurp;

class Cli : public bastide::test_help::CliRun {
 protected:
  Output replay(const std::string& record) { return run("replay - --json", record); }

  // Exit code, and one line on standard error that holds `what`.
  void refuses(int code, const std::string& what, const std::string& record) {
    const Output got = replay(record);
    EXPECT_EQ(got.code, code) << record.substr(0, 200) << "\n" << got.err;
    EXPECT_NE(got.err.find(what), std::string::npos) << got.err;
    EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
    EXPECT_LT(got.err.size(), 1000u);
  }
};

std::string record(const std::string& actions, const std::string& sets = R"("base")",
                   const std::string& options = "") {
  return R"({"bastide":1,"setup":{"sets":[)" + sets + R"(],"options":{)" + options +
         R"(},"players":[{"name":"A"},{"name":"B"}]},"actions":[)" + actions + "]}";
}

const std::string kDraw = R"({"do":"draw","tile":"base/D"})";
const std::string kPlace = R"({"do":"place","tile":"base/D","at":[1,0],"rot":0})";
const std::string kMeeple = R"({"do":"meeple","piece":"meeple","at":[1,0],"seg":"city:N"})";

fs::path examples() { return bastide::test_help::source_path("tests/replays/examples"); }

// The answers of a decision have no order on the wire.
void sort_legal(Json& line) {
  if (line.contains("legal")) std::sort(line["legal"].begin(), line["legal"].end());
}

// Everything expected is there and equal; states may hold more members than the examples show.
void expect_within(const Json& expected, const Json& got, const std::string& where) {
  if (!expected.is_object()) {
    EXPECT_EQ(expected, got) << where;
    return;
  }
  for (const auto& [key, value] : expected.items()) {
    ASSERT_TRUE(got.contains(key)) << where << "." << key;
    if (value.is_array() && key != "legal") {
      ASSERT_EQ(value.size(), got[key].size()) << where << "." << key;
      for (std::size_t i = 0; i < value.size(); ++i)
        expect_within(value[i], got[key][i], where + "." + key + "[" + std::to_string(i) + "]");
    } else {
      expect_within(value, got[key], where + "." + key);
    }
  }
}

TEST_F(Cli, the_examples_replay_as_they_say) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(examples())) {
    const std::string path = entry.path().string();
    const std::string ending = ".record.json";
    if (!path.ends_with(ending)) continue;
    ++seen;
    const Output got = run("replay '" + path + "' --each --legal --json");
    ASSERT_EQ(got.code, 0) << got.err;
    std::istringstream lines(got.out);
    std::ifstream expected(path.substr(0, path.size() - ending.size()) + ".replay.jsonl");
    std::string line, expected_line;
    while (std::getline(expected, expected_line)) {
      ASSERT_TRUE(std::getline(lines, line)) << path;
      Json a = Json::parse(expected_line), b = Json::parse(line);
      sort_legal(a);
      sort_legal(b);
      expect_within(a, b, path);
    }
    EXPECT_FALSE(std::getline(lines, line)) << path;
  }
  EXPECT_GT(seen, 0);
}

TEST_F(Cli, help_and_version_are_there) {
  EXPECT_EQ(run("--help").code, 0);
  EXPECT_NE(run("--help").out.find("replay"), std::string::npos);
  EXPECT_EQ(run("replay --help").code, 0);
  EXPECT_EQ(run("--version").out.substr(0, 8), "bastide ");
}

TEST_F(Cli, wrong_usage_is_exit_2) {
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("fly").code, 2);
  EXPECT_NE(run("fly").err.find("there is no command 'fly'"), std::string::npos);
  EXPECT_EQ(run("--fly").code, 2);
  EXPECT_EQ(run("replay").code, 2);
  EXPECT_EQ(run("replay a b").code, 2);
  EXPECT_EQ(run("replay /nowhere/at/all").code, 2);
  EXPECT_EQ(run("replay /tmp").code, 2);
  EXPECT_EQ(run("perft - --depth x").code, 2);
  EXPECT_EQ(run("perft - --depth 99", record("")).code, 2);
  EXPECT_EQ(run("tiles nothing").code, 2);
  EXPECT_EQ(run("simulate --players 17").code, 2);
  for (const char* negative : {"simulate --games -1", "arena --bots greedy,random --seed -1",
                               "play --seed -1", "review - --nodes -5"}) {
    const Output refused = run(negative);
    EXPECT_EQ(refused.code, 2) << negative;
    EXPECT_NE(refused.err.find("must not be negative"), std::string::npos) << refused.err;
  }
}

TEST_F(Cli, a_malformed_file_is_exit_2_with_line_or_path) {
  refuses(2, "there is no record in it", "");
  refuses(2, "there is no record in it", " \n\n ");
  refuses(2, "line 1, column 1", "hello");
  refuses(2, "line 1", record("").substr(0, 40));
  refuses(2, "line 3, column 1", "{\n\"bastide\":1,\n}");
  refuses(2, "actions[1].tile: must be a string", record(kDraw + R"(,{"do":"draw","tile":[]})"));
  refuses(2, "actions[0].do", record(R"({"do":"fly"})"));
  refuses(2, "setup: is missing", R"({"bastide":1})");
  refuses(2, "bastide: must be 1", R"({"bastide":2,"setup":{},"actions":[]})");
  refuses(2, "is repeated", R"({"bastide":1,"bastide":1})");
  refuses(2, "line 1", R"({"bastide":NaN})");
  refuses(2, "out of range", R"({"bastide":1e999})");
  refuses(2, "bastide: must be an integer", R"({"bastide":1e0})");
  refuses(2, "UTF-8", "{\"bastide\":\"\xc3\x28\"}");
  refuses(2, "NUL", std::string("{\"bastide\":\0 1}", 14));
  refuses(2, "NUL", std::string("\0\0\0", 3));
  refuses(2, "unknown member", R"({"bastide":1,"x":1,)" + record("").substr(13));
}

TEST_F(Cli, huge_and_deep_files_are_refused_soon) {
  refuses(2, "nested more than 64 deep", std::string(100'000, '['));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  refuses(2, "nested more than 64 deep", deep);
  refuses(2, "line 1", std::string(10'000'000, '"'));
  refuses(
      2, "at most 64 bytes",
      R"({"bastide":1,"setup":{"sets":[")" + std::string(10'000'000, 'a') + R"("]},"actions":[]})");
  refuses(2, "larger than 64 MB", "{\"a\":\"" + std::string(70'000'000, 'a'));
  std::string zeros = "{\"a\":[0";
  for (int i = 0; i < 4'100'000; ++i) zeros += ",0";
  refuses(2, "too many values", zeros + "]}");
}

TEST_F(Cli, a_setup_that_makes_no_game_is_exit_2) {
  refuses(2, "nonsense", record("", R"("nonsense")"));
  refuses(2, "setup", record("", R"("base:0")"));
  refuses(2, "setup", record("", R"("base:100000")"));
  refuses(2, "setup: ", record("", R"("base")", R"("nonsense":true)"));
  refuses(2, "setup: ", record("", R"("base")", R"("fields":"maybe")"));
  refuses(2, "setup: ", record("", R"("base")", R"("princess":"may")"));
}

TEST_F(Cli, an_illegal_action_is_exit_1_with_index_action_and_reason) {
  refuses(1, R"(action 0 {"do":"draw","tile":"base/Q9"}: there is no tile base/Q9)",
          record(R"({"do":"draw","tile":"base/Q9"})"));
  refuses(1, "action 0", record(R"({"do":"pass"})"));
  refuses(1, "action 1", record(kDraw + "," + kDraw));
  refuses(1, "action 1", record(kDraw + R"(,{"do":"place","tile":"base/E","at":[1,0],"rot":0})"));
  refuses(1, "action 1", record(kDraw + R"(,{"do":"place","tile":"base/D","at":[0,0],"rot":0})"));
  refuses(1, "action 1", record(kDraw + R"(,{"do":"place","tile":"base/D","at":[5,5],"rot":0})"));
  refuses(1, "action 1",
          record(kDraw + R"(,{"do":"place","tile":"base/D","at":[123456789,0],"rot":0})"));
  refuses(1, "there is no tile at [1, 0]", record(kDraw + "," + kMeeple));
  refuses(1, "it is for player 0 to answer", record(kDraw + R"(,{"by":1,)" + kPlace.substr(1)));
  refuses(1, "it is for the dealer to answer", record(R"({"by":0,)" + kDraw.substr(1)));
  refuses(1, "action 3", record(kDraw + "," + kPlace + "," + kMeeple + "," + kMeeple));
  refuses(1, "has no segment city:W",
          record(kDraw + "," + kPlace +
                 R"(,{"do":"meeple","piece":"meeple","at":[1,0],"seg":"city:W"})"));
}

TEST_F(Cli, an_action_after_the_end_is_refused) {
  const auto game = folder_ / "game.jsonl";
  ASSERT_EQ(run("simulate --games 1 --seed 4 --records '" + game.string() + "'").code, 0);
  Json record = Json::parse(slurp(game));
  EXPECT_EQ(replay(record.dump()).code, 0);
  EXPECT_EQ(Json::parse(replay(record.dump()).out)["decision"]["kind"], "over");
  const Json legal = Json::parse(run("legal - --json", record.dump()).out);
  EXPECT_EQ(legal["legal"], Json::array());
  EXPECT_EQ(run("perft - --depth 1", record.dump()).out, "0\n");
  record["actions"].push_back({{"do", "pass"}});
  refuses(1, "the game is over", record.dump());
}

TEST_F(Cli, several_records_are_replayed_one_after_another) {
  const std::string good = record(kDraw), bad = record(kDraw + "," + kDraw);
  const Output both = run("replay - --json", good + "\n" + good + "\n");
  EXPECT_EQ(both.code, 0);
  EXPECT_EQ(std::count(both.out.begin(), both.out.end(), '\n'), 2);
  const Output second = run("replay - --json", good + "\n" + bad + "\n" + good);
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.err.find("record 2: action 1"), std::string::npos) << second.err;
  EXPECT_EQ(std::count(second.out.begin(), second.out.end(), '\n'), 1);
  EXPECT_EQ(run("replay - --json", good + "\n{").code, 2);
}

TEST_F(Cli, replay_tells_events_and_answers_when_asked) {
  const std::string game = record(kDraw + "," + kPlace + "," + kMeeple);
  const Output each = run("replay - --each --events --legal", game);
  std::istringstream lines(each.out);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    const Json json = Json::parse(line);
    if (++count == 4) break;
    EXPECT_EQ(json["index"], count - 1);
    EXPECT_TRUE(json["events"].is_array());
    EXPECT_NE(std::find(json["legal"].begin(), json["legal"].end(), json["action"]),
              json["legal"].end());
  }
  EXPECT_EQ(count, 4);
  EXPECT_TRUE(Json::parse(run("replay - --json --events", game).out)["events"].is_array());
  EXPECT_EQ(run("replay -", game).code, 0);
  EXPECT_NE(run("legal -", game).out.find("the dealer: draw a tile"), std::string::npos);
  EXPECT_EQ(Json::parse(run("legal - --json", game).out)["decision"]["by"], "dealer");
}

TEST_F(Cli, rules_and_tiles_print_json) {
  const Json rules = Json::parse(run("rules --json").out);
  EXPECT_EQ(rules["sets"][0]["name"], "base");
  EXPECT_EQ(rules["options"][0]["name"], "fields");
  EXPECT_EQ(rules["options"][0]["default"], true);
  EXPECT_FALSE(rules["starts"].empty());
  const Json tiles = Json::parse(run("tiles base --json").out);
  int count = 0;
  for (const Json& tile : tiles["sets"][0]["tiles"]) count += tile["count"].get<int>();
  EXPECT_EQ(count, 72);
  EXPECT_EQ(run("rules").code, 0);
  EXPECT_EQ(run("tiles").code, 0);
  EXPECT_EQ(run("tiles").out.find('\x1b'), std::string::npos);  // no colours into a file
}

TEST_F(Cli, tiles_writes_a_gallery_or_says_why_not) {
  const std::string folder = testing::TempDir() + "bastide_gallery";
  EXPECT_EQ(run("tiles cult --gallery " + folder).code, 0);
  for (const std::string name : {"/cult.html", "/index.html"}) {
    std::ifstream page(folder + name);
    std::string start(15, ' ');
    page.read(start.data(), 15);
    EXPECT_EQ(start, "<!doctype html>") << name;
  }
  EXPECT_EQ(run("tiles cult --gallery /proc/none").code, 2);
  EXPECT_EQ(run("tiles cult --gallery ''").code, 0);  // no folder: the list, as ever
}

TEST_F(Cli, perft_divides) {
  const std::string game = record(kDraw);
  const Output plain = run("perft - --depth 2", game);
  const Json divided = Json::parse(run("perft - --depth 2 --divide --json", game).out);
  std::uint64_t sum = 0;
  for (const Json& row : divided["divide"]) sum += row["nodes"].get<std::uint64_t>();
  EXPECT_EQ(plain.out, std::to_string(sum) + "\n");
  EXPECT_EQ(divided["nodes"], sum);
  EXPECT_EQ(run("perft - --depth 0", game).out, "1\n");
}

}  // namespace
