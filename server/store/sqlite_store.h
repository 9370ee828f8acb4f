// The store in one SQLite file, in WAL mode, every commit waiting for the disk. One thread writes:
// it takes all that is queued, commits it as one transaction, and calls back.
#pragma once

#include <memory>
#include <string>

#include "server/store/store.h"

namespace bastide::server {

struct SqliteOptions {
  int busy_ms = 5000;            // to wait while another program writes to the file
  std::size_t max_group = 1024;  // writes in one transaction
  bool alone = false;            // refuses a file that another process serves
};

// An empty name: in memory, for tests.
Stored<std::unique_ptr<Store>> open_sqlite(const std::string& file,
                                           const SqliteOptions& options = {});

}  // namespace bastide::server
