// The Count and the City of Carcassonne: a start board with four quarters, from which pieces join
// features that are being scored.
#pragma once

#include "engine/rules/module.h"

namespace bastide::count {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::count
