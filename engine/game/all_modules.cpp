// Every rule module the program knows, one line each. The order means nothing: order lives in
// turn_order.h, and a test installs the modules in other orders and expects the same games.
#include <array>

#include "engine/expansions/abbot/abbot.h"
#include "engine/expansions/bridges_castles_bazaars/bridges_castles_bazaars.h"
#include "engine/expansions/bridges_castles_bazaars/state.h"
#include "engine/expansions/princess_dragon/princess_dragon.h"
#include "engine/expansions/princess_dragon/state.h"
#include "engine/expansions/river/river.h"
#include "engine/expansions/wheel/state.h"
#include "engine/expansions/wheel/wheel.h"
#include "engine/game/modules.h"

namespace bastide {

std::span<const ModuleDef> all_modules() {
  static constexpr std::array kModulesKnown{
      ModuleDef{ModuleId::abbot, "abbot", 0, abbot::install},
      ModuleDef{ModuleId::river, "river", 0, river::install, river::kStart},
      ModuleDef{ModuleId::bridges_castles_bazaars, "bridges_castles_bazaars",
                sizeof(bridges_castles_bazaars::BcbState), bridges_castles_bazaars::install},
      ModuleDef{ModuleId::wheel, "wheel", sizeof(wheel::WheelState), wheel::install, "wheel"},
      ModuleDef{ModuleId::princess_dragon, "princess_dragon",
                sizeof(princess_dragon::PrincessDragonState), princess_dragon::install},
  };
  return kModulesKnown;
}

}  // namespace bastide
