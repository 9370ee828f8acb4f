// From the words of a setup to compiled Rules. Everything a person can get wrong is answered
// with a sentence; nothing is guessed.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/rules/setup_words.h"

namespace bastide {

// Shared, because states and records of one game point into it.
using RulesPtr = std::shared_ptr<const Rules>;
std::variant<RulesPtr, SetupError> compile(const Setup& setup);
// With these modules, installed in their order (engine/game/modules.h).
struct ModuleDef;
std::variant<RulesPtr, SetupError> compile(const Setup& setup, std::span<const ModuleDef> modules);

// "base" or "base:3". The copies must be 1 or more.
std::variant<SetChoice, SetupError> parse_set_choice(std::string_view text);

// What `bastide rules` lists.
struct OptionInfo {
  std::string_view name;
  std::string_view sets;                 // comma separated: the option needs one of them
  std::vector<std::string_view> values;  // default first; "true"/"false" for booleans
  bool boolean = false;
  std::string_view ledger;              // "D-6"
  std::string_view meaning;             // one sentence
  bool RuleOptions::* field = nullptr;  // what it sets ...
  bool second_value = false;            // ... to what, when the second value is chosen
};
std::span<const OptionInfo> option_infos();

struct SetInfo {
  std::string_view name;
  std::string_view title;
  int tiles = 0;
  bool available = false;  // its rules exist
};
std::vector<SetInfo> set_infos();

// The start that the rules will use, and the words allowed for it.
std::string_view start_name(const Rules& rules);
std::span<const std::string_view> start_names();

// More tiles than this in one setup are refused (16-bit indices with room to spare).
inline constexpr int kMaxTilesInGame = 4000;

}  // namespace bastide
