#include "server/hub/program_seats.h"

#include <algorithm>

#include "server/hub/table_actor.h"
#include "server/table/colours.h"

namespace bastide::server {

// --- who is here ---

bool ProgramSeats::has_line(std::string_view account) const {
  const auto found = programs_.find(account);
  return found != programs_.end() && found->second.is_here();
}

bool ProgramSeats::has_lines() const {
  return std::ranges::any_of(programs_, [](const auto& one) { return one.second.is_here(); });
}

bool ProgramSeats::is_somewhere(std::string_view account) const {
  return has_line(account) || t.elsewhere.program_since(account);
}

std::map<std::string, std::int64_t, std::less<>> ProgramSeats::lines() const {
  std::map<std::string, std::int64_t, std::less<>> all;
  for (const auto& [account, program] : programs_)
    if (program.is_here()) all.emplace(account, program.came_ms);
  return all;
}

// Of two lines the later one counts. Who is nowhere any longer is waited for.
void ProgramSeats::look_elsewhere() {
  for (const TableSeat& seat : t.table.meta.seats) {
    if (seat.kind != TableSeat::Kind::program) continue;
    Seated& program = programs_[seat.guest];
    const auto since = t.elsewhere.program_since(seat.guest);
    const bool was_elsewhere = std::exchange(program.elsewhere, since.has_value());
    if (program.is_here() && since && *since > program.came_ms) {
      program.line.line->dismiss("The same account has come with another line.");
      program.line.line.reset();
    } else if (was_elsewhere && !since) {
      expect_return(seat.guest);
    }
  }
}

std::map<std::string, ProgramSeats::Seated, std::less<>>::iterator ProgramSeats::seated_by(
    ConnectionId line) {
  return std::ranges::find_if(programs_, [&](const auto& one) {
    return one.second.is_here() && one.second.line.line->id() == line;
  });
}

// --- coming ---

// Its seat, or an open one.
Task<void> ProgramSeats::arrive(SeatedLine line) {
  Answer denial;
  const bool is_settled = co_await t.settle();
  if (t.site.stopping) {
    denial = is_stopping();
  } else if (!is_settled) {
    denial = Denial{Refused::storage, "The table cannot be stored at the moment."};
  } else if (t.table.seat_of(line.account.id)) {
    attach(line);
  } else {
    denial = co_await sit(line);
  }
  if (!denial) co_return;
  if (!t.table.seat_of(line.account.id)) programs_.erase(line.account.id);
  line.line->refuse(*denial);
}

Task<Answer> ProgramSeats::sit(const SeatedLine& line) {
  if (t.table.meta.status != Status::waiting)
    co_return Denial{Refused::started, "The game has started, and you have no seat there."};
  if (t.table.config.listed)
    co_return Denial{Refused::not_allowed,
                     "A listed table is for people; programs play where they were given a link.",
                     RefusedDetail::listed};
  TableMeta meta = t.table.meta;
  const auto open = std::ranges::find(meta.seats, TableSeat::Kind::open, &TableSeat::kind);
  if (open == meta.seats.end())
    co_return Denial{Refused::seat_taken, "There is no open seat at this table."};
  open->kind = TableSeat::Kind::program;
  open->guest = line.account.id;
  open->name = line.account.name;
  programs_[line.account.id].line = line;  // so that it is told of a start
  programs_[line.account.id].came_ms = t.now();
  Asker nobody;
  co_return co_await t.seating.change(std::move(nobody), std::move(meta));
}

// A program that comes again is told everything from the start.
void ProgramSeats::attach(SeatedLine line) {
  const std::string account = line.account.id;
  const TableSeat& seat = t.table.meta.seats[*t.table.seat_of(account)];
  if (seat.resigned || seat.timeout) return line.line->dismiss("This seat has been given up.");
  Seated& program = programs_[account];
  if (program.is_here()) program.line.line->dismiss("The same account has come with another line.");
  program.line = std::move(line);
  program.came_ms = t.now();
  program.interview.reconnect();
  t.speaking.presence_changed();
  if (t.table.meta.status == Status::waiting) return;
  tell_from_start(account);
  if (t.table.meta.status == Status::over) return farewell(account, "the game is over");
  if (!program.interview.open() || program.epoch != t.epoch) return t.playing.go_on();
  put_question(program);
  set_time(account);
}

// --- going ---

// The table has no line to the program any longer; the seat is kept.
void ProgramSeats::detach(const std::string& account) {
  programs_[account].line.line.reset();
  t.touch();
  t.speaking.presence_changed();
  expect_return(account);
}

Task<void> ProgramSeats::lost(ConnectionId line) {
  const auto found = seated_by(line);
  if (found != programs_.end()) {
    detach(std::string(found->first));
  } else if (!t.table.meta.rematch.empty()) {  // it has gone over to that
    t.site.tables.tell(t.table.meta.rematch,
                       [line](TableActor& next) { return next.programs.lost(line); });
  }
  co_return;
}

void ProgramSeats::dismiss(const std::string& account, std::string_view reason) {
  const auto line = programs_[account].line.line;
  if (!line) return;
  line->dismiss(reason);
  detach(account);
}

void ProgramSeats::farewell(const std::string& account, std::string_view reason) {
  const auto line = programs_[account].line.line;
  if (!line) return;
  line->farewell(reason);
  detach(account);
}

void ProgramSeats::expect_all() {
  for (const TableSeat& seat : t.table.meta.seats)
    if (seat.kind == TableSeat::Kind::program) expect_return(seat.guest);
}

// A program is away: before the start its seat is kept for a while, and at its turn it is waited
// for, by the node that drives the table.
void ProgramSeats::expect_return(const std::string& account) {
  Seated& program = programs_[account];
  program.away_ms = t.now();
  if (!t.driving.is_here() || is_somewhere(account)) return;
  if (t.table.meta.status == Status::waiting) {
    t.later(std::chrono::milliseconds(t.site.options.program_return_ms),
            [account, away = program.away_ms](TableActor& t) {
              return t.programs.stand_if_gone(account, away);
            });
  } else if (program.interview.open() && program.epoch == t.epoch) {
    set_time(account);
  }
}

Task<void> ProgramSeats::stand_if_gone(std::string account, std::int64_t away_ms) {
  const auto is_away = [&] {
    const auto found = programs_.find(account);
    return t.table.meta.status == Status::waiting && !t.site.stopping && found != programs_.end() &&
           !is_somewhere(account) && found->second.away_ms == away_ms && t.driving.is_here();
  };
  if (!is_away()) co_return;
  const bool is_settled = co_await t.settle();
  if (!is_settled) {
    t.later(kStorageRetry,
            [=](TableActor& t) { return t.programs.stand_if_gone(account, away_ms); });
    co_return;
  }
  const auto seat = t.table.seat_of(account);
  if (!seat || !is_away()) co_return;
  TableMeta meta = t.table.meta;
  meta.seats[*seat] = emptied(meta.seats[*seat]);
  Asker nobody;
  co_await t.seating.change(std::move(nobody), std::move(meta));
}

void ProgramSeats::dismiss_unseated() {
  std::vector<std::string> gone;
  for (const auto& [account, program] : programs_) {
    const auto seat = t.table.seat_of(account);
    if (!seat || t.table.meta.seats[*seat].automatic()) gone.push_back(account);
  }
  for (const std::string& account : gone) {
    const Seated program = programs_.at(account);
    const auto seat = t.table.seat_of(account);
    const bool timeout = seat && t.table.meta.seats[*seat].timeout;
    const std::string why = !program.forfeit.empty() ? program.forfeit
                            : timeout                ? "your time is up"
                                                     : "the host has given it to somebody else";
    if (program.is_here()) program.line.line->dismiss("The seat is no longer yours: " + why + ".");
    programs_.erase(account);
  }
}

void ProgramSeats::end_lines() {
  if (t.table.meta.status != Status::over || !has_lines()) return;
  const bool company = std::ranges::any_of(
      people_of(t.table.meta), [&](const std::string& guest) { return t.audience.has(guest); });
  if (company && t.now() - t.speaking.told_ms() < kAfterGame.count())
    return t.later(kAfterGame, [](TableActor& t) -> Task<void> {
      t.programs.end_lines();
      co_return;
    });
  std::vector<std::string> all;
  for (const auto& [account, program] : programs_)
    if (program.is_here()) all.push_back(account);
  for (const std::string& account : all) farewell(account, "the game is over");
}

std::vector<SeatedLine> ProgramSeats::give_lines() {
  std::vector<SeatedLine> lines;
  for (auto& [account, program] : programs_)
    if (program.is_here()) {
      lines.push_back(program.line);
      program.line.line.reset();
    }
  return lines;
}

Task<void> ProgramSeats::take_lines(std::vector<SeatedLine> lines) {
  for (SeatedLine& line : lines) {
    if (!t.table.seat_of(line.account.id)) continue;
    line.line->move_to(t.table.id);
    Seated& program = programs_[line.account.id];
    program.came_ms = t.now();
    program.line = std::move(line);
  }
  for (const TableSeat& seat : t.table.meta.seats)
    if (seat.kind == TableSeat::Kind::program && !has_line(seat.guest)) expect_return(seat.guest);
  co_return;
}

}  // namespace bastide::server
