// bastide rules: the sets, starts and options that a setup may name.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/game/setup.h"
#include "engine/notation/form.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (word.starts_with(' ')) word.remove_prefix(1);
    words.emplace_back(word);
  }
  return words;
}

Json value_json(const OptionInfo& info, std::string_view value) {
  return info.boolean ? Json(value == "true") : Json(value);
}

Json option_json(const OptionInfo& info) {
  Json values = Json::array();
  for (const std::string_view value : info.values) values.push_back(value_json(info, value));
  Json json;
  json["name"] = info.name;
  json["sets"] = split(info.sets);
  json["values"] = std::move(values);
  json["default"] = value_json(info, info.values.front());
  json["ledger"] = info.ledger;
  json["meaning"] = info.meaning;
  return json;
}

Json rules_json() {
  Json json;
  Json& sets = json["sets"] = Json::array();
  for (const SetInfo& set : set_infos()) {
    Json row;
    row["name"] = set.name;
    row["title"] = set.title;
    row["tiles"] = set.tiles;
    row["available"] = set.available;
    sets.push_back(std::move(row));
  }
  Json& starts = json["starts"] = Json::array();
  for (const std::string_view start : start_names()) starts.push_back(start);
  Json& options = json["options"] = Json::array();
  for (const OptionInfo& info : option_infos()) options.push_back(option_json(info));
  return json;
}

void print_sets() {
  const Paint& p = paint();
  fmt::print("{}Sets{}\n", p.bold, p.off);
  for (const SetInfo& set : set_infos())
    fmt::print("  {}{:<24}{} {:>3} tiles  {}{}\n", set.available ? p.green : p.dim, set.name, p.off,
               set.tiles, set.title, set.available ? "" : "  (tiles only: not playable yet)");
  fmt::print("  Several copies of a set: {}base:2{}\n", p.cyan, p.off);
}

void print_starts() {
  const Paint& p = paint();
  fmt::print("\n{}Starts{} (left out, the start follows from the sets)\n ", p.bold, p.off);
  for (const std::string_view start : start_names()) fmt::print(" {}{}{}", p.cyan, start, p.off);
  fmt::print("\n");
}

void print_options() {
  const Paint& p = paint();
  fmt::print("\n{}Options{} (the default first)\n", p.bold, p.off);
  for (const OptionInfo& info : option_infos()) {
    std::string values;
    for (const std::string_view value : info.values)
      values.append(values.empty() ? "" : " | ").append(value);
    fmt::print("  {}{}{} = {}\n", p.yellow, info.name, p.off, values);
    fmt::print("      {} {}[{}; {}]{}\n", info.meaning, p.dim, info.sets, info.ledger, p.off);
  }
}

}  // namespace

int run_rules(const RulesOptions& options) {
  if (options.json) {
    fmt::print("{}\n", line_of(rules_json()));
    return kExitOk;
  }
  print_sets();
  print_starts();
  print_options();
  return kExitOk;
}

}  // namespace bastide::tools
