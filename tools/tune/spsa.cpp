#include "tools/tune/spsa.h"

#include <algorithm>
#include <cmath>

#include "tools/arena/arena_core.h"

namespace bastide::tools {

namespace {

// The weights that matches move: everything after the odds, but for the spread, which changes no
// move of the greedy bot.
constexpr std::size_t kFirst = static_cast<std::size_t>(Weight::city_growth);
constexpr std::size_t kEnd = static_cast<std::size_t>(Weight::tempo);

double reach(double value) { return 0.2 * std::max(0.5, std::abs(value)); }

double match_margin(const TunePlan& plan, const Weights& forwards, const Weights& backwards,
                    std::uint64_t round) {
  ArenaPlan arena;
  arena.rules = plan.rules;
  arena.bots = {"forwards", "backwards"};
  arena.pairs = plan.pairs;
  arena.seed = plan.seed * 1000003 + round;
  arena.threads = plan.threads;
  arena.make_bot = [&](const std::string& name) {
    return make_judge_bot(name == "forwards" ? forwards : backwards);
  };
  return run_arena(arena).matches.front().margin.mean();
}

}  // namespace

void run_spsa(const TunePlan& plan, const TuneHooks& hooks, TuneResult& result) {
  Weights now = result.weights, sum{};
  Rng rng = Rng::stream(plan.seed, 0x5b5a);
  std::uint64_t averaged = 0;
  for (std::uint64_t round = 0; round < plan.rounds; ++round) {
    if (hooks.stop != nullptr && hooks.stop->load()) break;
    const double cooling =
        1 / (1 + 3.0 * static_cast<double>(round) / static_cast<double>(plan.rounds));
    Weights forwards = now, backwards = now;
    std::array<double, kWeights> step{};
    for (std::size_t i = kFirst; i < kEnd; ++i) {
      step[i] = (rng.below(2) == 0 ? 1 : -1) * reach(plan.start.value[i]);
      forwards.value[i] += step[i];
      backwards.value[i] -= step[i];
    }
    const double margin = match_margin(plan, forwards, backwards, round);
    result.margins.push_back(margin);
    // A margin of four points moves the weights by a fifth of the reach.
    const double gain = 0.2 * cooling * std::clamp(margin / 4, -2.0, 2.0);
    for (std::size_t i = kFirst; i < kEnd; ++i) now.value[i] += gain * step[i];
    if (2 * round >= plan.rounds) {  // the second half is averaged
      ++averaged;
      for (std::size_t i = 0; i < kWeights; ++i) sum.value[i] += now.value[i];
    }
    if (hooks.progress) hooks.progress("matches", round + 1, plan.rounds);
  }
  if (averaged == 0) return;
  for (std::size_t i = kFirst; i < kEnd; ++i)
    result.weights.value[i] = sum.value[i] / static_cast<double>(averaged);
}

}  // namespace bastide::tools
