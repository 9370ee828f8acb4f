// A PostgreSQL of the tests' own: in a temporary folder, on a socket there, gone with the program.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

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

 private:
  PostgresServer();
  std::string uri(const std::string& options = "") const;
  bool answers();

  std::filesystem::path folder_;
  std::string bin_, missing_;
  pid_t process_ = -1;
  int places_ = 0;
};

}  // namespace bastide::server
