#include "server/hub/absences.h"

#include <algorithm>
#include <set>

#include "server/hub/table_actor.h"

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

void Absences::note(std::int64_t since_ms) {
  const std::vector<std::string> people = people_of(t.table.meta);
  std::set<std::string_view, std::less<>> here;
  for (const std::string& guest : people)
    if (t.audience.lives(guest) || t.elsewhere.has(guest)) here.insert(guest);
  attendance_.note(people, here, since_ms);
  t.announce();
  if (!t.table.meta.end_votes.empty() && !is_anybody_away())
    t.later(std::chrono::milliseconds(0), [](TableActor& t) { return t.absences.drop_votes(); });
  if (returned())
    t.later(std::chrono::milliseconds(0),
            [](TableActor& t) { return t.absences.give_seats_back(); });
}

void Absences::begin_anew(std::int64_t now_ms) {
  attendance_ = {};
  note(now_ms);
}

bool Absences::is_here(std::string_view guest) const {
  return t.table.sits(guest) && !away_since(guest);
}

bool Absences::is_gone(std::string_view guest) const {
  const auto since = away_since(guest);
  return since && t.now() >= *since + t.site.options.absent_after_ms;
}

bool Absences::is_anybody_away() const {
  return std::ranges::any_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return plays(seat) && away_since(seat.guest).has_value();
  });
}

bool Absences::would_end(std::string_view guest) const {
  return std::ranges::find(t.table.meta.end_votes, guest) != t.table.meta.end_votes.end();
}

std::optional<Absence> Absences::longest() const {
  const std::vector<TableSeat>& seats = t.table.meta.seats;
  if (!t.is_playing() || waits_for_days(t.table)) return std::nullopt;
  std::optional<Absence> absence;
  bool somebody_waits = false;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!plays(seats[i])) continue;
    const auto since = away_since(seats[i].guest);
    somebody_waits |= !since;
    if (since && (!absence || *since < absence->since_ms))
      absence = Absence{i, *since, *since + t.site.options.absent_after_ms, {}};
  }
  if (!absence || !somebody_waits) return std::nullopt;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (plays(seats[i]) && would_end(seats[i].guest)) absence->end.push_back(i);
  return absence;
}

// --- what the others may do ---

Task<Answer> Absences::absent(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  const std::vector<TableSeat>& seats = t.table.meta.seats;
  const bool may_ask =
      is_here(asker.guest.id) && std::ranges::any_of(seats, [&](const TableSeat& seat) {
        return plays(seat) && seat.guest == asker.guest.id;
      });
  if (!may_ask) co_return Denial{Refused::not_seated, "You do not play at this table."};
  const auto seat = static_cast<std::size_t>(m.seat);
  if (seat >= seats.size()) co_return no_seat(m.seat);
  if (const Answer refusal = not_gone(seats[seat])) co_return refusal;
  if (m.remedy == Remedy::bot) {
    std::string guest = seats[seat].guest;
    co_return co_await let_bot_stand_in(asker, std::move(guest));
  }
  co_return co_await agree_to_end(asker);
}

Answer Absences::not_gone(const TableSeat& seat) const {
  if (!plays(seat))
    return Denial{Refused::not_allowed, "No person plays this seat.", RefusedDetail::automatic};
  if (waits_for_days(t.table))
    return Denial{Refused::not_allowed, "At this table everybody has days for a move.",
                  RefusedDetail::days};
  const auto since = away_since(seat.guest);
  if (!since)
    return Denial{Refused::not_allowed, "The player of this seat is here.", RefusedDetail::present};
  if (is_gone(seat.guest)) return std::nullopt;
  const std::int64_t wait = *since + t.site.options.absent_after_ms - t.now();
  return Denial{
      .code = Refused::too_early,
      .reason = "The player may still come back: wait another " + seconds_text(wait) + ".",
      .wait_ms = wait};
}

