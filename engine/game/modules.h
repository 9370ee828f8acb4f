// The rule modules the program knows. Adding an expansion adds one line to all_modules.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/game/setup.h"
#include "engine/rules/rules.h"

namespace bastide {

struct ModuleDef {
  ModuleId id;
  std::string_view set;          // the set that switches it on
  std::uint32_t state_bytes;     // its plain data in every state; 0 if it has none
  // Adds steps, decisions and hooks, moves tiles to other stacks, sets supplies. Runs only when
  // the module is on, before faces are made. May refuse the setup with a sentence.
  std::optional<SetupError> (*install)(Rules&, const Setup&);
};

std::span<const ModuleDef> all_modules();

}  // namespace bastide
