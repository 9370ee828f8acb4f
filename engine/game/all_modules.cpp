// Every rule module the program knows, one line each. The order means nothing: order lives in
// turn_order.h, and a test installs the modules in other orders and expects the same games.
#include <array>

#include "engine/expansions/abbot/abbot.h"
#include "engine/expansions/castles_bridges/castles_bridges.h"
#include "engine/expansions/castles_bridges/state.h"
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
      ModuleDef{ModuleId::wheel, "wheel", sizeof(wheel::WheelState), wheel::install, "wheel"},
      ModuleDef{ModuleId::princess_dragon, "princess_dragon",
                sizeof(princess_dragon::PrincessDragonState), princess_dragon::install},
      ModuleDef{ModuleId::castles_bridges, "castles_bridges",
                sizeof(castles_bridges::CastlesBridgesState), castles_bridges::install},
  };
  return kModulesKnown;
}

}  // namespace bastide
