#include "tools/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace bastide::tools {

namespace {

std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

ProgressBar::ProgressBar(std::string unit)
    : unit_(std::move(unit)), on_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (on_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(std::uint64_t done, std::uint64_t all) const {
  if (!on_) return;
  constexpr int width = 40;
  const double share = std::min(
      1.0, static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1)));
  const double rate = static_cast<double>(done) / std::max(1e-3, seconds_since(start_));
  const auto left = static_cast<long>(
      static_cast<double>(all - std::min(done, all)) / std::max(1e-3, rate) + 0.5);
  const int filled = static_cast<int>(share * width);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %  {:.{}f} {}/s", "", filled, "", width - filled,
             100 * share, rate, rate < 10 ? 2 : 0, unit_);
  if (done > 0) fmt::print(stderr, "  {}:{:02} left", left / 60, left % 60);
  fmt::print(stderr, "\x1b[K");
  std::fflush(stderr);
}

StopOnInterrupt::StopOnInterrupt() {
  stop_asked = false;
  struct sigaction action{};
  action.sa_handler = [](int) { stop_asked = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &before_);
}

StopOnInterrupt::~StopOnInterrupt() { sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& StopOnInterrupt::asked() { return stop_asked; }

}  // namespace bastide::tools
