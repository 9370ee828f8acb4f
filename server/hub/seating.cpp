#include "server/hub/seating.h"

#include <algorithm>

#include "server/hub/seats.h"
#include "server/hub/table_actor.h"
#include "server/table/colours.h"
#include "server/table/presets.h"

namespace bastide::server {

namespace {

Denial has_started() { return {Refused::started, "The game has started already."}; }
Denial not_yours() { return {Refused::not_seated, "This is not your seat."}; }

bool is_taken(const TableSeat& seat) { return seat.kind != TableSeat::Kind::open; }

}  // namespace

// --- what is wished ---

Task<Answer> Seating::sit(const Asker& asker, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting) co_return has_started();
  TableMeta meta = t.table.meta;
  if (static_cast<std::size_t>(m.seat) >= meta.seats.size()) co_return no_seat(m.seat);
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  if (is_taken(seat)) co_return Denial{Refused::seat_taken, "This seat is taken."};
  auto person = person_seat(asker.guest, m.name);
  if (!person) co_return bad_name();
  person->colour = seat.colour;
  seat = *std::move(person);
  if (m.colour && !take_colour(meta.seats, static_cast<std::size_t>(m.seat), *m.colour))
    co_return colour_taken();
  if (t.table.config.fair == FairMethod::bastide_2) seat.nonce = m.nonce;
  co_return co_await change(asker, std::move(meta));
}

Task<Answer> Seating::stand(const Asker& asker, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting)
    co_return Denial{Refused::started, "The game has started already; you may resign.",
                     RefusedDetail::resign};
  if (!t.table.holds(asker.guest.id, m.seat)) co_return not_yours();
  TableMeta meta = t.table.meta;
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  seat = emptied(seat);
  co_return co_await change(asker, std::move(meta));
}

Task<Answer> Seating::colour(const Asker& asker, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting) co_return has_started();
  if (!t.table.holds(asker.guest.id, m.seat)) co_return not_yours();
  TableMeta meta = t.table.meta;
  if (!take_colour(meta.seats, static_cast<std::size_t>(m.seat), *m.colour))
    co_return colour_taken();
  co_return co_await change(asker, std::move(meta));
}

Task<Answer> Seating::seat(const Asker& asker, const ClientMessage& m) {
  if (t.table.meta.host != asker.guest.id) co_return not_host();
  if (t.table.meta.status != Status::waiting) co_return has_started();
  TableMeta meta = t.table.meta;
  if (static_cast<std::size_t>(m.seat) >= meta.seats.size()) co_return no_seat(m.seat);
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  if (seat.kind == TableSeat::Kind::person)
    co_return Denial{Refused::seat_taken, "Somebody sits there."};
  if (m.seat_kind == SeatWish::Kind::bot && !is_known_bot(m.bot)) co_return no_bot(m.bot);
  const int colour = seat.colour;
  seat = m.seat_kind == SeatWish::Kind::bot ? bot_seat(m.bot) : TableSeat{};
  seat.colour = colour;
  co_return co_await change(asker, std::move(meta));
}

Task<Answer> Seating::start(const Asker& asker, const ClientMessage&) {
  if (t.table.meta.host != asker.guest.id) co_return not_host();
  if (t.table.meta.status != Status::waiting) co_return has_started();
  TableMeta meta = t.table.meta;
  std::erase_if(meta.seats, [](const TableSeat& seat) { return !is_taken(seat); });
  if (meta.seats.size() < kMinPlayers)
    co_return Denial{Refused::bad_setup, "Two seats must be taken before a game can start.",
                     RefusedDetail::seats};
  co_return co_await change(asker, std::move(meta));
}

