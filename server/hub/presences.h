// Who is at which table at this node, told to the others. What is told goes with the node's lease.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "server/async/task.h"

namespace bastide::server {

struct Site;

// From any thread.
class Presences {
 public:
  explicit Presences(Site& site) : site_(site) {}

  // Of one table; empty: nobody. Nothing is told twice.
  void say(const std::string& table, std::string text);
  // The others have lost it: there is a new lease, or the store has forgotten.
  void say_all_again();

 private:
  void begin();
  Task<void> tell();

  Site& site_;
  std::mutex mutex_;                         // of all below
  std::map<std::string, std::string> said_;  // by table
  std::set<std::string> due_;                // tables whose text has changed
  bool telling_ = false;
};

}  // namespace bastide::server
