// One connection at one table, known to both of them.
#pragma once

#include <atomic>
#include <cstdint>

namespace bastide::server {

struct Watch {
  // The number that the answer to an open question of this connection's has, or -1. Whoever takes
  // it (exchange) has answered: the first answer is outside the allowance of messages.
  std::atomic<std::int64_t> asked_seq{-1};
  // The table could not be joined after all.
  std::atomic<bool> lost{false};
};

}  // namespace bastide::server
