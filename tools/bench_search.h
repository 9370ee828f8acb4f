// Figures of `bastide bench` about the search of the bots.
#pragma once

#include <vector>

#include "tools/bench.h"

namespace bastide::tools {

std::vector<BenchFigure> search_figures();

}  // namespace bastide::tools
