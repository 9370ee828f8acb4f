// The rule modules the program knows, in the order of their words. The order means nothing: order
// lives in turn_order.h, and a test installs the modules in other orders and expects the same
// games.
#pragma once

#include <span>

#include "engine/rules/module.h"

namespace bastide {

std::span<const ModuleDef> all_modules();

}  // namespace bastide
