// The sets, starts and options that a setup may name, as JSON.
#pragma once

#include "engine/notation/form.h"

namespace bastide {

Json rules_to_json();

}  // namespace bastide
