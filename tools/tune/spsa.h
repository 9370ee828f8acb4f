// Simultaneous perturbation: moves all weights but the odds by the results of short matches.
#pragma once

#include "tools/tune/tune_core.h"

namespace bastide::tools {

void run_spsa(const TunePlan& plan, const TuneHooks& hooks, TuneResult& result);

}  // namespace bastide::tools
