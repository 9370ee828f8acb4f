// Programs that play by the bot protocol: their lines, their hello, their seats.
#include <algorithm>

#include "server/hub/hub_impl.h"
#include "server/table/colours.h"

namespace bastide::server {

namespace {

Text shared_text(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace

ConnectionId Hub::Impl::connect_program(std::shared_ptr<Connection> connection,
                                        std::string_view table) {
  const ConnectionId id = ++last_connection;
  ProgramLine line;
  line.connection = std::move(connection);
  line.table = table;
  const auto& made = lines.emplace(id, std::move(line)).first->second;
  made.connection->send(shared_text(bot_hello()));
  later(std::chrono::milliseconds(kHelloMs), [this, id] {
    const auto found = lines.find(id);
    if (found != lines.end() && found->second.account.id.empty())
      dismiss(id, "There was no hello in time.");
  });
  return id;
}

void Hub::Impl::hear_program(ConnectionId id, std::string_view text) {
  ProgramLine& line = lines.at(id);
  if (line.leaving) return;
  if (text.size() > kMaxMessageBytes)
    return dismiss(id, "A message is at most " + std::to_string(kMaxMessageBytes) + " bytes long.");
  const BotMessage message = read_bot_message(text);
  SeatedProgram* program = seated_by(id);
  if (program && program->interview.expects() && message.kind == BotMessage::Kind::answer)
    line.too_fast = 0;  // an answer that was asked for is outside the allowance
  else if (!line.messages.take(loop.now_ms()))
    return pass_over(id);
  line.passed_over = false;
  if (line.account.id.empty()) return greet_program(id, message);
  if (program == nullptr) return;
  LiveTable& t = *find_table(line.table);
  if (!program->interview.open() || program->epoch != t.epoch || stopping)
    return program->interview.overhear(message);
  const Game& game = *t.table.game;
  settle(t, line.account.id, program->interview.hear(game.rules(), game.state(), message));
}

// Once for a run of messages: a program that answers would be told again, without end.
void Hub::Impl::pass_over(ConnectionId id) {
  ProgramLine& line = lines.at(id);
  ++counters.refusals[static_cast<std::size_t>(Refused::too_fast)];
  if (++line.too_fast == kMaxTooFast) return dismiss(id, "Too many messages.");
  if (std::exchange(line.passed_over, true)) return;
  line.connection->send(shared_text(
      bot_too_fast("Too many messages at once: all but answers are passed over for a moment.")));
}

// The program of this line at its table, or nothing.
SeatedProgram* Hub::Impl::seated_by(ConnectionId id) {
  const ProgramLine& line = lines.at(id);
  LiveTable* t = find_table(line.table);
  if (t == nullptr) return nullptr;
  const auto found = t->programs.find(line.account.id);
  return found != t->programs.end() && found->second.line == id ? &found->second : nullptr;
}

void Hub::Impl::greet_program(ConnectionId id, const BotMessage& hello) {
  if (hello.kind == BotMessage::Kind::info) return;
  if (hello.kind != BotMessage::Kind::hello)
    return dismiss(id, R"(Say {"type":"hello","name":"…","version":"…","token":"…"} first.)");
  const auto row = find_bot(hello.token);
  if (!row) return dismiss(id, "No bot account has this token; POST /api/bots makes one.");
  const auto same = std::ranges::count_if(
      lines, [&](const auto& one) { return one.second.account.id == row->id; });
  if (static_cast<std::size_t>(same) >= kMaxLines)
    return dismiss(id, "This account has too many lines at once.");
  lines.at(id).account = {row->id, row->name};
  seat_program(id);
}

// Its seat, or an open one. A table that is being written has to be waited for.
void Hub::Impl::seat_program(ConnectionId id) {
  const auto found = lines.find(id);
  if (found == lines.end() || found->second.leaving) return;
  const ProgramLine& line = found->second;
  const Asker asker{id, std::nullopt, line.account};
  if (stopping) return refuse(asker, {Refused::stopping, "The server is stopping."});
  auto loaded = load(line.table);
  if (const auto* refusal = std::get_if<Denial>(&loaded)) return refuse(asker, *refusal);
  LiveTable& t = *std::get<LiveTable*>(loaded);
  if (t.busy) return t.arriving.push_back(id);
  if (t.suspect && !refresh(t))
    return refuse(asker, {Refused::storage, "The table cannot be stored at the moment."});
  if (t.table.seat_of(line.account.id)) return attach(id, t);
  if (const Answer refusal = sit_program(id, t)) refuse(asker, *refusal);
}

Answer Hub::Impl::sit_program(ConnectionId id, LiveTable& t) {
  const Guest& account = lines.at(id).account;
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started, and you have no seat there."};
  if (t.table.config.listed)
    return Denial{Refused::not_allowed,
                  "A listed table is for people; programs play where they were given a link.",
                  RefusedDetail::listed};
  TableMeta meta = t.table.meta;
  const auto open = std::ranges::find(meta.seats, TableSeat::Kind::open, &TableSeat::kind);
  if (open == meta.seats.end())
    return Denial{Refused::seat_taken, "There is no open seat at this table."};
  open->kind = TableSeat::Kind::program;
  open->guest = account.id;
  open->name = account.name;
  t.programs[account.id].line = id;  // so that it is told of a start
  return change_seats({id, std::nullopt, account}, t, std::move(meta));
}

// A program that comes again is told everything from the start.
void Hub::Impl::attach(ConnectionId id, LiveTable& t) {
  const std::string account = lines.at(id).account.id;
  const TableSeat& seat = t.table.meta.seats[*t.table.seat_of(account)];
  if (seat.resigned || seat.timeout) return dismiss(id, "This seat has been given up.");
  SeatedProgram& program = t.programs[account];
  if (program.line != 0) dismiss(program.line, "The same account has come with another line.");
  program.line = id;
  program.interview.reconnect();
  presence_changed(t);
  if (t.table.meta.status == Status::waiting) return;
  tell_from_start(t, account);
  if (t.table.meta.status == Status::over) return farewell(id, "the game is over");
  if (!program.interview.open() || program.epoch != t.epoch) return;
  put_question(t, program);
  set_time(t, account);
}

// --- going ---

// The table has no line to the program any longer; the seat is kept.
void Hub::Impl::detach(ConnectionId id) {
  SeatedProgram* program = seated_by(id);
  if (program == nullptr) return;
  const ProgramLine& line = lines.at(id);
  LiveTable& t = *find_table(line.table);
  program->line = 0;
  t.idle_ms = loop.now_ms();
  presence_changed(t);
  expect_return(t, line.account.id);
}

void Hub::Impl::drop_line(ConnectionId id) {
  detach(id);
  lines.erase(id);
}

void Hub::Impl::dismiss(ConnectionId id, std::string_view reason) {
  const auto found = lines.find(id);
  if (found == lines.end() || found->second.leaving) return;
  found->second.connection->send(shared_text(bot_error(reason)));
  farewell(id, reason);
}

void Hub::Impl::farewell(ConnectionId id, std::string_view reason) {
  const auto found = lines.find(id);
  if (found == lines.end() || found->second.leaving) return;
  found->second.leaving = true;
  found->second.connection->send(shared_text(bot_bye()));
  detach(id);
  found->second.connection->close(reason);
}

// A program is away: before the start its seat is kept for a while, and at its turn it is waited
// for.
void Hub::Impl::expect_return(LiveTable& t, const std::string& account) {
  SeatedProgram& program = t.programs[account];
  program.away_ms = loop.now_ms();
  if (t.table.meta.status == Status::waiting)
    return later(std::chrono::milliseconds(options.program_return_ms),
                 [this, id = t.table.id, account, away = program.away_ms] {
                   stand_if_gone(id, account, away);
                 });
  if (program.interview.open() && program.epoch == t.epoch) set_time(t, account);
}

void Hub::Impl::stand_if_gone(const std::string& table, const std::string& account,
                              std::int64_t away_ms) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->table.meta.status != Status::waiting || stopping) return;
  const auto found = t->programs.find(account);
  if (found == t->programs.end() || found->second.line != 0 || found->second.away_ms != away_ms)
    return;
  if (t->busy || !refresh(*t))
    return later(std::chrono::milliseconds(kStorageRetryMs),
                 [=, this] { stand_if_gone(table, account, away_ms); });
  const auto seat = t->table.seat_of(account);
  if (!seat) return;
  TableMeta meta = t->table.meta;
  meta.seats[*seat] = emptied(meta.seats[*seat]);
  change_seats({}, *t, std::move(meta));
}

// Programs whose seats are no longer theirs: the host, the clock or they themselves have seen to
// that.
void Hub::Impl::dismiss_unseated(LiveTable& t) {
  std::vector<std::string> gone;
  for (const auto& [account, program] : t.programs) {
    const auto seat = t.table.seat_of(account);
    if (!seat || t.table.meta.seats[*seat].automatic()) gone.push_back(account);
  }
  for (const std::string& account : gone) {
    const SeatedProgram program = t.programs.at(account);
    const auto seat = t.table.seat_of(account);
    const bool timeout = seat && t.table.meta.seats[*seat].timeout;
    const std::string why = !program.forfeit.empty() ? program.forfeit
                            : timeout                ? "your time is up"
                                                     : "the host has given it to somebody else";
    if (program.line != 0) dismiss(program.line, "The seat is no longer yours: " + why + ".");
    t.programs.erase(account);
  }
}

// After a game programs stay as long as somebody who played is there to ask for a rematch.
void Hub::Impl::end_lines(LiveTable& t) {
  if (t.table.meta.status != Status::over || !has_lines(t)) return;
  const bool company = std::ranges::any_of(
      t.watchers, [&](ConnectionId id) { return t.table.sits(clients.at(id).guest.id); });
  if (company && loop.now_ms() - t.told_ms < kAfterGameMs)
    return later(std::chrono::milliseconds(kAfterGameMs), [this, id = t.table.id] {
      if (LiveTable* table = find_table(id)) end_lines(*table);
    });
  std::vector<ConnectionId> all;
  for (const auto& [account, program] : t.programs)
    if (program.line != 0) all.push_back(program.line);
  for (const ConnectionId id : all) farewell(id, "the game is over");
}

// Lines go over to the rematch. One that was lost in between is waited for there.
void Hub::Impl::take_along(LiveTable& from, LiveTable& to) {
  for (const TableSeat& seat : to.table.meta.seats) {
    if (seat.kind != TableSeat::Kind::program) continue;
    const ConnectionId id = std::exchange(from.programs[seat.guest].line, 0);
    if (id == 0) {
      expect_return(to, seat.guest);
    } else {
      lines.at(id).table = to.table.id;
      to.programs[seat.guest].line = id;
    }
  }
}

}  // namespace bastide::server
