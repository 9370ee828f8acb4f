#include "server/table/colours.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bastide::server {

bool paint_seats(std::vector<TableSeat>& seats, const std::vector<std::optional<int>>& wishes) {
  std::array<bool, kColours> used{};
  const auto take = [&](std::size_t colour) { return !std::exchange(used[colour], true); };
  for (const auto& wish : wishes)
    if (wish && !take(static_cast<std::size_t>(*wish))) return false;
  auto colours = wishes;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (!colours[i] && take(i)) colours[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!colours[i]) {
      const auto free = std::ranges::find(used, false);
      *free = true;
      colours[i] = static_cast<int>(free - used.begin());
    }
    seats[i].colour = *colours[i];
  }
  return true;
}

bool take_colour(std::vector<TableSeat>& seats, std::size_t seat, int colour) {
  const auto holder = std::ranges::find(seats, colour, &TableSeat::colour);
  if (holder != seats.end()) {
    const bool somebody_else =
        holder->kind == TableSeat::Kind::person && holder->guest != seats[seat].guest;
    if (somebody_else) return false;
    holder->colour = seats[seat].colour;
  }
  seats[seat].colour = colour;
  return true;
}

TableSeat emptied(const TableSeat& seat) {
  TableSeat empty;
  empty.colour = seat.colour;
  return empty;
}

}  // namespace bastide::server
