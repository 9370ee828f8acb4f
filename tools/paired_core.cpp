#include "tools/paired_core.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bastide::tools {

namespace {

// Chances that the ranks of the positive differences among n sum to 0, 1, 2, ...
std::vector<double> rank_sums(std::size_t n) {
  std::vector<double> chances{1};
  for (std::size_t rank = 1; rank <= n; ++rank) {
    std::vector<double> next(chances.size() + rank, 0);
    for (std::size_t sum = 0; sum < chances.size(); ++sum) {
      next[sum] += chances[sum] / 2;
      next[sum + rank] += chances[sum] / 2;
    }
    chances = std::move(next);
  }
  return chances;
}

// Averages of every two differences, each with itself as well, in order.
std::vector<double> averages(const std::vector<double>& differences) {
  std::vector<double> all;
  all.reserve(differences.size() * (differences.size() + 1) / 2);
  for (std::size_t i = 0; i < differences.size(); ++i)
    for (std::size_t j = i; j < differences.size(); ++j)
      all.push_back((differences[i] + differences[j]) / 2);
  std::ranges::sort(all);
  return all;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Paired paired(const std::vector<double>& differences) {
  Paired result;
  if (differences.empty()) return result;
  const std::vector<double> all = averages(differences);
  const std::vector<double> chances = rank_sums(differences.size());
  result.middle = median(all);

  // The statistic is the number of averages above 0, those at 0 as halves; rounded to the middle.
  double above = 0;
  for (const double average : all) above += average > 0 ? 1 : average == 0 ? 0.5 : 0;
  const double rest = static_cast<double>(all.size()) - above;
  const auto fewer = static_cast<std::size_t>(std::ceil(std::min(above, rest)));
  double tail = 0;
  for (std::size_t i = 0; i <= fewer; ++i) tail += chances[i];
  result.p = std::min(1.0, 2 * tail);

  // As many averages may be left out at each end as leave at most 2.5 % there.
  std::size_t out = 0;
  for (double below = chances[0]; below <= 0.025; below += chances[out]) ++out;
  if (out == 0) return result;
  result.has_interval = true;
  result.low = all[out - 1];
  result.high = all[all.size() - out];
  return result;
}

std::vector<bool> holm(const std::vector<double>& p, double alpha) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<bool> answered(p.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (p[order[i]] * static_cast<double>(p.size() - i) > alpha) break;
    answered[order[i]] = true;
  }
  return answered;
}

}  // namespace bastide::tools
