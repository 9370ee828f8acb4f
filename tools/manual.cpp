// bastide manual: pages for man, from what the command line says of itself.
#include <fmt/format.h>

#include <algorithm>

#include "tools/commands.h"
#include "tools/console.h"
#include "tools/describe.h"
#include "tools/version.h"

namespace bastide::tools {

namespace {

// Text as it is, whatever it begins with; dashes stay dashes that can be copied.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string title(std::string_view name) {
  std::string upper(name);
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return fmt::format(".TH {} 1 \"\" \"bastide {}\" \"Bastide\"\n", roff(upper), version());
}

void print_option(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += (names.empty() ? "" : ", ") +
             (option.names.front().starts_with('-') ? bold(name) : italic(name));
  if (!option.value.empty() && option.names.front().starts_with('-'))
    names += " " + italic(option.value);
  fmt::print(".TP\n{}\n{}.", names, roff(option.help));
  if (!option.preset.empty()) fmt::print(" The default is {}.", bold(option.preset));
  if (!option.choices.empty())
    fmt::print("\n.br\nKnown: {}.", roff(fmt::format("{}", fmt::join(option.choices, ", "))));
  fmt::print("\n");
}

bool is_required(const CommandText& command, const OptionText& option) {
  return std::ranges::count(command.required, option.names.front()) != 0;
}

std::string synopsis(const CommandText& command) {
  std::string line = bold("bastide " + command.name);
  for (const OptionText& option : command.positionals)
    line += is_required(command, option) ? " " + italic(option.names.front())
                                         : " [" + italic(option.names.front()) + "]";
  for (const OptionText& option : command.options)
    if (is_required(command, option))
      line += " " + bold(option.names.back()) + " " + italic(option.value);
  return line + " [" + italic("options") + "]";
}

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nAn illegal action in a record, or a run that "
    "failed.\n.TP\n.B 2\nA malformed file or wrong usage. One line on standard error says what is "
    "wrong.\n";

int print_command(const CommandText& command) {
  fmt::print("{}.SH NAME\n{} \\- {}\n", title("bastide-" + command.name),
             roff("bastide-" + command.name), roff(command.help));
  fmt::print(".SH SYNOPSIS\n{}\n.SH OPTIONS\n", synopsis(command));
  for (const OptionText& option : command.positionals) print_option(option);
  for (const OptionText& option : command.options) print_option(option);
  fmt::print("{}.SH SEE ALSO\n.BR bastide (1)\n", kExitStatus);
  return kExitOk;
}

int print_program(const ProgramText& program) {
  fmt::print(
      "{}.SH NAME\nbastide \\- board games of the Carcassonne family, played, hosted and "
      "reviewed\n.SH SYNOPSIS\n{} {} [{}]\n.br\n{}\n.br\n{}\n",
      title("bastide"), bold("bastide"), italic("COMMAND"), italic("options"),
      bold("bastide --version"), bold("bastide COMMAND --help"));
  fmt::print(
      ".SH DESCRIPTION\n{}.\n.PP\nA record is a game as a JSON file: its setup and its "
      "actions, chance included. A single dash stands for standard input wherever a record "
      "is read.\n.SH COMMANDS\n",
      roff(program.help));
  for (const CommandText& command : program.commands)
    fmt::print(".TP\n{}\n{}; see {}(1).\n", bold(command.name), roff(command.help),
               bold("bastide-" + command.name));
  fmt::print(
      "{}.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colours on a terminal.\n"
      ".SH EXAMPLES\nA game of two bots, looked at and drawn:\n.PP\n.nf\n"
      "{}\n{}\n{}\n.fi\n.PP\nA server for this machine, at "
      "http://localhost:8080:\n.PP\n.nf\n{}\n.fi\n",
      kExitStatus, roff("  bastide simulate --games 1 --bots greedy --records game.json"),
      roff("  bastide review game.json --nodes 200"),
      roff("  bastide render game.json -o board.png --features"), roff("  bastide serve"));
  fmt::print(".SH SEE ALSO\n");
  for (const CommandText& command : program.commands)
    fmt::print(".BR {} (1){}\n", roff("bastide-" + command.name),
               &command == &program.commands.back() ? "" : ",");
  return kExitOk;
}

}  // namespace

int run_manual(const ProgramText& program, const std::string& name) {
  if (name.empty()) return print_program(program);
  const auto found = std::ranges::find(program.commands, name, &CommandText::name);
  if (found != program.commands.end()) return print_command(*found);
  complain("manual: there is no command '" + name + "'; 'bastide --help' lists the commands");
  return kExitMalformed;
}

}  // namespace bastide::tools
