// /usr/bin/bastide: starts the program that suits this processor, out of ../lib/bastide.
//   BASTIDE_ARCH=baseline   the one for every x86-64, also where the processor could do more
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

namespace {

constexpr int kExitWrongUsage = 2;

bool processor_is_v3() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3");
}

// Null where the environment asks for something that there is not.
const char* suitable() {
  const char* asked = std::getenv("BASTIDE_ARCH");
  if (asked == nullptr || *asked == '\0') return processor_is_v3() ? "v3" : "baseline";
  if (std::strcmp(asked, "baseline") == 0) return "baseline";
  if (std::strcmp(asked, "v3") != 0) {
    std::fprintf(stderr, "bastide: BASTIDE_ARCH is '%s'; it may be baseline or v3\n", asked);
    return nullptr;
  }
  if (processor_is_v3()) return "v3";
  std::fprintf(stderr, "bastide: BASTIDE_ARCH is v3, which this processor cannot run\n");
  return nullptr;
}

// PREFIX/bin/bastide is this file; PREFIX is /usr where there is no /proc to tell.
std::string program_for(const char* arch) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  std::string prefix =
      length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "/usr/bin/bastide";
  for (int up = 0; up < 2; ++up) prefix.erase(prefix.find_last_of('/'));
  return prefix + "/lib/bastide/bastide-" + arch;
}

}  // namespace

int main(int, char** argv) {
  const char* arch = suitable();
  if (arch == nullptr) return kExitWrongUsage;
  const std::string program = program_for(arch);
  execv(program.c_str(), argv);
  std::fprintf(stderr, "bastide: %s: %s\n", program.c_str(), std::strerror(errno));
  return kExitWrongUsage;
}
