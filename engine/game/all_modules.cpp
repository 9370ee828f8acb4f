// Every rule module the program knows, one line each. The order means nothing: order lives in
// turn_order.h, and a test installs the modules in other orders and expects the same games.
#include <array>

#include "engine/expansions/abbot/abbot.h"
#include "engine/expansions/bridges_castles_bazaars/bridges_castles_bazaars.h"
#include "engine/expansions/bridges_castles_bazaars/state.h"
#include "engine/expansions/count/count.h"
#include "engine/expansions/count/state.h"
#include "engine/expansions/cult/cult.h"
#include "engine/expansions/king_robber/king_robber.h"
#include "engine/expansions/king_robber/state.h"
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
      ModuleDef{ModuleId::bridges_castles_bazaars, "bridges_castles_bazaars",
                sizeof(bridges_castles_bazaars::BcbState), bridges_castles_bazaars::install},
      ModuleDef{ModuleId::wheel, "wheel", sizeof(wheel::WheelState), wheel::install, "wheel"},
      ModuleDef{ModuleId::princess_dragon, "princess_dragon",
                sizeof(princess_dragon::PrincessDragonState), princess_dragon::install},
      ModuleDef{ModuleId::river2, "river2", 0, river::install2, river::kStart2},
      ModuleDef{ModuleId::count, "count", sizeof(count::CountState), count::install, "count"},
      ModuleDef{ModuleId::king_robber, "king_robber", sizeof(king_robber::KingRobberState),
                king_robber::install},
      ModuleDef{ModuleId::cult, "cult", 0, cult::install},
      ModuleDef{ModuleId::castles_bridges, "castles_bridges",
                sizeof(castles_bridges::CastlesBridgesState), castles_bridges::install},
  };
  return kModulesKnown;
}

}  // namespace bastide
