#include "server/hub/rematches.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/founding.h"
#include "server/hub/table_actor.h"
#include "server/table/colours.h"

namespace bastide::server {

namespace {

// What the new table does first: stores itself, lets the programs' lines come over, and tells the
// old one.
struct Opening {
  Asker asker;
  std::string old_table;
  std::vector<std::string> nonces_due;
  std::vector<SeatedLine> lines;
};

Task<void> open_rematch(TableActor& t, Opening opening) {
  Tables& tables = t.site.tables;
  const Answer denial = co_await store_table(t, opening.asker);
  if (denial) {
    refuse(t.site, opening.asker, *denial);
    tables.tell(opening.old_table, [lines = std::move(opening.lines)](TableActor& old) {
      old.rematches.failed();
      return old.programs.take_lines(lines);
    });
    co_return;
  }
  co_await t.programs.take_lines(opening.lines);
  tables.ask(
      opening.old_table,
      [asker = opening.asker, id = t.table.id, secret = t.table.secret](TableActor& old) {
        return old.rematches.note(asker, id, commitment(secret));
      },
      [](const Denial&) {});
  t.speaking.lobby_changed();
  if (t.table.has_open_seat()) co_return;
  if (opening.nonces_due.empty())
    co_await t.seating.begin_without();
  else
    t.seating.wait_for_nonces(std::move(opening.nonces_due));
}

}  // namespace

// A program that has gone, or the person for whose absence the game was given up.
bool Rematches::is_lost(const TableSeat& seat) const {
  if (seat.kind == TableSeat::Kind::program) return !t.programs.has_line(seat.guest);
  return seat.kind == TableSeat::Kind::person && t.table.meta.abandoned &&
         !t.absences.is_here(seat.guest);
}

// People whose browsers gave nonces to the old game and are there to give them again.
std::vector<std::string> Rematches::givers() const {
  std::vector<std::string> givers;
  for (const TableSeat& seat : t.table.meta.seats)
    if (!seat.nonce.empty() && t.site.visitors.is_here(seat.guest) &&
        std::ranges::find(givers, seat.guest) == givers.end())
      givers.push_back(seat.guest);
  return givers;
}

void Rematches::tell(const Asker& asker) const {
  ObjectText text;
  text.text("table", t.table.id).text("new", t.table.meta.rematch);
  if (!commitment_.empty()) text.text("commitment", commitment_);
  t.speaking.tell_same("rematch", text.take_members(), asker);
}

// The seat of one who is lost is open there.
Task<Answer> Rematches::ask(const Asker& asker, const ClientMessage&) {
  if (!t.table.sits(asker.guest.id))
    co_return Denial{Refused::not_seated, "You have no seat at this table."};
  if (t.table.meta.status != Status::over)
    co_return t.table.game
        ? Denial{Refused::started, "The game is not over yet.", RefusedDetail::not_over}
        : Denial{Refused::not_started, "The game has not started yet."};
  if (!t.table.meta.rematch.empty()) {
    tell(asker);
    co_return std::nullopt;
  }
  if (const std::int64_t wait = asked_ms_ + kRematchTime.count() - t.now(); wait > 0)
    co_return Denial{.code = Refused::too_fast,
                     .reason = "Somebody has just asked for the same.",
                     .detail = RefusedDetail::rematch,
                     .wait_ms = wait};
  asked_ms_ = t.now();
  TableMeta meta;
  meta.host = asker.guest.id;
  meta.seats = t.table.meta.seats;
  for (TableSeat& seat : meta.seats) {
    seat.resigned = seat.timeout = seat.stand_in = false;
    seat.nonce.clear();
    if (is_lost(seat)) seat = emptied(seat);
  }
  std::ranges::rotate(meta.seats, meta.seats.begin() + 1);
  Opening opening{asker, t.table.id, givers(), t.programs.give_lines()};
  auto made = new_table(t.site, t.table.config, std::move(meta), new_promise());
  t.site.tables.found(std::move(made), [opening = std::move(opening)](TableActor& made) {
    return open_rematch(made, opening);
  });
  co_return std::nullopt;
}

Task<void> Rematches::note(Asker asker, std::string new_table, std::string commitment) {
  bool is_stored = co_await t.settle();
  if (is_stored) {
    TableWrite write;
    write.meta = t.table.meta;
    write.meta->rematch = std::move(new_table);
    is_stored = co_await t.write(std::move(write));
  }
  if (!is_stored) {
    refuse(t.site, asker, not_stored(), t.table.id);
    co_return;
  }
  commitment_ = std::move(commitment);
  tell(asker);
}

}  // namespace bastide::server
