#include <nlohmann/json.hpp>

#include "engine/notation/json_setup.h"

namespace bastide {

namespace {

using Error = std::optional<FormError>;

void read_sets(const Json& value, const Path& path, Setup& setup, Error& error) {
  if (value.empty() || value.size() > kMaxSetsInSetup)
    return fail(error, path, "must name 1 to " + std::to_string(kMaxSetsInSetup) + " sets");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Path here{&path, {}, i};
    if (!check_name(value[i], here, error)) return;
    auto choice = parse_set_choice(*value[i].get_ptr<const std::string*>());
    if (const auto* wrong = std::get_if<SetupError>(&choice))
      return fail(error, here, wrong->reason);
    setup.sets.push_back(std::get<SetChoice>(std::move(choice)));
  }
}

void read_options(const Json& value, const Path& path, Setup& setup, Error& error) {
  const auto* members = value.get_ptr<const Json::object_t*>();
  if (members == nullptr) return fail(error, path, "must be an object");
  if (members->size() > kMaxOptionsInSetup) return fail(error, path, "has too many members");
  for (const auto& [name, choice] : *members) {
    if (!check_name(Json(name), path, error)) return;
    const Path here{&path, name};
    if (const auto* flag = choice.get_ptr<const bool*>()) {
      setup.options.emplace_back(name, *flag);
    } else if (!choice.is_string()) {
      return fail(error, here, "must be true, false or a string");
    } else if (check_name(choice, here, error)) {
      setup.options.emplace_back(name, *choice.get_ptr<const std::string*>());
    }
  }
}

void read_players(const Json& value, const Path& path, Setup& setup, Error& error) {
  if (value.size() < kMinPlayers || value.size() > kMaxPlayers)
    return fail(error, path,
                "must name " + std::to_string(kMinPlayers) + " to " + std::to_string(kMaxPlayers) +
                    " players");
  for (std::size_t i = 0; i < value.size() && !error; ++i) {
    const Path here{&path, {}, i};
    ObjectReader player(value[i], here, error);
    const std::string_view name = player.word("name");
    player.finish();
    setup.players.push_back({std::string(name)});
  }
}

}  // namespace

Formed<Setup> setup_from_json(const Json& value, const Path& path) {
  Error error;
  Setup setup;
  ObjectReader reader(value, path, error);
  if (const Json* sets = reader.array("sets")) read_sets(*sets, Path{&path, "sets"}, setup, error);
  if (reader.has("start")) setup.start = std::string(reader.word("start"));
  if (const Json* options = reader.optional("options"))
    read_options(*options, Path{&path, "options"}, setup, error);
  if (const Json* players = reader.array("players"))
    read_players(*players, Path{&path, "players"}, setup, error);
  reader.finish();
  if (error) return *std::move(error);
  return setup;
}

Json setup_to_json(const Setup& setup) {
  Json sets = Json::array();
  for (const SetChoice& set : setup.sets)
    sets.push_back(set.copies == 1 ? set.name : set.name + ":" + std::to_string(set.copies));
  Json options = Json::object();
  for (const auto& [name, value] : setup.options)
    std::visit([&, &name = name](const auto& v) { options[name] = v; }, value);
  Json players = Json::array();
  for (const PlayerSetup& player : setup.players) {
    Json object;
    object["name"] = player.name;
    players.push_back(std::move(object));
  }
  Json json;
  json["sets"] = std::move(sets);
  if (setup.start) json["start"] = *setup.start;
  json["options"] = std::move(options);
  json["players"] = std::move(players);
  return json;
}

}  // namespace bastide
