#include "tools/setup_args.h"

#include <algorithm>

namespace bastide::tools {

namespace {

// "fields=false": true and false are booleans for boolean options, words otherwise.
std::variant<std::pair<std::string, OptionValue>, SetupError> parse_option(
    const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return SetupError{"--option " + text + ": write it as name=value"};
  std::string name = text.substr(0, equals);
  std::string value = text.substr(equals + 1);
  const auto infos = option_infos();
  const auto info = std::ranges::find(infos, name, &OptionInfo::name);
  if (info != infos.end() && info->boolean && (value == "true" || value == "false"))
    return std::pair{std::move(name), OptionValue{value == "true"}};
  return std::pair{std::move(name), OptionValue{std::move(value)}};
}

}  // namespace

std::variant<Setup, SetupError> setup_from(const SetupArgs& args) {
  Setup setup;
  for (const std::string& text : args.sets) {
    auto choice = parse_set_choice(text);
    if (auto* error = std::get_if<SetupError>(&choice)) return *error;
    setup.sets.push_back(std::get<SetChoice>(std::move(choice)));
  }
  if (!args.start.empty()) setup.start = args.start;
  for (const std::string& text : args.options) {
    auto option = parse_option(text);
    if (auto* error = std::get_if<SetupError>(&option)) return *error;
    setup.options.push_back(std::get<0>(std::move(option)));
  }
  if (args.players < kMinPlayers || args.players > kMaxPlayers)
    return SetupError{"--players must be " + std::to_string(kMinPlayers) + " to " +
                      std::to_string(kMaxPlayers)};
  for (int i = 1; i <= args.players; ++i) setup.players.push_back({"Player " + std::to_string(i)});
  return setup;
}

}  // namespace bastide::tools
