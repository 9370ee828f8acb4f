// A PostgreSQL of the tests' own: in a temporary folder, on a socket there, gone with the program.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::server {

class PostgresServer {
 public:
  // The one of this program, started when it is first asked for.
  static PostgresServer& get();
  ~PostgresServer();

  // BASTIDE_TEST_POSTGRES=needed, as script/test has it: without one the tests fail. Else they are
  // skipped.
  static bool is_needed();
  // Why there is none; empty if there is one.
  const std::string& missing() const { return missing_; }
  // An empty place of its own, for a store.
  std::string new_place();
  // SQL from outside, as another program would send it. The first value that it gives.
  std::string execute(const std::string& sql, const std::string& uri = "");

  void start();           // by the main thread: it ends with the one that started it
  void stop(int signal);  // SIGINT: ends connections; SIGQUIT: as if the machine had gone
  // To it and to all processes of its own: SIGSTOP and SIGCONT.
  void signal_all(int signal) const;
  // Makes a server that follows this one, on a socket in the folder, and starts it.
  std::unique_ptr<PostgresServer> start_standby();
  void promote();
  // Of both, for a store that finds the one that may be written to.
  std::string new_place(const PostgresServer& standby);

 private:
  PostgresServer();
  explicit PostgresServer(const PostgresServer& primary);  // follows it
  void run(const std::vector<std::string>& words);
  std::string uri(const std::string& options = "") const;
  bool answers();

  std::filesystem::path folder_;
  std::string bin_, missing_;
  pid_t process_ = -1;
  int places_ = 0;
};

}  // namespace bastide::server
