// A program that is spoken to in lines: started by a command line, heard with a time limit, and
// ended with everything that it started.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace bastide {

class Child {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

  explicit Child(const std::string& command);  // by the shell, in a process group of its own
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // False if the program does not read, or is gone.
  bool say(std::string_view line, Clock::time_point until);

  enum class Heard : std::uint8_t { line, late, gone, too_long };
  Heard hear(std::string& line, Clock::time_point until);

 private:
  bool wait_for(short events, Clock::time_point until) const;

  int socket_ = -1;
  int process_ = -1;
  std::string buffer_;
};

}  // namespace bastide
