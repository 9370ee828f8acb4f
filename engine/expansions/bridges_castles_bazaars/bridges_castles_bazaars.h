// Bridges, Castles and Bazaars: roads over fields, castles instead of small cities, auctions.
#pragma once

#include "engine/rules/module.h"

namespace bastide::bridges_castles_bazaars {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::bridges_castles_bazaars
