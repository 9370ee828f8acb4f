// bastide completion: what bash, zsh and fish read to complete a command line.
#include <fmt/format.h>

#include <algorithm>

#include "tools/commands.h"
#include "tools/describe.h"

namespace bastide::tools {

namespace {

std::string words(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

std::vector<std::string> names_of(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> commands_of(const ProgramText& program) {
  std::vector<std::string> names;
  for (const CommandText& command : program.commands) names.push_back(command.name);
  return names;
}

std::string replaced(std::string_view text, std::string_view letters, std::string_view before) {
  std::string out;
  for (const char c : text) {
    if (letters.find(c) != std::string_view::npos) out += before;
    out += c;
  }
  return out;
}

// --- bash ---

constexpr std::string_view kBashEnd = R"(  esac
  if [ -n "$words" ]; then
    local before=''
    if [ -n "$list" ] && [[ $cur == *,* ]]; then before="${cur%,*},"; fi
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "${cur#"$before"}")
    if [ -n "$list" ]; then compopt -o nospace; fi
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  fi
}
complete -o default -F _bastide bastide
)";

void print_bash_option(const OptionText& option) {
  if (option.value.empty()) return;
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : "|") + name;
  if (!option.choices.empty())
    fmt::print("        {}) words='{}' list={} ;;\n", names, words(option.choices),
               option.list ? "1" : "''");
  else
    fmt::print("        {}) {} ;;\n", names,
               option.number ? "compopt +o default; return" : "return");
}

void print_bash_command(const CommandText& command) {
  fmt::print("    {})\n      options='{}'\n", command.name, words(names_of(command)));
  if (!command.positionals.empty() && !command.positionals.front().choices.empty())
    fmt::print("      if [[ $cur != -* ]]; then words='{}'; fi\n",
               words(command.positionals.front().choices));
  fmt::print("      case \"$prev\" in\n");
  for (const OptionText& option : command.options) print_bash_option(option);
  fmt::print("      esac\n      ;;\n");
}

void print_bash(const ProgramText& program) {
  fmt::print(
      "# Completion for bash, printed by `bastide completion bash`.\n_bastide() {{\n"
      "  local cur=\"${{COMP_WORDS[COMP_CWORD]}}\" prev=\"${{COMP_WORDS[COMP_CWORD - 1]}}\"\n"
      "  local options='' words='' list=''\n  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$cur\")\n"
      "    return\n  fi\n  case \"${{COMP_WORDS[1]}}\" in\n",
      words(commands_of(program)));
  for (const CommandText& command : program.commands) print_bash_command(command);
  fmt::print("{}", kBashEnd);
}

// --- zsh ---

std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : replaced(text, "[]:\\", "\\")) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out;
}

std::string zsh_action(const OptionText& option) {
  if (option.number) return " ";
  if (option.choices.empty()) return "_files";
  if (option.list) return "_values -s , " + option.value + " " + words(option.choices);
  return "(" + words(option.choices) + ")";
}

void print_zsh_command(const CommandText& command) {
  fmt::print("    {})\n      _arguments", command.name);
  for (const OptionText& option : command.options) {
    const bool again = option.help.find("repeated") != std::string::npos;
    for (const std::string& name : option.names) {
      fmt::print(" \\\n        '{}{}[{}]", again ? "*" : "", name, zsh_text(option.help));
      if (!option.value.empty()) fmt::print(":{}:{}", option.value, zsh_action(option));
      fmt::print("'");
    }
  }
  for (const OptionText& option : command.positionals)
    fmt::print(" \\\n        ':{}:{}'", option.value, zsh_action(option));
  fmt::print("\n      ;;\n");
}

void print_zsh(const ProgramText& program) {
  fmt::print(
      "#compdef bastide\n# Completion for zsh, printed by `bastide completion zsh`.\n"
      "_bastide() {{\n  local -a commands=(\n");
  for (const CommandText& command : program.commands)
    fmt::print("    '{}:{}'\n", command.name, zsh_text(command.help));
  fmt::print(
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n");
  for (const CommandText& command : program.commands) print_zsh_command(command);
  fmt::print(
      "  esac\n}}\nif [ \"$funcstack[1]\" = _bastide ]; then _bastide \"$@\"; "
      "else compdef _bastide bastide; fi\n");
}

// --- fish ---

std::string fish_text(std::string_view text) { return "'" + replaced(text, "'\\", "\\") + "'"; }

std::string fish_values(const OptionText& option) {
  if (option.value.empty()) return "";
  if (option.number) return " -x";
  if (option.choices.empty()) return " -r -F";
  if (option.list) return " -x -a '(__fish_append , " + words(option.choices) + ")'";
  return " -x -a '" + words(option.choices) + "'";
}

void print_fish_command(const CommandText& command) {
  const std::string when =
      fmt::format("complete -c bastide -n '__fish_seen_subcommand_from {}'", command.name);
  for (const OptionText& option : command.options) {
    fmt::print("{}", when);
    for (const std::string& name : option.names)
      fmt::print(" {}", name.starts_with("--") ? "-l " + name.substr(2) : "-s " + name.substr(1));
    fmt::print("{} -d {}\n", fish_values(option), fish_text(option.help));
  }
  for (const OptionText& option : command.positionals)
    fmt::print("{}{}\n", when,
               option.choices.empty() ? " -F" : " -a '" + words(option.choices) + "'");
}

void print_fish(const ProgramText& program) {
  fmt::print(
      "# Completion for fish, printed by `bastide completion fish`.\ncomplete -c bastide -f\n"
      "complete -c bastide -n __fish_use_subcommand -l help -d 'How it is used'\n"
      "complete -c bastide -n __fish_use_subcommand -l version -d 'Which version this is'\n");
  for (const CommandText& command : program.commands)
    fmt::print("complete -c bastide -n __fish_use_subcommand -a {} -d {}\n", command.name,
               fish_text(command.help));
  for (const CommandText& command : program.commands) print_fish_command(command);
}

}  // namespace

int run_completion(const ProgramText& program, const std::string& shell) {
  if (shell == "bash")
    print_bash(program);
  else if (shell == "zsh")
    print_zsh(program);
  else
    print_fish(program);
  return kExitOk;
}

}  // namespace bastide::tools
