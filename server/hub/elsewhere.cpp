#include "server/hub/elsewhere.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_text.h"
#include "engine/notation/parse.h"

namespace bastide::server {

std::string Company::text() const {
  if (empty()) return {};
  ListText here;
  for (const std::string& guest : people) here.raw(quoted_text(guest));
  ObjectText lines;
  for (const auto& [account, since] : programs) lines.number(account, since);
  return ObjectText()
      .raw("people", here.take())
      .raw("programs", lines.take())
      .number("spectators", spectators)
      .take();
}

Company Company::read(std::string_view text) {
  Company company;
  const auto parsed = parse_json(text);
  const auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr || !json->is_object()) return company;
  const auto people = json->find("people"), programs = json->find("programs"),
             spectators = json->find("spectators");
  if (people != json->end() && people->is_array())
    for (const Json& guest : *people)
      if (guest.is_string()) company.people.insert(guest.get<std::string>());
  if (programs != json->end() && programs->is_object())
    for (const auto& [account, since] : programs->items())
      if (since.is_number_integer()) company.programs[account] = since.get<std::int64_t>();
  if (spectators != json->end() && spectators->is_number_integer())
    company.spectators = std::max<std::int64_t>(0, spectators->get<std::int64_t>());
  return company;
}

void Elsewhere::take(const std::vector<PresenceRow>& rows, std::string_view own_node) {
  company_ = {};
  for (const PresenceRow& row : rows) {
    if (row.node == own_node) continue;
    Company there = Company::read(row.text);
    company_.people.merge(there.people);
    for (const auto& [account, since] : there.programs) {
      std::int64_t& latest = company_.programs[account];
      latest = std::max(latest, since);
    }
    company_.spectators += there.spectators;
  }
}

std::optional<std::int64_t> Elsewhere::program_since(std::string_view account) const {
  const auto found = company_.programs.find(account);
  return found != company_.programs.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace bastide::server
