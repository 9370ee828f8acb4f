// The Cult: shrines, which are monasteries but for the challenge between monk and heretic.
#pragma once

#include "engine/rules/module.h"

namespace bastide::cult {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::cult
