// bastide simulate: whole games between bots, and summary figures.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <thread>
#include <nlohmann/json.hpp>

#include "tools/commands.h"
#include "tools/progress.h"
#include "tools/setup_args.h"
#include "tools/simulate_core.h"

namespace bastide::tools {

namespace {

constexpr int kMaxThreads = 256;

int usage_error(const std::string& what) {
  std::cerr << "bastide simulate: " << what << "\n";
  return kExitMalformed;
}

std::variant<SimulationPlan, SetupError> plan_from(const SimulateOptions& options) {
  if (options.games == 0) return SetupError{"--games must be 1 or more"};
  if (options.threads < 0 || options.threads > kMaxThreads)
    return SetupError{fmt::format("--threads must be 0 to {}", kMaxThreads)};
  auto setup = setup_from(options.setup);
  if (auto* error = std::get_if<SetupError>(&setup)) return *error;
  SimulationPlan plan;
  plan.setup = std::get<Setup>(std::move(setup));
  auto rules = compile(plan.setup);
  if (auto* error = std::get_if<SetupError>(&rules)) return *error;
  plan.rules = std::get<RulesPtr>(rules);
  auto bots = seat_bots(options.bots, plan.rules->player_count());
  if (auto* error = std::get_if<SetupError>(&bots)) return *error;
  plan.bots = std::get<0>(std::move(bots));
  plan.games = options.games;
  plan.seed = options.seed;
  plan.threads = options.threads != 0
                     ? options.threads
                     : static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
  return plan;
}

void print(const SimulateOptions& options, const SimulationPlan& plan, const Figures& figures,
           double seconds) {
  const double rate = static_cast<double>(figures.games) / std::max(1e-6, seconds);
  if (!options.json) {
    std::cout << figures_to_text(plan, figures)
              << fmt::format("\n{:.2f} s, {:.0f} games a second, threads: {}\n", seconds, rate,
                             plan.threads);
    return;
  }
  Json document = figures_to_json(plan, figures);
  Json& timing = document["timing"];
  timing["seconds"] = seconds;
  timing["games_per_second"] = rate;
  timing["threads"] = plan.threads;
  std::cout << document.dump(2) << "\n";
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
  auto planned = plan_from(options);
  if (auto* error = std::get_if<SetupError>(&planned)) return usage_error(error->reason);
  const auto& plan = std::get<SimulationPlan>(planned);

  SimulationHooks hooks;
  std::ofstream records;
  if (!options.records.empty()) {
    records.open(options.records);
    if (!records) return usage_error("cannot write " + options.records);
    hooks.records = &records;
  }
  hooks.stop = &StopOnInterrupt::asked();
  const auto start = SteadyClock::now();
  SimulationResult result;
  {
    const StopOnInterrupt guard;
    const ProgressBar bar("games");
    if (bar.on()) hooks.progress = [&](std::uint64_t done) { bar.show(done, plan.games); };
    result = simulate(plan, hooks);
  }
  const double seconds = seconds_since(start);
  const auto played = static_cast<std::uint64_t>(result.figures.games);
  if (played < plan.games)
    std::cerr << fmt::format("stopped after {} of {} games\n", played, plan.games);
  print(options, plan, result.figures, seconds);
  if (result.records_failed) {
    std::cerr << "bastide simulate: writing " << options.records << " failed\n";
    return kExitIllegal;
  }
  return kExitOk;
}

}  // namespace bastide::tools
