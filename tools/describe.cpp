// The command line of CLI11 as plain text.
#include "tools/describe.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "bots/bot.h"
#include "bots/levels.h"
#include "engine/game/setup.h"

namespace bastide::tools {

namespace {

std::vector<std::string> playable_sets() {
  std::vector<std::string> names;
  for (const SetInfo& set : set_infos())
    if (set.available) names.emplace_back(set.name);
  return names;
}

std::vector<std::string> all_bots() {
  std::vector<std::string> names;
  for (const std::string_view name : bot_names()) names.emplace_back(name);
  for (const Level& level : levels())
    if (!std::ranges::count(names, level.name)) names.emplace_back(level.name);
  return names;
}

// The parser writes them as {a,b,c} into the name of the type.
std::vector<std::string> words_in_braces(const std::string& type) {
  std::vector<std::string> words;
  const auto open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return words;
  for (std::size_t at = open + 1; at <= close;) {
    const auto end = std::min(type.find(',', at), close);
    words.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::vector<std::string> choices_of(const CLI::Option& option, const std::string& name,
                                    const std::string& command) {
  if (name == "--sets" || name == "SET") return playable_sets();
  if (name == "--bots" || name == "--bot" || (name == "NAME" && command == "bot"))
    return all_bots();
  if (name == "--start") {
    std::vector<std::string> starts;
    for (const std::string_view start : start_names()) starts.emplace_back(start);
    return starts;
  }
  return words_in_braces(option.get_type_name());
}

std::string value_of(const CLI::Option& option, const std::string& name, bool number) {
  if (number) return "N";
  for (const char* word : {"file", "File"})
    if (option.get_description().find(word) != std::string::npos) return "FILE";
  std::string upper = name.substr(name.find_first_not_of('-'));
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return upper;
}

OptionText describe_option(const CLI::Option& option, const std::string& command) {
  OptionText text;
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  if (text.names.empty()) text.names.push_back(option.get_name(true));
  text.help = option.get_description();
  if (option.get_items_expected_max() == 0) return text;
  const std::string& name = text.names.back();
  const std::string type = option.get_type_name();
  text.number = type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT") ||
                type.starts_with("NUMBER");
  text.choices = choices_of(option, name, command);
  text.value = value_of(option, name, text.number);
  text.preset = option.get_default_str();
  text.list = option.get_delimiter() != '\0';
  return text;
}

CommandText describe_command(const CLI::App& app) {
  CommandText command;
  command.name = app.get_name();
  command.help = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    OptionText text = describe_option(*option, command.name);
    if (option->get_required()) command.required.push_back(text.names.front());
    (option->nonpositional() ? command.options : command.positionals).push_back(std::move(text));
  }
  return command;
}

}  // namespace

ProgramText describe(const CLI::App& app) {
  ProgramText program;
  program.help = app.get_description();
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
    program.commands.push_back(describe_command(*each));
  return program;
}

}  // namespace bastide::tools
