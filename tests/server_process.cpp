#include "tests/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace bastide::test_help {

namespace {

// The port in "… http://localhost:40123 …", 0 if the line has none.
std::uint16_t port_in(const std::string& line) {
  const auto scheme = line.find("http://");
  if (scheme == std::string::npos) return 0;
  const auto colon = line.find(':', scheme + 7);
  return colon == std::string::npos ? std::uint16_t{0}
                                    : static_cast<std::uint16_t>(std::stoi(line.substr(colon + 1)));
}

std::string read_line(int fd) {
  std::string line;
  char c = 0;
  pollfd one{fd, POLLIN, 0};
  while (::poll(&one, 1, 30'000) > 0 && ::read(fd, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program,
                             const std::vector<std::string>& arguments) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  std::vector<char*> argv{const_cast<char*>(program.c_str()), const_cast<char*>("serve")};
  for (const std::string& one : arguments) argv.push_back(const_cast<char*>(one.c_str()));
  argv.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  out_ = ends[0];
  port = port_in(read_line(out_));
}

ServerProcess::~ServerProcess() {
  kill();
  if (out_ >= 0) ::close(out_);
}

void ServerProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

int ServerProcess::stop(int signal) {
  if (pid_ <= 0) return -1;
  ::kill(pid_, signal);
  for (int tries = 0; tries < 1000; ++tries) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return -1;
}

double ServerProcess::cpu_seconds() const {
  std::ifstream in("/proc/" + std::to_string(pid_) + "/stat");
  std::string skipped;
  for (int i = 0; i < 13; ++i) in >> skipped;
  double user = 0, system = 0;
  in >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double ServerProcess::memory_mb() const {
  std::ifstream in("/proc/" + std::to_string(pid_) + "/statm");
  double all = 0, resident = 0;
  in >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double ServerProcess::peak_mb() const {
  std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
  for (std::string name; in >> name;)
    if (name == "VmHWM:") {
      double kb = 0;
      in >> kb;
      return kb / 1024;
    }
  return 0;
}

}  // namespace bastide::test_help
