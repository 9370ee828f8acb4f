// Taking back by consent. The log only grows: what was taken back stays in it, and a line after it
// says so. What is asked, and who has agreed, stands in the table's meta.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class TakingBack {
 public:
  explicit TakingBack(TableActor& table) : t(table) {}

  Task<Answer> ask(const Asker& asker, const ClientMessage& message);
  Task<Answer> answer(const Asker& asker, const ClientMessage& message);
  // Somebody fewer has to consent.
  Task<void> look_again();
  // To a newcomer, if something is asked.
  void tell(const Asker& asker) const;
  // The table has taken over a change of another node; before, its meta was this. Those who watch
  // are told what is asked now, or that it was refused; that something was taken back, they are
  // told by the table itself.
  void followed(const TableMeta& before) const;

 private:
  bool is_granted(const UndoRequest& request) const;
  std::size_t most() const;  // how often it may be done in this game
  std::string members(const UndoRequest& request) const;
  Task<bool> note(std::optional<UndoRequest> request);  // in the meta
  Task<Answer> take_back(UndoRequest request, std::optional<Asker> asker);

  TableActor& t;
};

}  // namespace bastide::server
