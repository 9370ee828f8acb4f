// The games of the five rulebooks and mixtures that go well together, ready to be chosen.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bastide::server {

struct Preset {
  std::string_view id;
  std::span<const std::string_view> sets;
};
std::span<const Preset> presets();

std::string presets_text();  // a list, as GET /api/rules has it
std::string bots_text();     // the opponents that may be chosen

bool is_known_bot(std::string_view name);

}  // namespace bastide::server
