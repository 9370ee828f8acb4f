#include "server/hub/table_actor.h"

#include <algorithm>

#include "engine/notation/json_text.h"

namespace bastide::server {

TableActor::TableActor(Site& site, Loop& loop, StoredTable stored)
    : site(site),
      loop(loop),
      table(std::move(stored.loaded.table)),
      version(stored.version),
      moved_ms(stored.moved_ms),
      stored_due_ms(stored.due_ms),
      idle_ms_(loop.now_ms()),
      counts_(site.tables.counts()) {
  note_status();
}

TableActor::~TableActor() {
  if (counted_) counts_->add(*counted_, -1);
}

void TableActor::note_status() {
  if (counted_ == table.meta.status) return;
  if (counted_) counts_->add(*counted_, -1);
  counted_ = table.meta.status;
  counts_->add(*counted_, 1);
}

// --- one thing after another ---

void TableActor::ask(TableJob job) {
  jobs_.push_back(std::move(job));
  if (running_) return;
  running_ = true;
  start(run(shared_from_this()));
}

Task<void> TableActor::run(std::shared_ptr<TableActor> self) {
  while (!self->jobs_.empty()) {
    const TableJob job = std::move(self->jobs_.front());
    self->jobs_.pop_front();
    co_await job(*self);
  }
  self->running_ = false;
}

void TableActor::later(std::chrono::milliseconds delay, TableJob job) {
  loop.after(delay, [weak = weak_from_this(), job = std::move(job)] {
    if (const auto self = weak.lock()) self->ask(job);
  });
}

// --- what is asked ---

namespace {

// What changes the table, or its seats.
bool is_change(ClientType type) { return type != ClientType::join && type != ClientType::features; }

constexpr int kMostTries = 3;  // where another process changes the table at the same time

}  // namespace

Task<void> TableActor::hear(Asker asker, ClientMessage message, std::shared_ptr<Watch> watch) {
  Answer denial;
  for (int i = 0; i < kMostTries; ++i) {
    conflicted_ = false;
    bool is_settled = true;
    if (is_change(message.type)) is_settled = co_await settle();
    if (is_change(message.type) && site.stopping) {
      denial = is_stopping();
    } else if (!is_settled) {
      denial = Denial{Refused::storage, "The table cannot be stored at the moment."};
    } else {
      denial = co_await handle(asker, message, watch);
    }
    if (i == 0 && denial && knows_more(message)) conflicted_ = suspect_ = true;
    if (!denial || !conflicted_) break;
  }
  if (denial) refuse(site, asker, *denial, table.id);
}

// An answer to a question that has not been asked here yet: perhaps another process has.
bool TableActor::knows_more(const ClientMessage& message) const {
  return message.type == ClientType::act && table.game && message.seq > table.game->seq();
}

Task<Answer> TableActor::handle(const Asker& asker, const ClientMessage& message,
                                const std::shared_ptr<Watch>& watch) {
  switch (message.type) {
    case ClientType::join:
      co_return join(asker, watch);
    case ClientType::features:
      co_return features(asker);
    case ClientType::act:
      co_return co_await playing.act(asker, message);
    case ClientType::resign:
      co_return co_await playing.resign(asker, message);
    case ClientType::sit:
      co_return co_await seating.sit(asker, message);
    case ClientType::stand:
      co_return co_await seating.stand(asker, message);
    case ClientType::seat:
      co_return co_await seating.seat(asker, message);
    case ClientType::colour:
      co_return co_await seating.colour(asker, message);
    case ClientType::start:
      co_return co_await seating.start(asker, message);
    case ClientType::nonce:
      co_return co_await seating.nonce(asker, message);
    case ClientType::absent:
      co_return co_await absences.absent(asker, message);
    case ClientType::undo:
      co_return co_await taking_back.ask(asker, message);
    case ClientType::undo_answer:
      co_return co_await taking_back.answer(asker, message);
    case ClientType::rematch:
      co_return co_await rematches.ask(asker, message);
    default:
      co_return Denial{Refused::bad_message, "This is not for a table."};
  }
}

Answer TableActor::join(const Asker& asker, const std::shared_ptr<Watch>& watch) {
  if (audience.add(asker, watch)) {
    absences.note(now());
    speaking.presence_changed();
  }
  speaking.tell_newcomer(asker);
  taking_back.tell(asker);
  return std::nullopt;
}

Answer TableActor::features(const Asker& asker) {
  if (table.config.assist == Assist::table)
    return Denial{Refused::not_allowed, "At this table everybody counts without help.",
                  RefusedDetail::assist};
  if (!table.game) return Denial{Refused::not_started, "The game has not started yet."};
  speaking.tell_features(asker);
  return std::nullopt;
}

Task<void> TableActor::leave(ConnectionId connection) {
  if (!audience.remove(connection)) co_return;
  touch();
  absences.note(idle_ms_);
  programs.end_lines();
  speaking.presence_changed();
  if (audience.empty()) speaking.forget_texts();
}

Task<void> TableActor::silent(ConnectionId connection, std::int64_t since_ms) {
  Viewer* viewer = audience.find(connection);
  if (viewer == nullptr || std::exchange(viewer->silent, true) || !table.sits(viewer->guest.id))
    co_return;
  absences.note(since_ms);
  speaking.presence_changed();
}

Task<void> TableActor::heard(ConnectionId connection) {
  Viewer* viewer = audience.find(connection);
  if (viewer == nullptr || !std::exchange(viewer->silent, false) || !table.sits(viewer->guest.id))
    co_return;
  absences.note(now());
  speaking.presence_changed();
}

// --- how it stands ---

std::string TableActor::view() const {
  Table::Presence presence;
  std::size_t seated = 0;  // guests with a seat who look on
  for (const TableSeat& seat : table.meta.seats) {
    const auto away = absences.away_since(seat.guest);
    presence.connected.push_back(seat.kind == TableSeat::Kind::program
                                     ? programs.has_line(seat.guest)
                                     : seat.kind == TableSeat::Kind::person && !away);
    presence.away.push_back(away.value_or(0));
  }
  for (const std::string& guest : people_of(table.meta)) seated += audience.has(guest);
  presence.spectators = audience.guests() - seated;
  presence.absence = absences.longest();
  return table.view_text(presence);
}

Seat TableActor::asked() const {
  if (!is_playing()) return kNobody;
  const Seat seat = actor(table.game->state());
  return seat < table.seat_count() ? seat : kNobody;
}

Answer TableActor::not_playing() const {
  if (table.meta.status == Status::waiting)
    return Denial{Refused::not_started, "The game has not started yet."};
  if (table.meta.status == Status::over) return Denial{Refused::over, "The game is over."};
  return std::nullopt;
}

std::int64_t TableActor::due(const TableMeta& meta) const {
  const Seat seat = table.game ? actor(table.game->state()) : kNobody;
  return due_ms(meta, seat, table.clocks, now());
}

// With a clock of days the store knows when time is up; every other one is watched from here.
bool TableActor::may_leave() const {
  if (running_ || suspect_ || !audience.empty() || programs.has_lines()) return false;
  if (!is_playing()) return !seating.waits_for_nonces();
  const Seat seat = asked();
  if (seat == kNobody) return false;
  const TableSeat& who = table.meta.seats[seat];
  return !who.automatic() && who.kind == TableSeat::Kind::person &&
         (!table.clocks.exist() || table.clocks.outlives_restarts());
}

// --- the store ---

Task<bool> TableActor::write(TableWrite write) {
  const std::int64_t at = now();
  if (write.meta) table.tidy(*write.meta);
  TableChange change{
      table.id,    version, std::move(write.rows), std::nullopt, write.moves ? at : moved_ms,
      write.due_ms};
  if (write.meta) change.update = table_update(*write.meta);
  if (write.stage) {
    change.update->stage = *write.stage;
    change.update->holders.emplace();
  }
  std::vector<std::string> people = people_of(table.meta);
  const auto begin = [&](StoreDone done) { site.store.change(std::move(change), std::move(done)); };
  const StoreResult result = co_await stored(site, loop, begin);
  if (!result.ok()) {
    suspect_ = true;
    conflicted_ = result.status == StoreStatus::conflict;
    site.counters.storage_failures.add();
    co_return false;
  }
  ++version;
  if (write.moves) moved_ms = at;
  stored_due_ms = write.due_ms;
  site.own_games.changed(people);
  if (write.meta) {
    table.meta = *std::move(write.meta);
    note_status();
    site.own_games.changed(people_of(table.meta));
  }
  co_return true;
}

Task<bool> TableActor::settle() {
  if (!suspect_) co_return true;
  const auto begin = [&](ReadDone<std::optional<TableRow>> done) {
    site.store.find_table(table.id, std::move(done));
  };
  const auto row = co_await done_on<Stored<std::optional<TableRow>>>(loop, begin);
  const auto* found = std::get_if<std::optional<TableRow>>(&row);
  if (found == nullptr || !*found) co_return false;
  if ((*found)->version == version) {
    suspect_ = false;
    co_return true;
  }
  auto read = co_await site.tables.fetch(loop, table.id);
  auto* stored = std::get_if<StoredTable>(&read);
  if (stored == nullptr) co_return false;
  take_over(std::move(*stored));
  co_return true;
}

// The store has more than the memory: the log is right.
void TableActor::take_over(StoredTable stored) {
  suspect_ = false;
  TableMeta before = std::move(table.meta);
  table = std::move(stored.loaded.table);
  version = stored.version;
  moved_ms = stored.moved_ms;
  stored_due_ms = stored.due_ms;
  note_status();
  ++epoch;
  absences.note(now());
  site.bots.drop(table.id);
  speaking.forget_texts();
  speaking.tell_table("table", {});
  if (table.undo_asked() != nullptr) before.undo.reset();  // `table` says nothing of it
  taking_back.followed(before);
  rematches.followed(before);
  speaking.lobby_changed();
  programs.dismiss_unseated();
  programs.tell_all_from_start();
  playing.go_on();
}

// The time before counts for nobody, where a clock is not one of days.
Task<void> TableActor::wake() {
  absences.note(now());
  programs.expect_all();
  if (table.meta.status == Status::waiting) {
    co_await seating.go_on();
    co_return;
  }
  if (!is_playing()) co_return;
  if (table.clocks.exist() && !table.clocks.outlives_restarts()) {
    const std::int64_t at = now();
    table.clocks.run(actor(table.game->state()), at);
    TableWrite resume;
    resume.rows.push_back(table.resume_row(at));
    resume.due_ms = due(table.meta);
    resume.moves = false;
    const bool is_kept = co_await write(std::move(resume));
    if (is_kept) ++table.log_rows;
  } else if (stored_due_ms <= now()) {
    TableWrite looked;  // so that it is not looked for again before its time
    looked.due_ms = due(table.meta);
    looked.moves = false;
    co_await write(std::move(looked));
  }
  playing.go_on();
}

// --- expiry ---

Task<void> TableActor::close_unvisited() {
  TableWrite closed;
  closed.meta = table.meta;
  closed.stage = Stage::abandoned;
  const bool is_kept = co_await write(std::move(closed));
  if (!is_kept) co_return;
  site.counters.tables_closed.add();
  forgotten_ = true;  // whoever comes now is told by the store that it was closed
  speaking.lobby_changed();
}

// Where somebody waits all the time, it is as if they had just come.
Task<void> TableActor::expire(StaleTable stale) {
  const bool is_settled = co_await settle();
  if (!is_settled || stale.version != version || forgotten_) co_return;
  if (!audience.empty() || programs.has_lines()) {
    TableWrite visited;
    visited.due_ms = due(table.meta);
    co_await write(std::move(visited));
  } else if (stale.stage == Stage::waiting && table.meta.status == Status::waiting) {
    co_await close_unvisited();
  } else if (stale.stage == Stage::playing && is_playing()) {
    co_await absences.end_game(std::nullopt);
  }
}

}  // namespace bastide::server
