// What paired measurements say: two things measured in turns, a difference for each turn. Plain
// functions, for tests to check against known values.
#pragma once

#include <cstdint>
#include <vector>

namespace bastide::tools {

// Wilcoxon's signed ranks, exact. No measurement has much to say: one that was disturbed, however
// badly, counts as one large difference. The differences need not be normal, only as likely above
// their middle as below it, which taking turns makes sure of.
struct Paired {
  double middle = 0;          // Hodges and Lehmann: the median of the averages of all pairs
  double low = 0, high = 0;   // 95 % or a little more
  bool has_interval = false;  // from six differences on
  double p = 1;               // of no difference, from both sides
};
// Takes the third power of their number; up to a thousand or so.
Paired paired(const std::vector<double>& differences);

// Which of several questions, asked at once, have an answer: so that the chance of any wrong one is
// at most `alpha` (Holm).
std::vector<bool> holm(const std::vector<double>& p, double alpha);

double median(std::vector<double> values);  // 0 of none

}  // namespace bastide::tools
