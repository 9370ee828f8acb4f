// What match results say: intervals, Elo, and when to stop. Plain functions, for tests to check
// against known values.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace bastide::tools {

// Sum and squares of one figure a pair.
struct Sample {
  std::int64_t count = 0;
  double sum = 0, squares = 0;
  void add(double value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  double variance() const;  // of the sample; 0 below two values
  double error() const;     // standard error of the mean
};

inline constexpr double kTwoSided95 = 1.959964;

// Wilson's interval for a share: `won` of `games`, ties as halves.
std::pair<double, double> wilson_interval(double won, double games, double z = kTwoSided95);

// Elo difference that a share of points means, and back. Shares of 0 and 1 are taken for one in a
// million, so an Elo of 2400 has no bound.
double elo_of_share(double share);
double share_of_elo(double elo);

// The log-likelihood ratio of mean h1 against mean h0 for a sample of this mean and variance
// (normal approximation), and Wald's bounds for it.
double log_likelihood_ratio(const Sample& sample, double h0, double h1);
struct SprtBounds {
  double lower, upper;
};
SprtBounds sprt_bounds(double alpha, double beta);

// Ratings of several players from their results (Bradley and Terry), average 0, with standard
// errors.
struct Rating {
  double elo = 0, error = 0;
  bool known = false;  // a player without games has no rating
};
// won[i][j]: points of i against j (ties half); games[i][j] == games[j][i]. All who have played
// must be linked by their games.
std::vector<Rating> elo_ratings(const std::vector<std::vector<double>>& won,
                                const std::vector<std::vector<double>>& games);

}  // namespace bastide::tools
