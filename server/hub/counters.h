// Figures of a run, for the metrics page. Counted from any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "server/message/client_message.h"
#include "server/message/wire_types.h"

namespace bastide::server {

class Count {
 public:
  void add(std::uint64_t more = 1) { value_.fetch_add(more, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

struct Counters {
  std::array<Count, kClientTypes> messages;
  std::array<Count, kRefusedCodes> refusals;
  std::array<Count, kRefusedDetails> limits;  // refusals as too_many or too_fast, by detail
  Count actions;
  Count bot_moves;
  Count bot_us;
  Count bot_accounts;
  Count program_moves;
  Count program_errors;
  Count program_forfeits;
  Count storage_failures;
  Count damaged_tables;
  Count games_finished;
  Count games_abandoned;
  Count tables_loaded;
  Count tables_unloaded;
  Count tables_closed;     // nobody came
  Count tables_forgotten;  // with their logs
  Count guests_forgotten;
  // Among other nodes
  Count hints_heard;
  Count changes_followed;
  Count tables_taken_over;
  Count leases_lost;
};

}  // namespace bastide::server
