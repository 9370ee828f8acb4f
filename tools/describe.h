// What the command line offers, told by the parser itself, so that manual and completion always
// have all of it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bastide::tools {

struct OptionText {
  std::vector<std::string> names;    // "-o", "--output"; of a positional argument "FILE"
  std::string value;                 // what it takes, like FILE or N; empty for a flag
  std::vector<std::string> choices;  // the words it takes, where they are known
  std::string help;
  std::string preset;   // the value if it is not given; empty: none to tell
  bool list = false;    // takes several, with commas between them
  bool number = false;  // takes no word and no file
};

struct CommandText {
  std::string name;
  std::string help;
  std::vector<OptionText> options;      // all with a dash
  std::vector<OptionText> positionals;  // in order
  std::vector<std::string> required;    // first names of those that cannot be left out
};

struct ProgramText {
  std::string help;
  std::vector<CommandText> commands;
};

ProgramText describe(const CLI::App& app);

// tools/manual.cpp: prints a page in the format of man(7), of all or of the command named.
int run_manual(const ProgramText& program, const std::string& command);

// tools/completion.cpp: prints what bash, zsh or fish reads.
int run_completion(const ProgramText& program, const std::string& shell);

}  // namespace bastide::tools
