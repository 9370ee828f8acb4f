// The rule modules the program knows.
#pragma once

#include <span>

#include "engine/rules/module.h"

namespace bastide {

std::span<const ModuleDef> all_modules();

}  // namespace bastide
