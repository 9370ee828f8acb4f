// A setup in the words of the wire, before it is compiled to Rules.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/rules/version.h"

namespace bastide {

struct PlayerSetup {
  std::string name;
};

// An option's value as written: a boolean or a word.
using OptionValue = std::variant<bool, std::string>;

struct SetChoice {
  std::string name;
  int copies = 1;
};

struct Setup {
  std::vector<SetChoice> sets;
  std::optional<std::string> start;  // left out: follows from the sets
  std::vector<std::pair<std::string, OptionValue>> options;
  std::vector<PlayerSetup> players;
  int rules = kRulesVersion;  // the version; no word of the setup, but carried beside it
};

struct SetupError {
  std::string reason;  // one sentence for the person who wrote the setup
};

}  // namespace bastide
