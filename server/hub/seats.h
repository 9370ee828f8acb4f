// Seats as they are wished for, and what may be wrong with them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

TableSeat bot_seat(const std::string& bot);
std::optional<TableSeat> person_seat(const Guest& guest, const std::optional<std::string>& name);
std::variant<std::vector<TableSeat>, Denial> wished_seats(const Guest& guest,
                                                          const std::vector<SeatWish>& wishes);
// Whether the setup makes a game, and one that clients can be sent as a whole.
Answer try_setup(const Table& table);

Denial bad_name();
Denial no_bot(const std::string& bot);
Denial colour_taken();
Denial not_host();

}  // namespace bastide::server