// Whoever has been away for a moment only is asked as well.
Task<Answer> Absences::agree_to_end(const Asker& asker) {
  const std::string& guest = asker.guest.id;
  const bool agreed = std::ranges::all_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return !plays(seat) || seat.guest == guest || would_end(seat.guest) || is_gone(seat.guest);
  });
  if (agreed) {
    const bool ended = co_await end_game(asker);
    co_return ended ? Answer() : not_stored();
  }
  std::vector<std::string> votes = t.table.meta.end_votes;
  if (!would_end(guest)) votes.push_back(guest);
  const bool is_kept = co_await set_votes(std::move(votes));
  if (!is_kept) co_return not_stored();
  t.speaking.tell_meta(asker);
  co_return std::nullopt;
}

Task<bool> Absences::set_votes(std::vector<std::string> votes) {
  TableMeta meta = t.table.meta;
  meta.end_votes = std::move(votes);
  return t.write_aside(std::move(meta));
}

// Agreement ends with the absence. Another node may have seen to that already.
Task<void> Absences::drop_votes() {
  const bool settled = co_await t.settle();
  bool is_kept = settled;
  if (settled && t.is_playing() && !t.table.meta.end_votes.empty())
    is_kept = co_await set_votes({});
  if (!is_kept && !t.site.stopping)
    t.later(kStorageRetry, [](TableActor& t) { return t.absences.drop_votes(); });
}

Task<bool> Absences::end_game(std::optional<Asker> asker) {
  TableWrite write;
  write.meta = t.table.meta;
  write.meta->status = Status::over;
  write.meta->abandoned = true;
  write.meta->result = result_of(t.table.game->rules(), t.table.game->state(), 0);
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return false;
  t.table.clocks.run(kNobody, 0);
  t.touch();
  t.speaking.told_now();
  ++t.epoch;  // what bots and programs still answer comes too late
  t.site.counters.games_abandoned.add();
  t.speaking.tell_meta(asker);
  t.programs.end_lines();
  co_return true;
}

// --- a bot in the meantime ---

// All seats of one person at a time change hands; the log says when, for the clocks.
Task<Answer> Absences::let_bot_stand_in(const Asker& asker, std::string guest) {
  const bool is_kept = co_await set_stand_in(guest, true);
  if (!is_kept) co_return not_stored();
  t.speaking.tell_meta(asker);
  co_await t.taking_back.look_again();  // one fewer who has to consent
  t.playing.go_on();
  co_await give_seats_back();  // who came back while this was stored
  co_return std::nullopt;
}

Task<bool> Absences::set_stand_in(std::string guest, bool on) {
  const std::int64_t now = t.now();
  TableWrite write;
  write.meta = t.table.meta;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < write.meta->seats.size(); ++i) {
    TableSeat& seat = write.meta->seats[i];
    if (seat.guest != guest || (on ? !plays(seat) : !seat.stand_in)) continue;
    seat.stand_in = on;
    changed.push_back(i);
  }
  if (on) write.meta->end_votes.clear();
  Clocks clocks = t.table.clocks;
  for (const std::size_t seat : changed) clocks.stand_in(static_cast<Seat>(seat), on, now);
  if (clocks.exist()) write.rows = t.table.stand_in_rows(changed, on, now);
  const auto added = static_cast<std::int64_t>(write.rows.size());
  write.due_ms = due_ms(*write.meta, actor(t.table.game->state()), clocks, now);
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return false;
  t.table.log_rows += added;
  t.table.clocks = std::move(clocks);
  co_return true;
}

// Somebody whose seats a bot has played, and who is here again, at this node.
std::optional<std::string> Absences::returned() const {
  for (const TableSeat& seat : t.table.meta.seats)
    if (seat.stand_in && t.audience.lives(seat.guest)) return seat.guest;
  return std::nullopt;
}

Task<void> Absences::give_seats_back() {
  while (t.is_playing() && !t.site.stopping && returned()) {
    const bool settled = co_await t.settle();
    const auto guest = returned();
    if (settled && !guest) co_return;
    bool is_stored = false;
    if (settled) is_stored = co_await set_stand_in(*guest, false);
    if (!is_stored) {
      t.later(kStorageRetry, [](TableActor& t) { return t.absences.give_seats_back(); });
      co_return;
    }
    if (t.table.decides(*guest)) t.playing.ask_anew();  // the bot need not answer any more
    t.speaking.tell_return(*guest);
    t.playing.go_on();
  }
}

}  // namespace bastide::server
