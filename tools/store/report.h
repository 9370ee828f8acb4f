// What a walk through a store found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bastide::tools {

struct StoreFault {
  std::string where;  // "table k7x", "guest ab12"
  std::string text;   // one sentence
};

struct StoreReport {
  std::uint64_t guests = 0, tables = 0, actions = 0;
  std::uint64_t present = 0;        // of the tables: were in the target already
  std::vector<StoreFault> damaged;  // copied as they are, if the store takes them
  std::vector<StoreFault> failed;   // not copied, or not as they are
  std::string stopped;              // why it ended early; empty if it did not
  bool well() const { return damaged.empty() && failed.empty() && stopped.empty(); }
};

}  // namespace bastide::tools
