// Fits the weights of the evaluation from games that the greedy bot plays against itself.
//
// The odds of finishing a feature are a logistic regression: at the end of every turn each feature
// held is noted, and at the end of the game whether it was finished. Everything else is moved by
// matches: a random direction is tried forwards against backwards on the same draws, and the
// weights go a step towards the side that won (SPSA). A step is kept in the running average, which
// is the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bots/evaluation/weights.h"
#include "engine/game/game.h"

namespace bastide::tools {

struct TunePlan {
  RulesPtr rules;
  Weights start;
  std::uint64_t odds_games = 400;  // 0: leave the odds alone
  std::uint64_t rounds = 200;      // of SPSA; 0: none
  std::uint64_t pairs = 16;        // a round
  std::uint64_t seed = 1;
  int threads = 1;
};

struct TuneHooks {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const char* stage, std::uint64_t done, std::uint64_t all)> progress;
};

struct TuneResult {
  Weights weights;
  std::uint64_t samples = 0;               // features noted
  double loss_before = 0, loss_after = 0;  // mean log-loss of the odds
  std::vector<double> margins;             // of every round, forwards against backwards
};

TuneResult tune(const TunePlan& plan, const TuneHooks& hooks = {});
std::string tune_to_svg(const TuneResult& result);

// One feature as it stood, and whether it was finished in the end.
struct OddsSample {
  std::array<double, kOddsTerms> terms{};
  bool finished = false;
};
// Newton's method on the log-loss with a pull of `ridge` towards the start.
std::array<double, kOddsTerms> fit_odds(const std::vector<OddsSample>& samples,
                                        const std::array<double, kOddsTerms>& start, double ridge);
double log_loss(const std::vector<OddsSample>& samples,
                const std::array<double, kOddsTerms>& weights);

}  // namespace bastide::tools
