#include "engine/notation/json_rules.h"

#include <algorithm>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/game/setup.h"

namespace bastide {

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

}  // namespace

Json rules_to_json() {
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

}  // namespace bastide
