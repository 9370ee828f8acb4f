// The real program as a server, started, killed and started again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bastide::test_help {

class ServerProcess {
 public:
  // Waits until the server says that it is ready; `port` is 0 if it does not.
  ServerProcess(const std::string& program, const std::vector<std::string>& arguments);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port = 0;
  int pid() const { return pid_; }
  void kill();                 // SIGKILL, in the middle of whatever it does
  int stop(int signal);        // exit code; -1 if it did not exit by itself within ten seconds
  double cpu_seconds() const;  // used so far, of a running server
  double memory_mb() const;    // in use now
  double peak_mb() const;      // the most so far

 private:
  int pid_ = -1;
  int out_ = -1;
};

}  // namespace bastide::test_help
