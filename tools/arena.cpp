// bastide arena: matches between bots, ours and other programs.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <thread>
#include <nlohmann/json.hpp>

#include "protocol/external_bot.h"
#include "tools/arena/arena_core.h"
#include "tools/arena/processes.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/progress.h"
#include "tools/setup_args.h"

namespace bastide::tools {

namespace {

constexpr std::string_view kCommand = "cmd:";
constexpr std::size_t kMostBots = 32;

std::unique_ptr<Bot> bot_of(const std::string& text, int ms) {
  if (!text.starts_with(kCommand)) {
    auto bot = make_bot(text);
    return bot;
  }
  ExternalOptions options;
  options.command = text.substr(kCommand.size());
  options.think = std::chrono::milliseconds(ms);
  return make_external_bot(options);
}

std::variant<std::optional<Sprt>, SetupError> sprt_from(const std::vector<double>& bounds) {
  if (bounds.empty()) return std::optional<Sprt>{};
  if (bounds.size() != 2 || !(bounds[0] < bounds[1]))
    return SetupError{"--sprt wants two margins, the smaller first, like 0,2"};
  Sprt sprt;
  sprt.h0 = bounds[0];
  sprt.h1 = bounds[1];
  return std::optional{sprt};
}

std::variant<ArenaPlan, SetupError> plan_from(const ArenaOptions& options) {
  if (options.pairs == 0) return SetupError{"--pairs must be 1 or more"};
  if (options.bots.size() < 2 || options.bots.size() > kMostBots)
    return SetupError{fmt::format("--bots wants 2 to {} bots", kMostBots)};
  for (const std::string& bot : options.bots) {
    if (bot.starts_with(kCommand)) continue;
    auto built = build_bot(bot);
    if (const auto* wrong = std::get_if<std::string>(&built)) return SetupError{*wrong};
  }
  auto setup = setup_from(options.setup);
  if (auto* error = std::get_if<SetupError>(&setup)) return *error;
  ArenaPlan plan;
  plan.setup = std::get<Setup>(std::move(setup));
  auto rules = compile(plan.setup);
  if (auto* error = std::get_if<SetupError>(&rules)) return *error;
  plan.rules = std::get<RulesPtr>(rules);
  if (plan.rules->player_count() > 2)
    for (const std::string& bot : options.bots)
      if (bot.starts_with(kCommand))
        return SetupError{"a program plays in one seat: matches with cmd: are for two players"};
  auto sprt = sprt_from(options.sprt);
  if (auto* error = std::get_if<SetupError>(&sprt)) return *error;
  plan.sprt = std::get<0>(sprt);
  plan.bots = options.bots;
  plan.pairs = options.pairs;
  plan.seed = options.seed;
  plan.threads = options.threads != 0
                     ? options.threads
                     : static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
  plan.make_bot = [ms = options.ms](const std::string& text) { return bot_of(text, ms); };
  return plan;
}

int write_file(const std::string& name, const std::string& text) {
  std::ofstream out(name);
  if (out << text << std::flush) return kExitOk;
  complain("arena: cannot write " + name);
  return kExitIllegal;
}

}  // namespace

int run_arena_command(const ArenaOptions& options) {
  auto planned = plan_from(options);
  if (auto* error = std::get_if<SetupError>(&planned)) {
    complain("arena: " + error->reason);
    return kExitMalformed;
  }
  const auto& plan = std::get<ArenaPlan>(planned);
  const Processes processes;
  ArenaResult result;
  {
    const StopOnInterrupt guard;
    const ProgressBar bar("pairs");
    ArenaHooks hooks;
    hooks.stop = &StopOnInterrupt::asked();
    processes.share(hooks);
    if (bar.on() && processes.first())
      hooks.progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
    result = run_arena(plan, hooks);
  }
  if (!processes.first()) return kExitOk;
  if (result.stopped) std::cerr << "stopped early\n";
  if (options.json)
    std::cout << arena_to_json(plan, result).dump(2) << "\n";
  else
    std::cout << arena_to_text(plan, result);
  return options.plot.empty() ? kExitOk : write_file(options.plot, arena_to_svg(plan, result));
}

}  // namespace bastide::tools
