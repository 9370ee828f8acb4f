// The Princess and the Dragon: volcanoes and a dragon that eats, princesses that send knights away,
// portals to any tile, and a fairy.
#pragma once

#include "engine/rules/module.h"

namespace bastide::princess_dragon {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::princess_dragon
