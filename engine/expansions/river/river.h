// The River: twelve tiles with a stack of their own that open the map in place of the start tile.
#pragma once

#include "engine/rules/module.h"

namespace bastide::river {

inline constexpr std::string_view kStart = "river";

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::river
