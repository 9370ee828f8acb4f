// Castles & Bridges: bridges that a new tile may need, castles on small cities with a lady in them,
// granaries for farmers; all from one supply that belongs to nobody.
#pragma once

#include "engine/rules/module.h"

namespace bastide::castles_bridges {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::castles_bridges
