#include "server/hub/rematches.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/founding.h"
#include "server/hub/table_actor.h"
#include "server/table/colours.h"

namespace bastide::server {

namespace {

constexpr int kMostNotings = 3;  // where others change the old table at the same time
constexpr int kMostWaits = 60;   // seconds until a store that fails is no reason to wait any longer

// What the new table does first: stores itself, has itself noted by the old one, lets the programs'
// lines come over, and begins.
struct Opening {
  Asker asker;
  std::string old_table;
  std::vector<SeatedLine> lines;
};

// What the old table answers. Goes on on the new one's loop.
Task<Rematches::Noted> noted_by(TableActor& t, const Opening& opening) {
  using Noted = Rematches::Noted;
  const auto begin = [&](std::function<void(Noted)> done) {
    t.site.tables.ask(
        opening.old_table,
        [asker = opening.asker, id = t.table.id, promised = commitment(t.table.secret),
         done](TableActor& old) -> Task<void> {
          const Noted noted = co_await old.rematches.note(asker, id, promised);
          done(noted);
        },
        [done](const Denial&) { done(Noted::unknown); });
  };
  co_return co_await done_on<Noted>(t.loop, begin);
}

// Nobody has heard of it. Until that is sure, it is tried again.
Task<void> vanish(TableActor& t) {
  const auto begin = [&](StoreDone done) {
    t.site.store.drop_table(t.table.id, t.version, std::move(done));
  };
  const StoreResult result = co_await stored(t.site, t.loop, begin);
  if (result.status == StoreStatus::io_error) {
    t.later(kStorageRetry, [](TableActor& t) { return vanish(t); });
    co_return;
  }
  t.site.tables.forget(t.table.id);
  t.site.own_games.changed(people_of(t.table.meta));
}

Task<void> open_rematch(TableActor& t, Opening opening) {
  Tables& tables = t.site.tables;
  const Answer denial = co_await store_table(t, opening.asker);
  auto noted = Rematches::Noted::another;
  if (!denial) noted = co_await noted_by(t, opening);
  for (int i = 0; i < kMostWaits && noted == Rematches::Noted::unknown; ++i) {
    opening.asker = {};  // who has been told that it could not be stored
    co_await after(t.loop, kStorageRetry);
    if (t.site.stopping) co_return;
    noted = co_await noted_by(t, opening);
  }
  if (noted == Rematches::Noted::another) {
    tables.tell(opening.old_table, [lines = std::move(opening.lines)](TableActor& old) {
      return old.rematches.take_back(lines);
    });
    if (denial) {
      tables.ask(
          opening.old_table,
          [asker = opening.asker, denial = *denial](TableActor& old) {
            return old.rematches.failed(asker, denial);
          },
          [](const Denial&) {});
    } else {
      co_await vanish(t);
    }
    co_return;
  }
  co_await t.programs.take_lines(opening.lines);
  t.speaking.lobby_changed();
  co_await t.seating.go_on();
}

}  // namespace

// --- who comes along ---

// At the old table, wherever that is.
bool Rematches::is_there(std::string_view guest) const {
  return t.audience.has(guest) || t.elsewhere.has(guest);
}

// A program that has gone, or the person for whose absence the game was given up.
bool Rematches::is_lost(const TableSeat& seat) const {
  if (seat.kind == TableSeat::Kind::program) return !t.programs.is_somewhere(seat.guest);
  return seat.kind == TableSeat::Kind::person && t.table.meta.abandoned &&
         !t.absences.is_here(seat.guest);
}

// People whose browsers gave nonces to the old game and are there to give them again.
std::vector<std::string> Rematches::givers() const {
  std::vector<std::string> givers;
  for (const TableSeat& seat : t.table.meta.seats)
    if (!seat.nonce.empty() && is_there(seat.guest) &&
        std::ranges::find(givers, seat.guest) == givers.end())
      givers.push_back(seat.guest);
  return givers;
}

// --- asking ---

std::string Rematches::members() const {
  const TableMeta& meta = t.table.meta;
  ObjectText text;
  text.text("table", t.table.id).text("new", meta.rematch);
  if (!meta.rematch_commitment.empty()) text.text("commitment", meta.rematch_commitment);
  return text.take_members();
}

void Rematches::tell(const Asker& asker) const {
  t.speaking.tell_same("rematch", members(), asker);
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
  bool is_full = true;
  for (TableSeat& seat : meta.seats) {
    seat.resigned = seat.timeout = seat.stand_in = false;
    seat.nonce.clear();
    if (!is_lost(seat)) continue;
    seat = emptied(seat);
    is_full = false;
  }
  std::ranges::rotate(meta.seats, meta.seats.begin() + 1);
  std::vector<std::string> due = givers();
  if (is_full && !due.empty())
    meta.nonces = NonceWait{std::move(due), asked_ms_ + kNonceTime.count()};
  Opening opening{asker, t.table.id, t.programs.give_lines()};
  auto made = new_table(t.site, t.table.config, std::move(meta), new_promise());
  t.site.tables.found(std::move(made), [opening = std::move(opening)](TableActor& made) {
    return open_rematch(made, opening);
  });
  co_return std::nullopt;
}

// --- noting ---

// A write that seemed to fail may have been done all the same.
Task<Rematches::Noted> Rematches::note(Asker asker, std::string new_table, std::string commitment) {
  for (int i = 0; i < kMostNotings; ++i) {
    const bool is_settled = co_await t.settle();
    if (!is_settled) break;
    if (!t.table.meta.rematch.empty()) {
      send(asker, MessageText("rematch", asker.re).members(members()).take());
      co_return t.table.meta.rematch == new_table ? Noted::here : Noted::another;
    }
    TableWrite write;
    write.meta = t.table.meta;
    write.meta->rematch = new_table;
    write.meta->rematch_commitment = commitment;
    const bool is_kept = co_await t.write(std::move(write));
    if (!is_kept) continue;
    tell(asker);
    co_return Noted::here;
  }
  refuse(t.site, asker, not_stored(), t.table.id);
  co_return Noted::unknown;
}

Task<void> Rematches::failed(Asker asker, Denial denial) {
  asked_ms_ = 0;
  t.doubt();
  const bool is_settled = co_await t.settle();
  if (is_settled && !t.table.meta.rematch.empty())
    send(asker, MessageText("rematch", asker.re).members(members()).take());
  else
    refuse(t.site, asker, denial);
}

Task<void> Rematches::take_back(std::vector<SeatedLine> lines) {
  co_await t.programs.take_lines(std::move(lines));
  if (!t.table.meta.rematch.empty()) send_programs_over();
}

// --- another node's ---

void Rematches::followed(const TableMeta& before) {
  if (!before.rematch.empty() || t.table.meta.rematch.empty()) return;
  tell({});
  send_programs_over();
}

// They find the new table as one that they come to again.
void Rematches::send_programs_over() {
  for (const SeatedLine& line : t.programs.give_lines())
    t.site.tables.ask(
        t.table.meta.rematch,
        [line](TableActor& next) {
          line.line->move_to(next.table.id);
          return next.programs.arrive(line);
        },
        [line](const Denial& denial) { line.line->refuse(denial); });
}

}  // namespace bastide::server
