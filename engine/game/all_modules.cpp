// Every rule module the program knows, one line each. The order means nothing: order lives in
// turn_order.h, and a test installs the modules in other orders and expects the same games.
#include <array>

#include "engine/expansions/abbot/abbot.h"
#include "engine/game/modules.h"

namespace bastide {

std::span<const ModuleDef> all_modules() {
  static constexpr std::array kModulesKnown{
      ModuleDef{ModuleId::abbot, "abbot", 0, abbot::install},
  };
  return kModulesKnown;
}

}  // namespace bastide
