// From the words of the command line (--sets, --start, --option, --players) to a Setup.
#pragma once

#include <string>
#include <variant>

#include "engine/game/setup.h"
#include "tools/commands.h"

namespace bastide::tools {

// Players are named "Player 1", "Player 2" and so on. The error is one sentence; exit 2.
std::variant<Setup, SetupError> setup_from(const SetupArgs& args);

}  // namespace bastide::tools
