// Manual pages and completion: they say what the command line offers, all of it.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/tools/cli_run.h"

namespace bastide::test_help {
namespace {

std::set<std::string> all_in(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
    all.insert((*it)[1].str());
  return all;
}

class Manual : public CliRun {
 protected:
  std::set<std::string> commands() {
    const std::string help = run("--help").out;
    return all_in(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) ");
  }
  std::set<std::string> options(const std::string& command) {
    return all_in(run(command + " --help").out, "(--[a-z][a-z-]*)");
  }
  std::string completion(const std::string& shell) {
    const Output output = run("completion " + shell);
    EXPECT_EQ(output.code, 0) << output.err;
    return output.out;
  }
  // What bash offers for a line that ends where the cursor is; words with quotes round them.
  std::string offered(const std::string& words) {
    std::ofstream(folder_ / "try.bash")
        << completion("bash") << "compopt() { :; }\nCOMP_WORDS=(bastide " << words
        << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_bastide\necho \"${COMPREPLY[*]}\"\n";
    const std::string out = (folder_ / "offered").string();
    EXPECT_EQ(
        std::system(("bash '" + (folder_ / "try.bash").string() + "' >'" + out + "'").c_str()), 0);
    const std::string text = slurp(out);
    return text.substr(0, text.find('\n'));
  }
  bool reads(const std::string& shell) {
    const std::string file = (folder_ / ("completion." + shell)).string();
    std::ofstream(file) << completion(shell);
    // Where the shell is not installed nobody uses its completion.
    return std::system(("! command -v " + shell + " >/dev/null || " + shell + " -n '" + file + "'")
                           .c_str()) == 0;
  }
};

TEST_F(Manual, HasAPageForEveryCommandWithAllItsOptions) {
  const std::string overview = run("manual").out;
  ASSERT_GE(commands().size(), 20u);
  for (const std::string& command : commands()) {
    EXPECT_NE(overview.find("\\fBbastide\\-" + command + "\\fR(1)"), std::string::npos) << command;
    const Output page = run("manual " + command);
    EXPECT_EQ(page.code, 0) << command;
    for (std::string option : options(command)) {
      option = std::regex_replace(option, std::regex("-"), "\\-");
      EXPECT_NE(page.out.find(option), std::string::npos) << command << " " << option;
    }
  }
}

TEST_F(Manual, CannotBreakTheFormatOfThePage) {
  for (const std::string& command : commands()) {
    std::istringstream lines(run("manual " + command).out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_FALSE(line.starts_with("'")) << line;
      if (!line.starts_with(".")) continue;
      EXPECT_TRUE(std::regex_search(line, std::regex("^\\.(TH|SH|TP|B|BR|PP|br|nf|fi)( |$)")))
          << line;
    }
  }
}

TEST_F(Manual, RefusesACommandThatThereIsNot) {
  const Output output = run("manual nothing");
  EXPECT_EQ(output.code, 2);
  EXPECT_TRUE(output.out.empty());
  EXPECT_NE(output.err.find("nothing"), std::string::npos);
  EXPECT_EQ(run("completion tcsh").code, 2);
}

TEST_F(Manual, CompletionOfEveryShellKnowsEveryOption) {
  const std::string zsh = completion("zsh"), fish = completion("fish");
  for (const std::string& command : commands()) {
    const std::string offers = offered(command + " -");
    for (const std::string& option : options(command)) {
      EXPECT_NE((" " + offers + " ").find(" " + option + " "), std::string::npos)
          << command << " " << option << ": " << offers;
      EXPECT_NE(zsh.find(option + "["), std::string::npos) << option;
      EXPECT_NE(fish.find("'__fish_seen_subcommand_from " + command + "'"), std::string::npos);
      EXPECT_NE(fish.find(" -l " + option.substr(2) + " "), std::string::npos) << option;
    }
  }
  for (const char* shell : {"bash", "zsh", "fish"}) EXPECT_TRUE(reads(shell)) << shell;
}

TEST_F(Manual, CompletionOffersWhatFits) {
  EXPECT_EQ(offered("se"), "serve");
  EXPECT_EQ(offered("serve --log ''"), "text json off");
  EXPECT_EQ(offered("render game.json --theme n"), "night");
  EXPECT_EQ(offered("simulate --sets base,whe"), "base,wheel");
  EXPECT_EQ(offered("arena --bots greedy,level8"), "greedy,level8");
  EXPECT_EQ(offered("completion z"), "zsh");
  EXPECT_EQ(offered("replay ''"), "");  // files, which the shell knows
}

}  // namespace
}  // namespace bastide::test_help
