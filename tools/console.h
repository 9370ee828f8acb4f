// What the subcommands share: messages, input, colours.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "engine/notation/record.h"

namespace bastide::tools {

// One line on standard error: "bastide: …".
void complain(std::string_view what);

// Colours for a terminal; empty strings when standard output is none, or NO_COLOR is set.
struct Paint {
  std::string_view bold, dim, red, green, yellow, blue, magenta, cyan, off;
};
const Paint& paint();

// How wide a UTF-8 text is on a terminal, counted in code points, and the text filled up to a
// width.
std::size_t width_of(std::string_view text);
std::string padded(std::string text, std::size_t width);

// One record of a file, with its number from 1 and the name to show in messages.
struct RecordInFile {
  const Record& record;
  std::size_t number;
  std::string where;  // "game.json", or "games.jsonl: record 3" when there are several
};

// Calls `use` for every record of the file ("-": standard input) until it returns an exit code
// other than 0. A malformed file is complained about: exit 2.
int for_each_record(const std::string& file, const std::function<int(const RecordInFile&)>& use);

// Complains about a record that does not play, and gives the exit code for it.
int complain_about(const RecordInFile& from, const PlayError& error);

}  // namespace bastide::tools
