// The Wheel of Fortune: a start board with a wheel on it. A tile with an icon moves the pig, the
// sector it reaches acts on all players, and meeples on that sector's crowns score.
#pragma once

#include "engine/rules/module.h"

namespace bastide::wheel {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::wheel
