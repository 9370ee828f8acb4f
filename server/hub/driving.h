// Whether this node drives a table: asks its bots, watches its clocks, begins its game, waits for
// programs that have gone. Every node serves every table; one drives it.
#pragma once

#include <string>

#include "server/async/task.h"
#include "server/store/peers.h"

namespace bastide::server {

class TableActor;

class Driving {
 public:
  explicit Driving(TableActor& table) : t(table) {}

  bool is_here() const;
  const std::string& as() const { return as_; }  // the id under which it was taken, or empty

  // The table was made here.
  void begin();
  // It was read: this node drives it if no other one does.
  Task<Driver> ask();
  // The one that did has died. The time before counts for nobody.
  Task<void> taken_over(std::string node);
  // A change that only its driver may make was refused: another one may do it now.
  void doubt();

 private:
  TableActor& t;
  std::string as_;
  bool asks_ = false;
};

}  // namespace bastide::server
