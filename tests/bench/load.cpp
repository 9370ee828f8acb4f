// How much a server carries: so many tables of two people who answer at a given rate.
//   bastide_load [--tables N] [--rate ANSWERS_A_SECOND] [--seconds S] [--program FILE]
//                [--store sqlite:FILE] [--deflate yes] [--threads N] [--spectators N] [--echo yes]
//                [--nodes N] [--apart yes] [--postgres PID]
// Starts the program as a server on a free port, and prints figures of the last S seconds.
//   --threads     of the server, for tables and connections
//   --spectators  so many connections more, which watch the first table
//   --echo        the same number of people at the same rate against a server that only says back
//                 what it is told
//   --nodes       so many servers beside each other, on one --store postgresql://…
//   --apart       the two people of a table are on different ones
//   --postgres    the main process of PostgreSQL, whose processor and memory are told as well
// tests/bench/nodes.py starts it with a database of its own, again and again.
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "tests/bench/echo.h"
#include "tests/bench/process_family.h"
#include "tests/crowd.h"
#include "tests/open_files.h"
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
  int threads = 0;       // 0: as many as the server takes by itself
  std::size_t spectators = 0;
  bool echo = false;
  int nodes = 1;
  bool apart = false;
  int postgres = 0;
};

bool read_argument(std::string_view name, const char* value, Plan& plan) {
  const bool yes = std::string_view(value) == "yes";
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
    plan.deflate = yes;
  else if (name == "--threads")
    plan.threads = std::atoi(value);
  else if (name == "--spectators")
    plan.spectators = static_cast<std::size_t>(std::atol(value));
  else if (name == "--echo")
    plan.echo = yes;
  else if (name == "--nodes")
    plan.nodes = std::atoi(value);
  else if (name == "--apart")
    plan.apart = yes;
  else if (name == "--postgres")
    plan.postgres = std::atoi(value);
  else
    return false;
  return true;
}

bool read_arguments(int argc, char** argv, Plan& plan) {
  for (int i = 1; i + 1 < argc; i += 2)
    if (!read_argument(argv[i], argv[i + 1], plan)) return false;
  const bool several = plan.nodes > 1;
  return argc % 2 == 1 && plan.tables > 0 && plan.seconds > 0 && plan.threads >= 0 &&
         plan.nodes > 0 && (!several || plan.store.starts_with("postgresql://"));
}

// An answer under way takes no thinking; on a quiet server that is a small part of the time.
milliseconds think_time(const Plan& plan) {
  if (plan.rate <= 0) return milliseconds(0);
  return milliseconds(
      static_cast<std::int64_t>(1000 * static_cast<double>(plan.tables) / plan.rate));
}

double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(share * last)];
}

void print_latencies(std::string_view what, std::vector<double> latencies) {
  std::ranges::sort(latencies);
  fmt::print("{:26} p50 {:.1f} ms, p99 {:.1f} ms, worst {:.1f} ms\n", what,
             percentile(latencies, 0.5), percentile(latencies, 0.99), percentile(latencies, 1));
}

void print_processor(std::string_view of, double cpu, double seconds, std::uint64_t actions) {
  fmt::print("{:26} {:.0f} % of a core, {:.0f} µs an action\n", fmt::format("processor of {}", of),
             100 * cpu / seconds,
             1e6 * cpu / static_cast<double>(std::max<std::uint64_t>(1, actions)));
}

void print_cost(const ServerProcess& server, std::string_view name, double cpu, double seconds,
                std::uint64_t actions) {
  print_processor(name, cpu, seconds, actions);
  fmt::print("{:26} {:.0f} MB, at most {:.0f} MB\n", fmt::format("memory of {}", name),
             server.memory_mb(), server.peak_mb());
}

std::vector<std::string> server_arguments(const Plan& plan, const fs::path& folder) {
  const std::string store =
      plan.store.empty() ? "sqlite:" + (folder / "games.db").string() : plan.store;
  std::vector<std::string> arguments{"--port",
                                     "0",
                                     "--log",
                                     "off",
                                     "--store",
                                     store,
                                     "--web",
                                     (folder / "web").string(),
                                     "--max-per-address",
                                     "100000",
                                     "--max-tables-per-address",
                                     "1000000",
                                     "--max-new-guests-per-address",
                                     "1000000"};
  if (plan.threads > 0) {
    arguments.emplace_back("--threads");
    arguments.push_back(std::to_string(plan.threads));
  }
  return arguments;
}

CrowdOptions crowd_options(const Plan& plan) {
  CrowdOptions options;
  options.tables = plan.tables;
  options.every_nth_with_bot = 0;
  options.again = true;
  options.deflate = plan.deflate;
  options.spectators = plan.spectators;
  options.think = think_time(plan);
  return options;
}

