// The Abbot: a second figure for monasteries and gardens that may be taken back early.
#pragma once

#include "engine/rules/module.h"

namespace bastide::abbot {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::abbot
