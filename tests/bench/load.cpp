// How much a server carries: so many tables of two people who answer at a given rate.
//   bastide_load [--tables N] [--rate ANSWERS_A_SECOND] [--seconds S] [--program FILE]
//                [--store sqlite:FILE] [--deflate yes]
// Starts the program as a server on a free port, and prints figures of the last S seconds.
#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "tests/crowd.h"
#include "tests/server_process.h"

namespace bastide::test_help {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Plan {
  std::size_t tables = 1000;
  double rate = 0;  // 0: as fast as they can
  int seconds = 20;
  std::string program = BASTIDE_BINARY;
  std::string store;
  bool deflate = false;  // clients ask for compressed messages, as browsers do
};

bool read_arguments(int argc, char** argv, Plan& plan) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--tables")
      plan.tables = static_cast<std::size_t>(std::atol(value));
    else if (name == "--rate")
      plan.rate = std::atof(value);
    else if (name == "--seconds")
      plan.seconds = std::atoi(value);
    else if (name == "--program")
      plan.program = value;
    else if (name == "--store")
      plan.store = value;
    else if (name == "--deflate")
      plan.deflate = std::string_view(value) == "yes";
    else
      return false;
  }
  return argc % 2 == 1 && plan.tables > 0 && plan.seconds > 0;
}

double percentile(std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(share * last)];
}

void report(const Plan& plan, std::vector<double> latencies, std::uint64_t actions, double seconds,
            double cpu) {
  std::ranges::sort(latencies);
  fmt::print("{} tables, {} people, {:.1f} s\n", plan.tables, 2 * plan.tables, seconds);
  fmt::print("answers seen by everybody  {:.0f} /s\n",
             static_cast<double>(latencies.size()) / seconds);
  fmt::print("actions acknowledged       {:.0f} /s (with the dealer's draws)\n",
             static_cast<double>(actions) / seconds);
  fmt::print("from sent to seen by all   p50 {:.1f} ms, p99 {:.1f} ms, worst {:.1f} ms\n",
             percentile(latencies, 0.5), percentile(latencies, 0.99), percentile(latencies, 1));
  fmt::print("processor of the server    {:.0f} % of a core, {:.0f} actions a second of it\n",
             100 * cpu / seconds, static_cast<double>(actions) / cpu);
}

int run(const Plan& plan, const fs::path& folder) {
  fs::create_directories(folder / "web");
  std::ofstream(folder / "web/index.html") << "<!doctype html>";
  const std::string store =
      plan.store.empty() ? "sqlite:" + (folder / "games.db").string() : plan.store;
  ServerProcess server(plan.program, {"--port", "0", "--log", "off", "--store", store, "--web",
                                      (folder / "web").string(), "--max-per-address", "100000"});
  CrowdOptions options;
  options.tables = plan.tables;
  options.every_nth_with_bot = 0;
  options.again = true;
  options.deflate = plan.deflate;
  // An answer under way takes no thinking; on a quiet server that is a small part of the time.
  if (plan.rate > 0)
    options.think = milliseconds(
        static_cast<std::int64_t>(1000 * static_cast<double>(plan.tables) / plan.rate));
  Crowd crowd(options);
  if (server.port == 0 || !crowd.open(server.port)) {
    fmt::print(stderr, "the server did not start, or did not take everybody\n");
    return 1;
  }
  crowd.play(std::chrono::seconds(5));  // all tables are made and have begun
  crowd.take_latencies_ms();
  const auto start = Clock::now();
  const auto before = crowd.acknowledged();
  const double cpu = server.cpu_seconds();
  crowd.play(std::chrono::seconds(plan.seconds));
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report(plan, crowd.take_latencies_ms(), crowd.acknowledged() - before, seconds,
         server.cpu_seconds() - cpu);
  fmt::print("memory of the server       {:.0f} MB\n", server.memory_mb());
  for (const std::string& fault : crowd.faults()) fmt::print("fault: {}\n", fault);
  if (crowd.lost() > 0) fmt::print("{} connections were lost\n", crowd.lost());
  return crowd.faults().empty() && crowd.lost() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace bastide::test_help

int main(int argc, char** argv) {
  bastide::test_help::Plan plan;
  if (!read_arguments(argc, argv, plan)) {
    fmt::print(stderr,
               "usage: bastide_load [--tables N] [--rate ANSWERS_A_SECOND] [--seconds S] "
               "[--program FILE] [--store sqlite:FILE] [--deflate yes]\n");
    return 2;
  }
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const auto folder =
      std::filesystem::temp_directory_path() / ("bastide-load-" + std::to_string(::getpid()));
  const int code = bastide::test_help::run(plan, folder);
  std::filesystem::remove_all(folder);
  return code;
}
