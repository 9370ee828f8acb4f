// A player who has gone: who is here and who is not, a bot in the meantime, or the end of the game.
#include <algorithm>

#include "server/hub/hub_impl.h"

namespace bastide::server {

namespace {

// Somebody whose own answers count: a person, and no bot in their place.
bool plays(const TableSeat& seat) {
  return seat.kind == TableSeat::Kind::person && !seat.automatic();
}

bool waits_for_days(const Table& table) {
  return table.config.clock && table.config.clock->kind == ClockRules::Kind::days;
}

std::string seconds_text(std::int64_t ms) { return std::to_string((ms + 999) / 1000) + " s"; }

}  // namespace

// --- who is here ---

void Hub::Impl::note_attendance(LiveTable& t, std::int64_t since_ms) {
  std::set<std::string_view, std::less<>> here;
  for (const ConnectionId id : t.watchers)
    if (const Client& client = clients.at(id); !client.silent) here.insert(client.guest.id);
  t.attendance.note(people_of(t.table.meta), here, since_ms);
  if (!absence_of(t)) t.end_votes.clear();
  if (returned(t))
    later(std::chrono::milliseconds(0), [this, id = t.table.id] { give_seats_back(id); });
}

void Hub::Impl::silent(ConnectionId id, std::int64_t since_ms) {
  const auto found = clients.find(id);
  if (found == clients.end() || std::exchange(found->second.silent, true)) return;
  attendance_changed(found->second, since_ms);
}

void Hub::Impl::heard(ConnectionId id) {
  const auto found = clients.find(id);
  if (found == clients.end() || !std::exchange(found->second.silent, false)) return;
  attendance_changed(found->second, loop.now_ms());
}

void Hub::Impl::attendance_changed(const Client& client, std::int64_t since_ms) {
  for (const std::string& id : client.watching) {
    LiveTable* t = find_table(id);
    if (t == nullptr || !t->table.sits(client.guest.id)) continue;
    note_attendance(*t, since_ms);
    presence_changed(*t);
  }
}

bool Hub::Impl::is_here(const LiveTable& t, std::string_view guest) {
  return t.table.sits(guest) && !t.attendance.away_since(guest);
}

bool Hub::Impl::is_gone(const LiveTable& t, std::string_view guest) const {
  const auto since = t.attendance.away_since(guest);
  return since && loop.now_ms() >= *since + options.absent_after_ms;
}

// The one who has been away longest, if somebody waits.
std::optional<Absence> Hub::Impl::absence_of(const LiveTable& t) const {
  const std::vector<TableSeat>& seats = t.table.meta.seats;
  if (t.table.meta.status != Status::playing || waits_for_days(t.table)) return std::nullopt;
  std::optional<Absence> absence;
  bool somebody_waits = false;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!plays(seats[i])) continue;
    const auto since = t.attendance.away_since(seats[i].guest);
    somebody_waits |= !since;
    if (since && (!absence || *since < absence->since_ms))
      absence = Absence{i, *since, *since + options.absent_after_ms, {}};
  }
  if (!absence || !somebody_waits) return std::nullopt;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (plays(seats[i]) && t.end_votes.contains(seats[i].guest)) absence->end.push_back(i);
  return absence;
}

// --- what the others may do ---

Answer Hub::Impl::absent(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (const Answer refusal = not_playing(t.table)) return refusal;
  const std::vector<TableSeat>& seats = t.table.meta.seats;
  const bool may_ask =
      is_here(t, asker.guest.id) && std::ranges::any_of(seats, [&](const TableSeat& seat) {
        return plays(seat) && seat.guest == asker.guest.id;
      });
  if (!may_ask) return Denial{Refused::not_seated, "You do not play at this table."};
  const auto seat = static_cast<std::size_t>(m.seat);
  if (seat >= seats.size()) return no_seat(m.seat);
  if (const Answer refusal = not_gone(t, seats[seat])) return refusal;
  if (m.remedy == Remedy::end) {
    t.end_votes.insert(asker.guest.id);
    end_if_agreed(asker, t);
  } else {
    let_bot_stand_in(asker, t, seats[seat].guest);
  }
  return std::nullopt;
}

