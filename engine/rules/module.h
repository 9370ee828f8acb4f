// What a rule module hands to the composition in engine/game/all_modules.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/rules/rules.h"

namespace bastide {

struct ModuleDef {
  ModuleId id;
  std::string_view set;       // the set that switches it on
  std::uint32_t state_bytes;  // its plain data in every state; 0 if it has none
  // Adds steps, decisions and hooks, moves tiles to other stacks, sets supplies. Runs only when
  // the module is on, before faces are made. May refuse the setup with a sentence.
  std::optional<SetupError> (*install)(Rules&, const Setup&);
  std::string_view start = {};  // the start of the map it brings, if it brings one
};

}  // namespace bastide
