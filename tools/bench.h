// What `bastide bench` measures: a table of figures, each with its place in the JSON and the
// function that measures it. A new figure is a line of the table in tools/bench.cpp, or of a table
// that is added there.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bench_compare_core.h"

namespace bastide::tools {

struct BenchFigure {
  std::string name;  // for --only and in tables
  std::string path;  // in the JSON: "copy_ns", or "games_per_second.base" for a member of a member
  std::string line;  // what the text says before the figure
  // The figure, in about so many CPU seconds; what cannot vary may take none.
  std::function<double(double seconds)> measure;
};

// Calls work() in batches until enough CPU time has gone by, and gives calls a second.
double calls_per_second(double seconds, int batch, const std::function<void()>& work);

// In the order of the JSON.
const std::vector<BenchFigure>& bench_figures();

}  // namespace bastide::tools
