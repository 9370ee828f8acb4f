#include "bots/search/idle_cores.h"

#include <algorithm>
#include <atomic>
#include <limits>

#if !defined(BASTIDE_NO_THREADS)
#include <thread>
#endif

namespace bastide {

namespace {

std::atomic<int> searching{0};
std::atomic<int> most_cores{std::numeric_limits<int>::max()};

int cores() {
#if defined(BASTIDE_NO_THREADS)
  return 1;
#else
  static const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::min(all, most_cores.load(std::memory_order_relaxed));
#endif
}

}  // namespace

void IdleCores::keep_to(int most) { most_cores = most; }

bool IdleCores::is_room() { return searching.load(std::memory_order_relaxed) <= cores(); }

int IdleCores::for_one_more() {
  return std::max(1, cores() - searching.load(std::memory_order_relaxed));
}

BusyCore::BusyCore() { searching.fetch_add(1, std::memory_order_relaxed); }

BusyCore::~BusyCore() { searching.fetch_sub(1, std::memory_order_relaxed); }

}  // namespace bastide
