// Template: what the composition sees of a module.
#pragma once

#include "engine/rules/module.h"

namespace bastide::toy {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::toy
