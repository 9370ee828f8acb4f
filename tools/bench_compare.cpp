// bastide bench --compare: this program and another one in turns.
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "protocol/child.h"
#include "tools/bench.h"
#include "tools/bench_compare_core.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/progress.h"

namespace bastide::tools {

namespace {

namespace fs = std::filesystem;

std::string for_shell(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// All that a program prints for `bench ARGUMENTS…`, up to a limit and for a time.
std::variant<std::string, BenchFault> output_of(const std::string& program,
                                                const std::vector<std::string>& arguments,
                                                std::chrono::seconds patience) {
  std::string command = for_shell(program) + " bench";
  for (const std::string& word : arguments) command += " " + for_shell(word);
  // What it says elsewhere would tear the progress line; who wants to know runs it alone. The last
  // line ends, whatever the program does.
  Child child("{ " + command + "; echo; } </dev/null 2>/dev/null");
  const auto until = Child::Clock::now() + patience;
  std::string text, line;
  for (;;) {
    if (StopOnInterrupt::asked()) return BenchFault{"was stopped", true, false};
    const auto soon = Child::Clock::now() + std::chrono::milliseconds(50);
    const Child::Heard heard = child.hear(line, std::min(until, soon));
    if (heard == Child::Heard::gone) return text;
    if (heard == Child::Heard::line) text += line + "\n";
    if (heard == Child::Heard::too_long || text.size() > kMostBenchText)
      return BenchFault{"prints more than figures need"};
    if (Child::Clock::now() >= until)
      return BenchFault{fmt::format("has not done `bench {}` in {} s", fmt::join(arguments, " "),
                                    patience.count()),
                        false, true};
  }
}

// Far more than any program needs for some twenty figures on a busy machine.
std::chrono::seconds patience_for(double seconds) {
  return std::chrono::seconds(30 + static_cast<long>(300 * seconds));
}

// Why this can be no program; empty: it can.
std::string no_program(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return "is not there";
  if (!fs::is_regular_file(path, error)) return "is no file";
  if (access(path.c_str(), X_OK) != 0) return "cannot be executed";
  return {};
}

std::string name_of_figure(const std::string& path) {
  for (const BenchFigure& figure : bench_figures())
    if (figure.path == path) return figure.name;
  return path;
}

int refuse(const std::string& why, int code) {
  complain("bench: " + why);
  return code;
}

std::string help_of(const std::string& program) {
  auto help = output_of(program, {"--help"}, patience_for(0));
  auto* text = std::get_if<std::string>(&help);
  return text == nullptr ? std::string() : std::move(*text);
}

// Both programs as files of the same age and making. A program that was linked just now and a copy
// of it differ by a per cent or two, probably by how their pages lie in memory. So both are copied,
// and anew for each round, so that good and bad places meet both.
class Copies {
 public:
  explicit Copies(const std::string (&from)[2]) : from_{from[0], from[1]}, now_{from[0], from[1]} {}
  ~Copies() { give_up(); }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  // False: they run where they are. A script, or a program that looks for others beside it, may not
  // work elsewhere, and some folders let nothing run.
  bool begin() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "bastide-bench-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr) return false;
    folder_ = name;
    renew();
    for (const int program : {0, 1})
      if (there() && help_of(now_[program]) != help_of(from_[program])) give_up();
    return there();
  }

  void renew() {
    for (int program = 0; program < 2 && there(); ++program) {
      const fs::path path = fs::path(folder_) / (program == 0 ? "new" : "old");
      std::error_code error;
      fs::remove(path, error);
      if (!fs::copy_file(from_[program], path, error)) return give_up();
      now_[program] = path.string();
    }
  }

  const std::string& path(int program) const { return now_[program]; }

 private:
  bool there() const { return !folder_.empty(); }

  void give_up() {
    std::error_code error;
    if (there()) fs::remove_all(folder_, error);
    folder_.clear();
    for (const int program : {0, 1}) now_[program] = from_[program];
  }

  std::string from_[2], now_[2];
  std::string folder_;  // empty: there are no copies
};

std::variant<BenchOutput, BenchFault> run_once(const std::string& program,
                                               const std::vector<std::string>& arguments,
                                               double seconds) {
  auto got = output_of(program, arguments, patience_for(seconds));
  if (auto* fault = std::get_if<BenchFault>(&got)) return std::move(*fault);
  auto read = read_bench(std::get<std::string>(got));
  if (auto* fault = std::get_if<BenchFault>(&read))
    fault->reason += fmt::format(" for `bench {}`", fmt::join(arguments, " "));
  return read;
}

int report(const BenchOptions& options, const ComparePlan& plan, const Comparison& result) {
  if (!result.fault.empty()) complain("bench: " + result.fault);
  if (result.stopped)
    fmt::print(stderr, "stopped after {} of {} rounds\n", result.rounds, plan.rounds);
  const Paint& p = paint();
  if (options.json)
    fmt::print("{}\n", compare_to_json(plan, result).dump(2));
  else
    fmt::print("{}", compare_to_text(plan, result, {p.green, p.red, p.dim, p.off}));
  return result.fault.empty() ? kExitOk : kExitIllegal;
}

}  // namespace

int run_bench_compare(const BenchOptions& options) {
  std::error_code error;
  ComparePlan plan;
  plan.programs[0] = fs::read_symlink("/proc/self/exe", error).string();
  if (error) return refuse("cannot find this program's own file", kExitIllegal);
  plan.programs[1] = fs::absolute(options.compare, error).string();
  if (const std::string why = no_program(plan.programs[1]); !why.empty())
    return refuse(options.compare + " " + why, kExitMalformed);
  plan.rounds = options.rounds;
  if (options.seconds > 0) plan.seconds = options.seconds;
  plan.only = options.only;
  plan.name = name_of_figure;

  const StopOnInterrupt guard;
  Copies copies(plan.programs);
  const BenchRun run = [&](int program, const std::vector<std::string>& arguments) {
    return run_once(copies.path(program), arguments, plan.seconds);
  };
  auto met = meet(plan, run);
  if (const auto* fault = std::get_if<BenchFault>(&met))
    return refuse(fault->stopped ? "stopped before the first round" : fault->reason,
                  fault->stopped || fault->failed_run ? kExitIllegal : kExitMalformed);
  auto& result = std::get<Comparison>(met);
  plan.one_at_a_time = help_of(plan.programs[1]).find("--only") != std::string::npos;
  if (!copies.begin() && !StopOnInterrupt::asked())
    fmt::print(stderr,
               "the programs run where they are, since copies do not work: a per cent or two may "
               "come from how the files lie in memory\n");
  plan.before_round = [&] { copies.renew(); };
  {
    const ProgressBar bar("runs");
    const auto progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
    compare(plan, run, progress, result);
  }
  return report(options, plan, result);
}

}  // namespace bastide::tools
