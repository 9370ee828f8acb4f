// Compiled rules are most of what a game keeps. Tables with the same setup have them in common.
#pragma once

#include <variant>

#include "engine/game/setup.h"

namespace bastide::server {

// The rules of a setup for as many players. They know no names: those are in the setup. From any
// thread; they live as long as some game has them.
std::variant<RulesPtr, SetupError> shared_rules(const Setup& setup);

}  // namespace bastide::server
