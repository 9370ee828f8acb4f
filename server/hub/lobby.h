// The list of open tables, and those who look at it. What they are sent is written once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/async/task.h"
#include "server/hub/denial.h"

namespace bastide::server {

struct Site;

// From any thread.
class Lobby {
 public:
  explicit Lobby(Site& site) : site_(site) {}

  // Tables of the store that wait, when a server starts.
  Task<void> open();
  // A listed table that waits has this view now; or it is not there any more.
  void show(const std::string& table, std::int64_t created_ms, std::string view);
  void hide(const std::string& table);

  // `tables` at once, and from now on after each change.
  void listen(const Asker& asker);
  void leave(ConnectionId connection);

 private:
  Site& site_;
};

}  // namespace bastide::server
