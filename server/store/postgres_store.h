// The store in a database of PostgreSQL, which several processes may serve at once. One thread
// writes, others read, each on a connection of its own.
#pragma once

#include <memory>
#include <string>

#include "server/store/store.h"

namespace bastide::server {

struct PostgresOptions {
  int answer_ms = 5000;         // to wait for an answer before the connection is given up
  int give_up_ms = 15'000;      // to try again and again, while the server is away
  int peers_give_up_ms = 4000;  // so too, for leases and all that is for a moment only
  std::size_t max_group = 200;  // writes in one transaction
  int pace_ms = 8;              // from one transaction to the next, while there are many writes
  int readers = 2;
};

// `uri` as libpq takes it, with passwords, certificates and several hosts.
Stored<std::unique_ptr<Store>> open_postgres(const std::string& uri,
                                             const PostgresOptions& options = {});

}  // namespace bastide::server
