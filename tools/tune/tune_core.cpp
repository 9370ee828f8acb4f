#include "tools/tune/tune_core.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <thread>

#include "bots/dealer.h"
#include "bots/turn_view.h"
#include "tools/arena/arena_core.h"
#include "tools/tune/spsa.h"

namespace bastide::tools {

namespace {

using Odds = std::array<double, kOddsTerms>;
constexpr std::size_t kFeatureKinds = 3;  // city, road, cloister
// How far the projected lead was from the final one, with so many tiles left.
struct LeadSample {
  int left = 0;
  double lead = 0, miss = 0;
};
struct Samples {
  std::array<std::vector<OddsSample>, kFeatureKinds> odds;
  std::vector<LeadSample> leads;
};

constexpr Weight kOddsOf[kFeatureKinds] = {Weight::city_odds, Weight::road_odds,
                                           Weight::cloister_odds};

std::size_t kind_index(SegmentKind kind) {
  return kind == SegmentKind::city ? 0 : kind == SegmentKind::road ? 1 : 2;
}

double dot(const Odds& a, const Odds& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Odds odds_in(const Weights& weights, std::size_t kind) {
  Odds odds{};
  for (int i = 0; i < kOddsTerms; ++i)
    odds[static_cast<std::size_t>(i)] = weights.at(kOddsOf[kind], i);
  return odds;
}

// Plays one game and notes every feature held at the end of every turn.
void note_game(const Rules& rules, const Weights& weights, Rng rng, Samples& out) {
  struct Noted {
    SegmentId segment;
    std::size_t kind;
    std::size_t sample;
  };
  std::vector<Noted> noted;
  const auto bot = make_judge_bot(weights, 0.5);
  Evaluator evaluator(rules, weights);
  GameState s = initial_state(rules);
  const std::size_t first_lead = out.leads.size();
  while (!is_over(s)) {
    if (is_chance(s)) {
      const Points points = evaluator.project(s);
      out.leads.push_back({tiles_left(s), lead(points, rules.player_count(), 0), 0});
      for (const Prospect& p : evaluator.prospects()) {
        if (p.kind == SegmentKind::field || p.terms[0] == 0 || p.strengths == 0) continue;
        const std::size_t kind = kind_index(p.kind);
        noted.push_back({s.features[p.feature].head, kind, out.odds[kind].size()});
        out.odds[kind].push_back({p.terms, false});
      }
    }
    apply_assume_legal(rules, s,
                       actor(s) == kDealer ? deal(rules, s, rng) : bot->choose(rules, s, rng));
  }
  for (const Noted& n : noted)
    out.odds[n.kind][n.sample].finished = is_complete(s, s.segments[n.segment].feature);
  const double final_lead = lead(evaluator.project(s), rules.player_count(), 0);
  for (std::size_t i = first_lead; i < out.leads.size(); ++i)
    out.leads[i].miss = final_lead - out.leads[i].lead;
}

Samples note_games(const TunePlan& plan, const Weights& weights, std::uint64_t stream,
                   const TuneHooks& hooks) {
  std::vector<Samples> by_game(plan.odds_games);
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](bool tells) {
    for (std::uint64_t game; (game = next++) < plan.odds_games;) {
      if (hooks.stop != nullptr && hooks.stop->load()) break;
      note_game(*plan.rules, weights, Rng::stream(plan.seed + stream, game), by_game[game]);
      if (tells && hooks.progress) hooks.progress("odds", game + 1, plan.odds_games);
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int i = 1; i < plan.threads; ++i) pool.emplace_back(work, false);
    work(true);
  }
  Samples all;
  for (const Samples& game : by_game) {
    for (std::size_t kind = 0; kind < kFeatureKinds; ++kind)
      all.odds[kind].insert(all.odds[kind].end(), game.odds[kind].begin(), game.odds[kind].end());
    all.leads.insert(all.leads.end(), game.leads.begin(), game.leads.end());
  }
  return all;
}

// The deviation of the final lead from the projected one is a line over the square root of the
// tiles left: least squares on the sizes of the misses (a normal miss is 0.798 deviations on
// average).
void tune_spread(const std::vector<LeadSample>& leads, Weights& weights) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const LeadSample& one : leads) {
    const double root = std::sqrt(static_cast<double>(one.left));
    const double deviation = std::abs(one.miss) / 0.798;
    n += 1, x += root, y += deviation, xx += root * root, xy += root * deviation;
  }
  const double det = n * xx - x * x;
  if (n < 100 || det <= 0) return;
  const double slope = (n * xy - x * y) / det;
  weights.value[static_cast<std::size_t>(Weight::spread_tiles)] = std::max(0.1, slope);
  weights.value[static_cast<std::size_t>(Weight::spread)] = std::max(1.0, (y - slope * x) / n);
}

