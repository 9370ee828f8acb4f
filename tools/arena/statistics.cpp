#include "tools/arena/statistics.h"

#include <algorithm>
#include <cmath>

namespace bastide::tools {

namespace {

const double kEloScale = 400 / std::log(10.0);  // Elo per unit of log-odds

using Matrix = std::vector<std::vector<double>>;

// Gauss and Jordan, with the largest pivot. The matrix must be regular.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix out(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r)
      if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
    std::swap(m[c], m[pivot]);
    std::swap(out[c], out[pivot]);
    const double by = m[c][c];
    for (std::size_t k = 0; k < n; ++k) m[c][k] /= by, out[c][k] /= by;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double times = m[r][c];
      for (std::size_t k = 0; k < n; ++k)
        m[r][k] -= times * m[c][k], out[r][k] -= times * out[c][k];
    }
  }
  return out;
}

}  // namespace

double Sample::variance() const {
  if (count < 2) return 0;
  const double n = static_cast<double>(count);
  return std::max(0.0, squares - sum * sum / n) / (n - 1);
}

double Sample::error() const {
  return count < 2 ? 0 : std::sqrt(variance() / static_cast<double>(count));
}

std::pair<double, double> wilson_interval(double won, double games, double z) {
  if (games <= 0) return {0, 1};
  const double share = won / games, zz = z * z;
  const double middle = share + zz / (2 * games);
  const double reach = z * std::sqrt(share * (1 - share) / games + zz / (4 * games * games));
  const double scale = 1 + zz / games;
  return {std::max(0.0, (middle - reach) / scale), std::min(1.0, (middle + reach) / scale)};
}

double elo_of_share(double share) {
  const double inside = std::clamp(share, 1e-6, 1 - 1e-6);
  return kEloScale * std::log(inside / (1 - inside));
}

double share_of_elo(double elo) { return 1 / (1 + std::exp(-elo / kEloScale)); }

double log_likelihood_ratio(const Sample& sample, double h0, double h1) {
  const double variance = sample.variance();
  if (sample.count < 2 || variance <= 0) return 0;
  return static_cast<double>(sample.count) * (h1 - h0) * (2 * sample.mean() - h0 - h1) /
         (2 * variance);
}

SprtBounds sprt_bounds(double alpha, double beta) {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

namespace {

// The same for players who have all played.
std::vector<Rating> ratings_of_active(const Matrix& won, const Matrix& games) {
  const std::size_t n = won.size();
  std::vector<Rating> ratings(n);
  // Half a game lost and half a game won against everybody met keeps clean sweeps finite.
  Matrix w = won, g = games;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j && games[i][j] > 0) w[i][j] += 0.5, g[i][j] += 1;
  std::vector<double> theta(n, 0);
  Matrix cover;
  for (int round = 0; round < 100; ++round) {
    std::vector<double> slope(n, 0);
    Matrix info(n, std::vector<double>(n, 1.0 / static_cast<double>(n)));  // fixes the average
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || g[i][j] <= 0) continue;
        const double p = 1 / (1 + std::exp(theta[j] - theta[i]));
        slope[i] += w[i][j] - g[i][j] * p;
        info[i][i] += g[i][j] * p * (1 - p);
        info[i][j] -= g[i][j] * p * (1 - p);
      }
    cover = inverse(info);
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double step = 0;
      for (std::size_t j = 0; j < n; ++j) step += cover[i][j] * slope[j];
      step = std::clamp(step, -2.0, 2.0);
      theta[i] += step;
      moved = std::max(moved, std::abs(step));
    }
    if (moved < 1e-10) break;
  }
  const double mean = [&] {
    double sum = 0;
    for (const double t : theta) sum += t;
    return sum / static_cast<double>(n);
  }();
  for (std::size_t i = 0; i < n; ++i)
    ratings[i] = {kEloScale * (theta[i] - mean),
                  kEloScale * std::sqrt(std::max(0.0, cover[i][i] - 1.0 / static_cast<double>(n))),
                  true};
  return ratings;
}

}  // namespace

std::vector<Rating> elo_ratings(const Matrix& won, const Matrix& games) {
  std::vector<std::size_t> active;
  for (std::size_t i = 0; i < games.size(); ++i)
    if (std::any_of(games[i].begin(), games[i].end(), [](double count) { return count > 0; }))
      active.push_back(i);
  std::vector<Rating> ratings(games.size());
  if (active.empty()) return ratings;
  Matrix w(active.size(), std::vector<double>(active.size(), 0)), g = w;
  for (std::size_t i = 0; i < active.size(); ++i)
    for (std::size_t j = 0; j < active.size(); ++j) {
      w[i][j] = won[active[i]][active[j]];
      g[i][j] = games[active[i]][active[j]];
    }
  const std::vector<Rating> found = ratings_of_active(w, g);
  for (std::size_t i = 0; i < active.size(); ++i) ratings[active[i]] = found[i];
  return ratings;
}

}  // namespace bastide::tools
