// The same players at a new table, where the one who was second begins. Each table is followed by
// one: if it is asked for at two nodes at once, the second new table goes as if it had never been.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/hub/program_seats.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class Rematches {
 public:
  explicit Rematches(TableActor& table) : t(table) {}

  Task<Answer> ask(const Asker& asker, const ClientMessage& message);
  // The new table is stored: notes it here and tells everybody. If another one was first, the asker
  // is told of that.
  enum class Noted : std::uint8_t { here, another, unknown };
  Task<Noted> note(Asker asker, std::string new_table, std::string commitment);
  // The new table could not be stored; perhaps another node's was.
  Task<void> failed(Asker asker, Denial denial);
  // Lines of programs that were to go over to a table which is not to be.
  Task<void> take_back(std::vector<SeatedLine> lines);
  // The table has taken over a change of another node; before, its meta was this. If there is a
  // rematch now, those who watch are told, and programs go over.
  void followed(const TableMeta& before);

 private:
  bool is_there(std::string_view guest) const;
  bool is_lost(const TableSeat& seat) const;
  std::vector<std::string> givers() const;
  std::string members() const;
  void tell(const Asker& asker) const;
  void send_programs_over();

  TableActor& t;
  std::int64_t asked_ms_ = 0;  // a courtesy of this node: two who ask at once make no two tables
};

}  // namespace bastide::server
