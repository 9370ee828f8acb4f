// A player who has gone: who is here and who is not, a bot in the meantime, or the end of the game.
// Who agrees to that stands in the table's meta.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/task.h"
#include "server/hub/attendance.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class Absences {
 public:
  explicit Absences(TableActor& table) : t(table) {}

  // Who is here has changed; whoever is away has been so since then, if not longer.
  void note(std::int64_t since_ms);
  void begin_anew(std::int64_t now_ms);  // nobody was waited for before
  std::optional<std::int64_t> away_since(std::string_view guest) const {
    return attendance_.away_since(guest);
  }
  bool is_here(std::string_view guest) const;
  // The one who has been away longest, if somebody waits.
  std::optional<Absence> longest() const;

  // What the others may do about it.
  Task<Answer> absent(const Asker& asker, const ClientMessage& message);
  // The game ends without a result; everybody is told.
  Task<bool> end_game(std::optional<Asker> asker);

 private:
  bool is_gone(std::string_view guest) const;
  Answer not_gone(const TableSeat& seat) const;
  bool is_anybody_away() const;
  bool would_end(std::string_view guest) const;
  Task<Answer> agree_to_end(const Asker& asker);
  Task<bool> set_votes(std::vector<std::string> votes);
  Task<void> drop_votes();
  Task<Answer> let_bot_stand_in(const Asker& asker, std::string guest);
  Task<bool> set_stand_in(std::string guest, bool on);
  std::optional<std::string> returned() const;
  Task<void> give_seats_back();

  TableActor& t;
  Attendance attendance_;
};

}  // namespace bastide::server