Answer Hub::Impl::not_gone(const LiveTable& t, const TableSeat& seat) const {
  if (!plays(seat))
    return Denial{Refused::not_allowed, "No person plays this seat.", RefusedDetail::automatic};
  if (waits_for_days(t.table))
    return Denial{Refused::not_allowed, "At this table everybody has days for a move.",
                  RefusedDetail::days};
  const auto since = t.attendance.away_since(seat.guest);
  if (!since)
    return Denial{Refused::not_allowed, "The player of this seat is here.", RefusedDetail::present};
  if (is_gone(t, seat.guest)) return std::nullopt;
  const std::int64_t wait = *since + options.absent_after_ms - loop.now_ms();
  return Denial{
      .code = Refused::too_early,
      .reason = "The player may still come back: wait another " + seconds_text(wait) + ".",
      .wait_ms = wait};
}

// Whoever has been away for a moment only is asked as well.
void Hub::Impl::end_if_agreed(const Asker& asker, LiveTable& t) {
  const bool agreed = std::ranges::all_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return !plays(seat) || t.end_votes.contains(seat.guest) || is_gone(t, seat.guest);
  });
  if (!agreed) return tell_meta(t, asker);
  TableMeta meta = t.table.meta;
  meta.status = Status::over;
  meta.abandoned = true;
  meta.result = result_of(t.table.game->rules(), t.table.game->state(), 0);
  auto update = table_update(meta, loop.now_ms());
  write(t, {}, std::move(update), [=, this, meta = std::move(meta)](LiveTable& t, bool ok) {
    if (!ok) return refuse(asker, kNotStored, t.table.id);
    t.table.meta = meta;
    t.table.clocks.run(kNobody, 0);
    t.undo.reset();
    t.end_votes.clear();
    t.idle_ms = t.told_ms = loop.now_ms();
    ++t.epoch;  // what bots and programs still answer comes too late
    ++counters.games_abandoned;
    tell_meta(t, asker);
    end_lines(t);
  });
}

// --- a bot in the meantime ---

// All seats of one person at a time change hands; the log says when, for the clocks.
void Hub::Impl::let_bot_stand_in(const Asker& asker, LiveTable& t, const std::string& guest) {
  set_stand_in(t, guest, true, [=, this](LiveTable& t, bool ok) {
    if (!ok) return refuse(asker, kNotStored, t.table.id);
    t.end_votes.clear();
    tell_meta(t, asker);
    if (t.undo) undo_if_granted(t, {});  // one fewer who has to consent
    if (!t.busy) go_on(t);
    give_seats_back(t.table.id);  // who came back while this was stored
  });
}

void Hub::Impl::set_stand_in(LiveTable& t, const std::string& guest, bool on,
                             std::function<void(LiveTable&, bool ok)> then) {
  const std::int64_t now = loop.now_ms();
  TableMeta meta = t.table.meta;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < meta.seats.size(); ++i) {
    TableSeat& seat = meta.seats[i];
    if (seat.guest != guest || (on ? !plays(seat) : !seat.stand_in)) continue;
    seat.stand_in = on;
    changed.push_back(i);
  }
  auto rows =
      t.table.clocks.exist() ? t.table.stand_in_rows(changed, on, now) : std::vector<ActionRow>();
  const auto added = static_cast<std::int64_t>(rows.size());
  auto update = table_update(meta, now);
  write(t, std::move(rows), std::move(update),
        [=, meta = std::move(meta), then = std::move(then)](LiveTable& t, bool ok) {
          if (ok) {
            t.table.meta = meta;
            t.table.log_rows += added;
            for (const std::size_t seat : changed)
              t.table.clocks.stand_in(static_cast<Seat>(seat), on, now);
          }
          then(t, ok);
        });
}

// Somebody whose seats a bot has played, and who is here again.
std::optional<std::string> Hub::Impl::returned(const LiveTable& t) {
  for (const TableSeat& seat : t.table.meta.seats)
    if (seat.stand_in && is_here(t, seat.guest)) return seat.guest;
  return std::nullopt;
}

void Hub::Impl::give_seats_back(const std::string& table) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->table.meta.status != Status::playing || stopping || !returned(*t)) return;
  const auto again = [this, table] { give_seats_back(table); };
  if (t->busy) return later(std::chrono::milliseconds(1), again);
  if (!refresh(*t)) return later(std::chrono::milliseconds(kStorageRetryMs), again);
  const auto guest = returned(*t);
  if (!guest) return;
  set_stand_in(*t, *guest, false, [=, this](LiveTable& t, bool ok) {
    if (!ok) return later(std::chrono::milliseconds(kStorageRetryMs), again);
    if (t.table.decides(*guest)) t.bot_epoch = 0;  // the bot need not answer any more
    tell_return(t, *guest);
    if (!t.busy) go_on(t);
    again();  // somebody else may have come, too
  });
}

}  // namespace bastide::server
