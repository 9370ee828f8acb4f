// bastide arena: matches between bots, ours and other programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <thread>
#include <nlohmann/json.hpp>

#include "protocol/external_bot.h"
#include "tools/arena/arena_core.h"
#include "tools/arena/one_each.h"
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
  if (!text.starts_with(kCommand)) return make_bot(text);
  ExternalOptions options;
  options.command = text.substr(kCommand.size());
  options.think = std::chrono::milliseconds(ms);
  return one_each([options] { return make_external_bot(options); });
}

// What is wrong with a bot's name; empty if nothing is.
std::string wrong_bot(const std::string& text) {
  if (text.starts_with(kCommand))
    return text.find_first_not_of(' ', kCommand.size()) == std::string::npos
               ? "cmd: wants a command, like cmd:./mybot"
               : "";
  auto built = build_bot(text);
  const auto* wrong = std::get_if<std::string>(&built);
  return wrong != nullptr ? *wrong : "";
}

std::variant<std::optional<Sprt>, SetupError> sprt_from(const std::vector<double>& bounds) {
  if (bounds.empty()) return std::optional<Sprt>{};
  if (bounds.size() != 2 || !(bounds[0] < bounds[1]) || !std::isfinite(bounds[1] - bounds[0]))
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
  for (const std::string& bot : options.bots)
    if (std::string wrong = wrong_bot(bot); !wrong.empty()) return SetupError{std::move(wrong)};
  auto setup = setup_from(options.setup);
  if (auto* error = std::get_if<SetupError>(&setup)) return *error;
  ArenaPlan plan;
  plan.setup = std::get<Setup>(std::move(setup));
  auto rules = compile(plan.setup);
  if (auto* error = std::get_if<SetupError>(&rules)) return *error;
  plan.rules = std::get<RulesPtr>(rules);
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

// Whether the picture can be written is known before hours of play, not after.
std::variant<ArenaPlan, SetupError> plan_and_plot(const ArenaOptions& options) {
  auto plan = plan_from(options);
  if (std::holds_alternative<ArenaPlan>(plan) && !options.plot.empty() &&
      !std::ofstream(options.plot, std::ios::app))
    return SetupError{"cannot write " + options.plot};
  return plan;
}

int write_file(const std::string& name, const std::string& text) {
  std::ofstream out(name);
  if (out << text << std::flush) return kExitOk;
  complain("arena: cannot write " + name);
  return kExitMalformed;
}

// Says why a bot forfeits, the first few times: who writes one must know.
class Forfeits {
 public:
  Forfeits(const ArenaPlan& plan, bool over_a_bar) : plan_(plan), over_a_bar_(over_a_bar) {}

  void tell(std::size_t bot, std::uint64_t pair, const std::string& why) {
    constexpr int kMost = 3;
    if (++told_[bot] > kMost) return;
    if (over_a_bar_) fmt::print(stderr, "\r\x1b[K");
    fmt::print(stderr, "{} forfeits a game of pair {}: {}{}\n", plan_.bots[bot], pair + 1, why,
               told_[bot] == kMost ? " (no more is said of this bot)" : "");
  }

 private:
  const ArenaPlan& plan_;
  const bool over_a_bar_;
  std::map<std::size_t, int> told_;
};

}  // namespace

int run_arena_command(const ArenaOptions& options) {
  const Processes processes;
  auto planned = plan_and_plot(options);
  const auto* error = std::get_if<SetupError>(&planned);
  if (const auto trouble = processes.trouble(error != nullptr); trouble.anywhere) {
    if (trouble.ours_to_tell) complain("arena: " + error->reason);
    return kExitMalformed;
  }
  const auto& plan = std::get<ArenaPlan>(planned);
  ArenaResult result;
  {
    const StopOnInterrupt guard;
    const ProgressBar bar("pairs");
    Forfeits forfeits(plan, bar.on());
    ArenaHooks hooks;
    hooks.stop = &StopOnInterrupt::asked();
    hooks.forfeit = [&](std::size_t bot, std::uint64_t pair, const std::string& why) {
      forfeits.tell(bot, pair, why);
    };
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
