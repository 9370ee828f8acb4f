// A program that is spoken to in lines: started by a command line, heard with a time limit, and
// ended with everything that it started.
#pragma once

#include <chrono>
#include <cstdint>
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
  // The next line that is not blank. Late also if nothing but blank lines and parts of one came.
  Heard hear(std::string& line, Clock::time_point until);
  // A line that is there already.
  bool hear_now(std::string& line);
  // For those who wait for several things at once: readable when there may be a line, and whether
  // there will be none any more.
  int output() const { return from_; }
  bool ended() const { return ended_ || from_ < 0 || buffer_.size() > kMaxLine; }

 private:
  enum class Got : std::uint8_t { some, nothing, end };
  Got receive();
  bool next_line(std::string& line);

  int to_ = -1, from_ = -1;  // our ends of its standard input and output
  int process_ = -1;
  std::string buffer_;
  bool ended_ = false;
};

}  // namespace bastide
