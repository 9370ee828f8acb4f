// Checks JSON against the tables from which the types of the web client are printed: what the
// server really sends has exactly the members and types that the client was told.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "server/message/wire_types.h"

namespace bastide::server::hub_play {

// What is wrong, with the path to it, or "".
std::string misfit(const Json& value, std::string_view type, const std::string& path);
std::string misfit_of_message(const Json& message);

inline std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Parts between separators that stand outside of brackets and quotes.
inline std::vector<std::string_view> split_outside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (c == '"') quoted = !quoted;
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c != separator || depth != 0 || quoted) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

inline const WireType* find_type(std::span<const WireType> types, std::string_view name) {
  for (const WireType& type : types)
    if (type.name == name) return &type;
  return nullptr;
}

// `also` are members that every object of this kind has.
inline std::string misfit_of_members(const Json& value, std::string_view members,
                                     std::vector<std::string_view> also, const std::string& path) {
  if (!value.is_object()) return path + ": is no object";
  std::size_t known = 0;
  for (const std::string_view name : also) known += value.contains(name);
  for (const std::string_view member : split_outside(members, ';')) {
    if (member.empty()) continue;
    const auto colon = member.find(':');
    std::string_view name = member.substr(0, colon);
    const bool optional = name.ends_with('?');
    if (optional) name.remove_suffix(1);
    if (!value.contains(name)) {
      if (!optional) return path + ": lacks " + std::string(name);
      continue;
    }
    ++known;
    const std::string wrong = misfit(value[std::string(name)], trimmed(member.substr(colon + 1)),
                                     path + "." + std::string(name));
    if (!wrong.empty()) return wrong;
  }
  return known == value.size() ? ""
                               : path + ": has a member too many: " + value.dump().substr(0, 300);
}

inline std::string misfit_of_action(const Json& value, const std::string& path) {
  const auto kind = parse_name<ActionKind>(kActionNames, value.value("do", ""));
  if (!kind) return path + ": no action";
  std::string members = "by?: Seat | \"dealer\"";
  for (const ActionMember& member : action_members(*kind))
    members.append("; ")
        .append(member.name)
        .append(member.optional ? "?: " : ": ")
        .append(member.type);
  return misfit_of_members(value, members, {"do"}, path);
}

inline std::string misfit_of_event(const Json& value, const std::string& path) {
  const WireType* type = find_type(wire_events(), value.value("event", ""));
  return type == nullptr ? path + ": no event"
                         : misfit_of_members(value, type->members, {"event"}, path + "(event)");
}

inline std::optional<bool> fits_simple(const Json& value, std::string_view type) {
  if (type == "string" || type == "TileId") return value.is_string();
  if (type == "number") return value.is_number_integer();
  if (type == "Seat") return value.is_number_integer() && value >= 0 && value < kMaxPlayers;
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "Rot") return value == 0 || value == 90 || value == 180 || value == 270;
  if (type == "Cell")
    return value.is_array() && value.size() == 2 && value[0].is_number_integer() &&
           value[1].is_number_integer();
  if (type.starts_with('"')) return value == type.substr(1, type.size() - 2);
  for (const WireWords& list : wire_words()) {
    if (list.name != type) continue;
    for (const std::string_view word : list.words)
      if (value == word) return true;
    return false;
  }
  return std::nullopt;
}

inline std::string misfit_of_all(const Json& value, std::string_view type,
                                 const std::string& path) {
  std::size_t index = 0;
  for (const Json& element : value) {
    const std::string wrong = misfit(element, type, path + "[" + std::to_string(index++) + "]");
    if (!wrong.empty()) return wrong;
  }
  return "";
}

inline std::string misfit(const Json& value, std::string_view type, const std::string& path) {
  if (const auto choices = split_outside(type, '|'); choices.size() > 1) {
    std::string all;
    for (const std::string_view choice : choices) {
      const std::string wrong = misfit(value, choice, path);
      if (wrong.empty()) return "";
      all += wrong + " / ";
    }
    return all;
  }
  if (type.ends_with("[]"))
    return value.is_array() ? misfit_of_all(value, type.substr(0, type.size() - 2), path)
                            : path + ": is no list";
  if (type.starts_with('(')) return misfit(value, type.substr(1, type.size() - 2), path);
  if (type.starts_with("Record<string, "))
    return value.is_object() ? misfit_of_all(value, type.substr(15, type.size() - 16), path)
                             : path + ": is no object";
  if (type == "Action") return misfit_of_action(value, path);
  if (type == "GameEvent") return misfit_of_event(value, path);
  if (const WireType* choice = find_type(wire_choices(), type))
    return misfit(value, choice->members, path);
  if (const WireType* object = find_type(wire_objects(), type))
    return misfit_of_members(value, object->members, {}, path);
  const auto fits = fits_simple(value, type);
  if (!fits) return path + ": there is no type " + std::string(type);
  return *fits ? "" : path + ": is no " + std::string(type) + ": " + value.dump().substr(0, 100);
}

inline std::string misfit_of_message(const Json& message) {
  const WireType* type = find_type(server_messages(), message.value("type", ""));
  if (type == nullptr) return "no message of the server: " + message.dump().substr(0, 200);
  return misfit_of_members(message, type->members, {"type", "re"}, std::string(type->name));
}

}  // namespace bastide::server::hub_play
