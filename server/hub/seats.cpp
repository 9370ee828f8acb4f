#include "server/hub/seats.h"

#include "engine/notation/json_text.h"
#include "server/hub/limits.h"
#include "server/hub/secrets.h"
#include "server/table/colours.h"
#include "server/table/presets.h"

namespace bastide::server {

Denial bad_name() { return {Refused::bad_name, "A name has 1 to 32 visible characters."}; }

Denial no_bot(const std::string& bot) {
  return {Refused::bad_setup, "There is no bot " + quoted_text(bot) + ".", RefusedDetail::bot};
}

Denial colour_taken() { return {Refused::colour_taken, "Somebody else has this colour."}; }

Denial not_host() { return {Refused::not_host, "Only the host of the table may do this."}; }

TableSeat bot_seat(const std::string& bot) {
  TableSeat seat;
  seat.kind = TableSeat::Kind::bot;
  seat.name = seat.bot = bot;
  return seat;
}

std::optional<TableSeat> person_seat(const Guest& guest, const std::optional<std::string>& name) {
  TableSeat seat;
  seat.kind = TableSeat::Kind::person;
  seat.guest = guest.id;
  const auto good = name ? good_name(*name) : std::optional(guest.name);
  if (!good) return std::nullopt;
  seat.name = *good;
  return seat;
}

std::variant<std::vector<TableSeat>, Denial> wished_seats(const Guest& guest,
                                                          const std::vector<SeatWish>& wishes) {
  std::vector<TableSeat> seats;
  for (const SeatWish& wish : wishes) {
    if (wish.kind == SeatWish::Kind::open) {
      seats.emplace_back();
    } else if (wish.kind == SeatWish::Kind::bot) {
      if (!is_known_bot(wish.bot)) return no_bot(wish.bot);
      seats.push_back(bot_seat(wish.bot));
    } else {
      auto person = person_seat(guest, wish.name);
      if (!person) return bad_name();
      seats.push_back(*std::move(person));
    }
  }
  std::vector<std::optional<int>> colours;
  for (const SeatWish& wish : wishes) colours.push_back(wish.colour);
  if (!paint_seats(seats, colours)) return colour_taken();
  return seats;
}

Answer try_setup(const Table& table) {
  const auto tried = table.new_game(table.meta.seats);
  if (const auto* error = std::get_if<SetupError>(&tried))
    return Denial{Refused::bad_setup, error->reason};
  std::size_t tiles = 0;
  for (const TileInPlay& type : std::get<Game>(tried).rules().tiles) tiles += type.copies;
  if (tiles <= kMaxTilesAtTable) return std::nullopt;
  return Denial{Refused::bad_setup,
                "A game on this server has at most " + std::to_string(kMaxTilesAtTable) + " tiles.",
                RefusedDetail::tiles, kMaxTilesAtTable};
}

}  // namespace bastide::server
