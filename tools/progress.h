// What long commands share: a progress bar with the time left, and a first Ctrl-C that stops
// gently.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>

namespace bastide::tools {

using SteadyClock = std::chrono::steady_clock;
double seconds_since(SteadyClock::time_point start);

// "[######......]  52 %  12,345 games/s  0:12 left", on one line of a terminal; nothing elsewhere.
class ProgressBar {
 public:
  explicit ProgressBar(std::string unit);
  ~ProgressBar();
  bool on() const { return on_; }
  void show(std::uint64_t done, std::uint64_t all) const;

 private:
  std::string unit_;
  bool on_;
  SteadyClock::time_point start_ = SteadyClock::now();
};

// The first Ctrl-C stops after what is under way, the second at once.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  ~StopOnInterrupt();
  static const std::atomic<bool>& asked();

 private:
  struct sigaction before_{};
};

}  // namespace bastide::tools
