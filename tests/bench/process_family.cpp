#include "tests/bench/process_family.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace bastide::test_help {

namespace {

namespace fs = std::filesystem;

// The fields of /proc/PID/stat after the name, which may have blanks in it: state, parent, ….
std::vector<std::string> stat_of(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const auto end = text.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream rest(text.substr(end + 1));
  return {std::istream_iterator<std::string>(rest), {}};
}

double proportional_kb(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  for (std::string name; in >> name;)
    if (name == "Pss:") {
      double kb = 0;
      in >> kb;
      return kb;
    }
  return 0;
}

}  // namespace

std::vector<pid_t> ProcessFamily::members() const {
  std::vector<pid_t> found{parent_};
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto pid = static_cast<pid_t>(std::stol(name));
    const auto fields = stat_of(pid);
    if (fields.size() > 1 && fields[1] == std::to_string(parent_)) found.push_back(pid);
  }
  return found;
}

double ProcessFamily::cpu_seconds() const {
  if (!given()) return 0;
  double ticks = 0;
  for (const pid_t pid : members()) {
    const auto fields = stat_of(pid);
    // Its own time in fields 11 and 12; in the parent's 13 and 14 that of children that have ended.
    for (std::size_t i = 11; i < (pid == parent_ ? 15u : 13u) && i < fields.size(); ++i)
      ticks += std::stod(fields[i]);
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double ProcessFamily::memory_mb() const {
  double kb = 0;
  if (given())
    for (const pid_t pid : members()) kb += proportional_kb(pid);
  return kb / 1024;
}

}  // namespace bastide::test_help
