// How the matches of a tuning went: the running mean of forwards against backwards, and its size.
#include <algorithm>
#include <cmath>

#include "tools/arena/svg.h"
#include "tools/tune/tune_core.h"

namespace bastide::tools {

std::string tune_to_svg(const TuneResult& result) {
  constexpr std::size_t kWindow = 25;
  Chart::Line sizes;
  double most = 1, sum = 0;
  for (std::size_t i = 0; i < result.margins.size(); ++i) {
    sum += std::abs(result.margins[i]);
    if (i >= kWindow) sum -= std::abs(result.margins[i - kWindow]);
    const double mean = sum / static_cast<double>(std::min(i + 1, kWindow));
    sizes.emplace_back(static_cast<double>(i + 1), mean);
    most = std::max(most, mean);
  }
  Chart chart("Tuning by matches", static_cast<double>(result.margins.size()), 0, most);
  chart.note(
      "margin between forwards and backwards, mean of 25 rounds: it falls to the noise when there "
      "is nothing left to gain");
  chart.level(0, "0");
  chart.level(most, std::to_string(static_cast<int>(std::ceil(most))));
  chart.line(sizes, "#26547c");
  return chart.finish("rounds");
}

}  // namespace bastide::tools