// The servers, and what they have used when the measuring begins.
class Nodes {
 public:
  Nodes(const Plan& plan, const fs::path& folder) : postgres_(plan.postgres) {
    for (int i = 0; i < plan.nodes; ++i) {
      all_.push_back(std::make_unique<ServerProcess>(plan.program, server_arguments(plan, folder)));
      ports.push_back(all_.back()->port);
    }
  }
  bool started() const { return std::ranges::find(ports, 0) == ports.end(); }
  void begin() {
    before_.clear();
    for (const auto& one : all_) before_.push_back(one->cpu_seconds());
    postgres_before_ = postgres_.cpu_seconds();
  }
  void print(double seconds, std::uint64_t actions) const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const std::string name = all_.size() == 1 ? "the server" : fmt::format("node {}", i + 1);
      print_cost(*all_[i], name, all_[i]->cpu_seconds() - before_[i], seconds, actions);
    }
    if (!postgres_.given()) return;
    print_processor("PostgreSQL", postgres_.cpu_seconds() - postgres_before_, seconds, actions);
    fmt::print("memory of PostgreSQL       {:.0f} MB\n", postgres_.memory_mb());
  }

  std::vector<std::uint16_t> ports;

 private:
  std::vector<std::unique_ptr<ServerProcess>> all_;
  std::vector<double> before_;
  ProcessFamily postgres_;
  double postgres_before_ = 0;
};

void say_now(std::string_view line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

int play(const Plan& plan, const fs::path& folder) {
  fs::create_directories(folder / "web");
  std::ofstream(folder / "web/index.html") << "<!doctype html>";
  Nodes nodes(plan, folder);
  Crowd crowd(crowd_options(plan));
  if (!nodes.started() || !crowd.open(nodes.ports, plan.apart)) {
    fmt::print(stderr, "the server did not start, or did not take everybody\n");
    return 1;
  }
  crowd.play(std::chrono::seconds(5));  // all tables are made and have begun
  crowd.take_latencies_ms();
  crowd.take_spectator_latencies_ms();
  say_now("measuring");
  const auto start = Clock::now();
  const auto before = crowd.acknowledged();
  nodes.begin();
  crowd.play(std::chrono::seconds(plan.seconds));
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const std::uint64_t actions = crowd.acknowledged() - before;
  const std::vector<double> latencies = crowd.take_latencies_ms();
  say_now("measured");
  fmt::print("{} tables, {} people, {} spectators of one table, {:.1f} s\n", plan.tables,
             2 * plan.tables, plan.spectators, seconds);
  fmt::print("answers seen by everybody  {:.0f} /s\n",
             static_cast<double>(latencies.size()) / seconds);
  fmt::print("actions acknowledged       {:.0f} /s (with the dealer's draws)\n",
             static_cast<double>(actions) / seconds);
  print_latencies("from sent to seen by all", latencies);
  if (plan.spectators > 0)
    print_latencies("and by all spectators", crowd.take_spectator_latencies_ms());
  nodes.print(seconds, actions);
  for (const std::string& fault : crowd.faults()) fmt::print("fault: {}\n", fault);
  if (crowd.lost() > 0) fmt::print("{} connections were lost\n", crowd.lost());
  return crowd.faults().empty() && crowd.lost() == 0 ? 0 : 1;
}

// This program is the server, too.
int speak_to_echo(const Plan& plan) {
  const ServerProcess server("/proc/self/exe",
                             {"--threads", std::to_string(std::max(1, plan.threads))});
  const double cpu = server.cpu_seconds();
  const auto figures = talk_to_echo(server.port, 2 * plan.tables, think_time(plan),
                                    std::chrono::seconds(plan.seconds));
  if (!figures.open) {
    fmt::print(stderr, "the echo did not start, or did not take everybody\n");
    return 1;
  }
  fmt::print("{} people, half of them speak to an echo, {:.1f} s\n", 2 * plan.tables,
             figures.seconds);
  fmt::print("echoes                     {:.0f} /s\n",
             static_cast<double>(figures.latencies_ms.size()) / figures.seconds);
  print_latencies("from sent to heard", figures.latencies_ms);
  print_cost(server, "the server", server.cpu_seconds() - cpu, figures.seconds,
             figures.latencies_ms.size());
  return 0;
}

int run(const Plan& plan) {
  if (plan.echo) return speak_to_echo(plan);
  const auto folder = fs::temp_directory_path() / ("bastide-load-" + std::to_string(::getpid()));
  const int code = play(plan, folder);
  fs::remove_all(folder);
  return code;
}

}  // namespace
}  // namespace bastide::test_help

int main(int argc, char** argv) {
  bastide::test_help::allow_many_files();
  if (argc == 4 && std::string_view(argv[1]) == "serve")
    return bastide::test_help::run_echo_server(std::atoi(argv[3]));
  bastide::test_help::Plan plan;
  if (!read_arguments(argc, argv, plan)) {
    fmt::print(stderr,
               "usage: bastide_load [--tables N] [--rate ANSWERS_A_SECOND] [--seconds S] "
               "[--program FILE] [--store sqlite:FILE|postgresql://...] [--deflate yes] "
               "[--threads N] [--spectators N] [--echo yes] [--nodes N] [--apart yes] "
               "[--postgres PID]\n");
    return 2;
  }
  return bastide::test_help::run(plan);
}
