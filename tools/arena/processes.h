// The processes that share an arena: one, or those that mpirun started (built with BASTIDE_MPI).
#pragma once

#include <cstdint>
#include <vector>

#include "tools/arena/arena_core.h"

namespace bastide::tools {

// All processes must make the same calls in the same order.
class Processes {
 public:
  Processes();  // from the main thread; one object a program
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  bool first() const { return rank_ == 0; }  // the one that reports
  // Whether any process has trouble, and this is the one to say which: the first that has.
  struct Trouble {
    bool anywhere = false, ours_to_tell = false;
  };
  Trouble trouble(bool here) const;
  // Sets the share of this process; nothing to do for one alone.
  void share(ArenaHooks& hooks) const;

 private:
  std::uint64_t rank_ = 0;
};

}  // namespace bastide::tools
