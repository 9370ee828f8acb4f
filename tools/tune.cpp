// bastide tune: fits the evaluation of the bots from games that they play against themselves.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "tools/commands.h"
#include "tools/console.h"
#include "tools/progress.h"
#include "tools/setup_args.h"
#include "tools/tune/tune_core.h"

namespace bastide::tools {

namespace {

std::variant<TunePlan, SetupError> plan_from(const TuneOptions& options) {
  auto setup = setup_from(options.setup);
  if (auto* error = std::get_if<SetupError>(&setup)) return *error;
  auto rules = compile(std::get<Setup>(setup));
  if (auto* error = std::get_if<SetupError>(&rules)) return *error;
  TunePlan plan;
  plan.rules = std::get<RulesPtr>(rules);
  plan.start = default_weights();
  if (!options.from.empty()) {
    std::ifstream in(options.from);
    std::stringstream text;
    if (!in || !(text << in.rdbuf())) return SetupError{options.from + " cannot be read"};
    auto weights = parse_weights(text.str());
    if (const auto* wrong = std::get_if<std::string>(&weights))
      return SetupError{options.from + ": " + *wrong};
    plan.start = std::get<Weights>(weights);
  }
  plan.odds_games = options.games;
  plan.rounds = options.rounds;
  plan.pairs = options.pairs;
  plan.seed = options.seed;
  plan.threads = options.threads != 0
                     ? options.threads
                     : static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
  return plan;
}

bool written(const std::string& file, const std::string& text) {
  std::ofstream out(file);
  if (out << text << std::flush) return true;
  complain("tune: cannot write " + file);
  return false;
}

}  // namespace

int run_tune(const TuneOptions& options) {
  auto planned = plan_from(options);
  if (auto* error = std::get_if<SetupError>(&planned)) {
    complain("tune: " + error->reason);
    return kExitMalformed;
  }
  const auto& plan = std::get<TunePlan>(planned);
  TuneResult result;
  {
    const StopOnInterrupt guard;
    const ProgressBar bar("steps");
    TuneHooks hooks;
    hooks.stop = &StopOnInterrupt::asked();
    hooks.progress = [&](const char*, std::uint64_t done, std::uint64_t all) {
      bar.show(done, all);
    };
    result = tune(plan, hooks);
  }
  std::cerr << fmt::format(
      "{} features noted, log-loss of the odds {:.4f} before and {:.4f} after\n", result.samples,
      result.loss_before, result.loss_after);
  if (!options.plot.empty() && !written(options.plot, tune_to_svg(result))) return kExitIllegal;
  if (!options.out.empty())
    return written(options.out, write_weights(result.weights)) ? kExitOk : kExitIllegal;
  std::cout << write_weights(result.weights);
  return kExitOk;
}

}  // namespace bastide::tools
