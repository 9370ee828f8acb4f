// The numbers of tests/perft/*.perft: how many action sequences there are from known positions.
//
//   id NAME
//   record FILE [after N]     a record in the same folder, cut after its first N actions
//   perft DEPTH NODES
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/notation/record.h"
#include "tests/paths.h"
#include "tools/perft_core.h"

namespace bastide {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return test_help::source_path("tests/perft"); }

std::optional<PlayedRecord> position(const std::string& file, std::size_t after) {
  std::ifstream in(folder() / file);
  RecordReader reader(in);
  auto next = reader.next();
  if (!next || !std::holds_alternative<Record>(*next)) return std::nullopt;
  Record& record = std::get<Record>(*next);
  if (after < record.actions.size()) record.actions.resize(after);
  auto played = play_record(record);
  if (const auto* error = std::get_if<PlayError>(&played)) {
    ADD_FAILURE() << file << ": " << play_error_text(record, *error);
    return std::nullopt;
  }
  return std::get<PlayedRecord>(std::move(played));
}

// The same count by the checked interface alone: every answer of legal() is applied, none counted
// without being played.
std::uint64_t count_slowly(const Rules& rules, const GameState& s, int depth) {
  if (depth == 0) return 1;
  std::vector<Action> answers;
  legal(rules, s, answers);
  std::uint64_t sum = 0;
  for (const Action& answer : answers) {
    GameState child = s;
    EXPECT_FALSE(apply(rules, child, answer).has_value());
    sum += count_slowly(rules, child, depth - 1);
  }
  return sum;
}

void check_line(const std::string& where, const PlayedRecord& at, int depth, std::uint64_t nodes) {
  tools::PerftCounter counter(*at.rules, depth);
  EXPECT_EQ(counter.count(at.state, depth), nodes) << where << ", depth " << depth;
  if (depth <= 2) {
    EXPECT_EQ(count_slowly(*at.rules, at.state, depth), nodes) << where << ", depth " << depth;
  }
}

int check_file(const fs::path& path) {
  std::ifstream in(path);
  std::string line, id;
  std::optional<PlayedRecord> at;
  int checked = 0;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word.starts_with('#')) continue;
    if (word == "id") {
      words >> id;
      at.reset();
    } else if (word == "record") {
      std::string file, after;
      std::size_t count = SIZE_MAX;
      words >> file;
      if (words >> after) words >> count;
      at = position(file, count);
      EXPECT_TRUE(at.has_value()) << path << ": " << id;
    } else {
      int depth = 0;
      std::uint64_t nodes = 0;
      EXPECT_TRUE(word == "perft" && words >> depth >> nodes) << path << ": " << line;
      if (!at) continue;
      check_line(path.filename().string() + " " + id, *at, depth, nodes);
      ++checked;
    }
  }
  return checked;
}

TEST(Perft, the_counts_are_those_of_the_files) {
  int checked = 0;
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".perft") checked += check_file(entry.path());
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace bastide
