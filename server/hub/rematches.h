// The same players at a new table, where the one who was second begins.
#pragma once

#include <cstdint>
#include <string>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class Rematches {
 public:
  explicit Rematches(TableActor& table) : t(table) {}

  Task<Answer> ask(const Asker& asker, const ClientMessage& message);
  // The new table is stored: notes it here and tells everybody.
  Task<void> note(Asker asker, std::string new_table, std::string commitment);
  void failed() { asked_ms_ = 0; }

 private:
  bool is_lost(const TableSeat& seat) const;
  std::vector<std::string> givers() const;
  void tell(const Asker& asker) const;

  TableActor& t;
  std::int64_t asked_ms_ = 0;
  std::string commitment_;  // of the new table, while it is known
};

}  // namespace bastide::server