void tune_odds(const TunePlan& plan, const TuneHooks& hooks, TuneResult& result) {
  const Samples samples = note_games(plan, result.weights, 0, hooks);
  tune_spread(samples.leads, result.weights);
  double before = 0, after = 0;
  for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
    const Odds start = odds_in(result.weights, kind);
    const Odds fitted =
        samples.odds[kind].empty() ? start : fit_odds(samples.odds[kind], start, 20);
    const auto count = static_cast<double>(samples.odds[kind].size());
    before += count * log_loss(samples.odds[kind], start);
    after += count * log_loss(samples.odds[kind], fitted);
    result.samples += samples.odds[kind].size();
    for (std::size_t i = 0; i < fitted.size(); ++i)
      result.weights.value[static_cast<std::size_t>(kOddsOf[kind]) + i] = fitted[i];
  }
  const double all = std::max(1.0, static_cast<double>(result.samples));
  result.loss_before = before / all;
  result.loss_after = after / all;
}

}  // namespace

double log_loss(const std::vector<OddsSample>& samples, const Odds& weights) {
  if (samples.empty()) return 0;
  double loss = 0;
  for (const OddsSample& sample : samples) {
    const double z = dot(weights, sample.terms);
    loss += std::log1p(std::exp(sample.finished ? -z : z));
  }
  return loss / static_cast<double>(samples.size());
}

Odds fit_odds(const std::vector<OddsSample>& samples, const Odds& start, double ridge) {
  constexpr std::size_t n = kOddsTerms;
  Odds w = start;
  for (int round = 0; round < 25; ++round) {
    double a[n][n + 1] = {};  // Hessian and slope side by side
    for (std::size_t i = 0; i < n; ++i) {
      a[i][i] = ridge;
      a[i][n] = ridge * (start[i] - w[i]);
    }
    for (const OddsSample& sample : samples) {
      const double p = 1 / (1 + std::exp(-dot(w, sample.terms)));
      const double slope = (sample.finished ? 1.0 : 0.0) - p, curve = p * (1 - p);
      for (std::size_t i = 0; i < n; ++i) {
        a[i][n] += slope * sample.terms[i];
        for (std::size_t j = 0; j < n; ++j) a[i][j] += curve * sample.terms[i] * sample.terms[j];
      }
    }
    // Positive definite because of the ridge: elimination without pivots.
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t r = 0; r < n; ++r) {
        if (r == c) continue;
        const double times = a[r][c] / a[c][c];
        for (std::size_t k = c; k <= n; ++k) a[r][k] -= times * a[c][k];
      }
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double step = std::clamp(a[i][n] / a[i][i], -1.0, 1.0);
      w[i] += step;
      moved = std::max(moved, std::abs(step));
    }
    if (moved < 1e-6) break;
  }
  return w;
}

TuneResult tune(const TunePlan& plan, const TuneHooks& hooks) {
  TuneResult result;
  result.weights = plan.start;
  if (plan.odds_games > 0) tune_odds(plan, hooks, result);
  if (plan.rounds > 0) run_spsa(plan, hooks, result);
  return result;
}

}  // namespace bastide::tools