Task<Answer> Seating::nonce(const Asker& asker, const ClientMessage& m) {
  if (!t.table.sits(asker.guest.id))
    co_return Denial{Refused::not_seated, "You have no seat at this table."};
  if (t.table.meta.status != Status::waiting) co_return has_started();
  if (t.table.config.fair == FairMethod::bastide_1)
    co_return Denial{Refused::not_allowed, "The draws of this table take no nonces."};
  TableMeta meta = t.table.meta;
  bool given = false;
  for (std::size_t i = 0; i < meta.seats.size(); ++i) {
    if (!t.table.holds(asker.guest.id, static_cast<int>(i)) || !meta.seats[i].nonce.empty())
      continue;
    meta.seats[i].nonce = m.nonce;
    given = true;
  }
  if (!given) co_return Denial{Refused::not_allowed, "You have given a nonce already."};
  co_return co_await change(asker, std::move(meta));
}

// --- what is stored ---

Task<Answer> Seating::change(Asker asker, TableMeta meta) {
  if (std::ranges::all_of(meta.seats, is_taken) && !lacks_nonce(meta))
    co_return co_await begin(std::move(asker), std::move(meta));
  TableWrite write;
  write.due_ms = t.due(meta);
  write.meta = std::move(meta);
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return not_stored();
  t.absences.note(t.now());
  t.programs.dismiss_unseated();
  t.speaking.tell_meta(asker);
  t.speaking.lobby_changed();
  co_await go_on();
  co_return std::nullopt;
}

Task<Answer> Seating::begin(Asker asker, TableMeta meta) {
  auto begun = t.table.new_game(meta.seats);
  if (const auto* error = std::get_if<SetupError>(&begun))
    co_return Denial{Refused::bad_setup, error->reason};
  meta.status = Status::playing;
  Game game = std::get<Game>(std::move(begun));
  Proposal first = game.propose(std::nullopt, 0);
  const std::int64_t now = t.now();
  Table next = t.table;  // as it will be, for its clocks
  next.meta = meta;
  next.game = game;
  next.game->accept(first);
  next.start_clocks(now);
  TableWrite write;
  write.rows = t.table.rows(first, now);
  write.due_ms = due_ms(meta, actor(first.state), next.clocks, now);
  write.meta = std::move(meta);
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return not_stored();
  t.site.counters.actions.add(first.entries.size());
  t.table.game = std::move(next.game);
  t.table.log_rows += static_cast<std::int64_t>(first.entries.size());
  t.table.clocks = std::move(next.clocks);
  ++t.epoch;
  t.absences.begin_anew(now);
  t.speaking.forget_texts();
  t.speaking.tell_table("table", asker);
  t.speaking.lobby_changed();
  t.programs.dismiss_unseated();
  t.programs.tell_all_from_start();
  t.playing.go_on();
  co_return std::nullopt;
}

// --- nonces of a rematch ---

bool Seating::waits_for_nonces() const {
  const TableMeta& meta = t.table.meta;
  return meta.status == Status::waiting && meta.nonces && t.now() < meta.nonces->until_ms;
}

// Whoever has not given one when the time is up plays without.
bool Seating::lacks_nonce(const TableMeta& meta) const {
  if (!waits_for_nonces()) return false;
  const std::vector<std::string>& due = meta.nonces->guests;
  return std::ranges::any_of(meta.seats, [&](const TableSeat& seat) {
    return seat.nonce.empty() && std::ranges::find(due, seat.guest) != due.end();
  });
}

Task<void> Seating::go_on() {
  if (t.table.meta.status != Status::waiting || t.table.has_open_seat()) co_return;
  if (!lacks_nonce(t.table.meta)) co_return co_await begin_if_full();
  t.later(milliseconds(t.table.meta.nonces->until_ms - t.now()),
          [](TableActor& t) { return t.seating.go_on(); });
}

// If the beginning cannot be stored, it is tried again.
Task<void> Seating::begin_if_full() {
  if (t.site.stopping) co_return;
  Answer denial = not_stored();
  const bool is_settled = co_await t.settle();
  if (is_settled) {
    if (t.table.meta.status != Status::waiting || t.table.has_open_seat()) co_return;
    Asker nobody;
    TableMeta meta = t.table.meta;
    denial = co_await begin(std::move(nobody), std::move(meta));
  }
  if (denial && denial->code == Refused::storage)
    t.later(kStorageRetry, [](TableActor& t) { return t.seating.go_on(); });
}

}  // namespace bastide::server
