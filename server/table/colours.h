// Colours of seats: numbers for clients to paint with, no two alike at a table. The game knows
// nothing of them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/table/table.h"

namespace bastide::server {

// Gives every seat a colour: the one that was wished for, else its own number, else the first that
// is free. False, and nothing is changed, where two wish for the same.
bool paint_seats(std::vector<TableSeat>& seats, const std::vector<std::optional<int>>& wishes);

// A seat takes a colour; an open seat, a bot or another seat of the same guest that had it gets the
// old one in return. False, and nothing is changed, where somebody else has it.
bool take_colour(std::vector<TableSeat>& seats, std::size_t seat, int colour);

// The same place at the table with nobody on it.
TableSeat emptied(const TableSeat& seat);

}  // namespace bastide::server
