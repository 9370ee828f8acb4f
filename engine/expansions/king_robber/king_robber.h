// King and robber baron: titles for the largest city and the longest road, and five ordinary tiles.
#pragma once

#include "engine/rules/module.h"

namespace bastide::king_robber {

std::optional<SetupError> install(Rules& rules, const Setup& setup);

}  // namespace bastide::king_robber
