// The games of one guest: where somebody left off, and how the last ones ended.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/hub/listeners.h"

namespace bastide::server {

struct Site;

// From any thread.
class OwnGames {
 public:
  explicit OwnGames(Site& site) : site_(site) {}

  // `games` at once, and from now on after each change (at most every 250 ms).
  void listen(const Asker& asker);
  void leave(const std::string& guest, ConnectionId connection);
  // Something changed at a table of these guests. Costs nothing for those who do not listen.
  void changed(const std::vector<std::string>& guests);

 private:
  Site& site_;
};

}  // namespace bastide::server
