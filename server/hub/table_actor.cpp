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

constexpr int kMostTries = 5;  // where another node changes the table at the same time

Denial has_gone_back() {
  return {Refused::stale, "Something was taken back: this answer came for another position."};
}

}  // namespace

Task<void> TableActor::hear(Asker asker, ClientMessage message, std::shared_ptr<Watch> watch) {
  Answer denial;
  for (int i = 0; i < kMostTries; ++i) {
    conflicted_ = undone_ = false;
    bool is_settled = true;
    if (is_change(message.type)) is_settled = co_await settle();
    if (is_change(message.type) && site.stopping) {
      denial = is_stopping();
    } else if (!is_settled) {
      denial = Denial{Refused::storage, "The table cannot be stored at the moment."};
    } else if (undone_ && message.type == ClientType::act) {
      denial = has_gone_back();
    } else {
      denial = co_await handle(asker, message, watch);
    }
    if (i == 0 && denial && knows_more(message)) conflicted_ = suspect_ = true;
    if (!denial || !conflicted_) break;
  }
  if (denial) refuse(site, asker, *denial, table.id);
}

// An answer to a question that has not been asked here yet: perhaps another process has. Where
// there are other nodes, nothing is refused by what this one may not have heard of.
bool TableActor::knows_more(const ClientMessage& message) const {
  if (!site.nodes.alone()) return is_change(message.type);
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
                                     ? programs.is_somewhere(seat.guest)
                                     : seat.kind == TableSeat::Kind::person && !away);
    presence.away.push_back(away.value_or(0));
  }
  for (const std::string& guest : people_of(table.meta)) seated += audience.has(guest);
  presence.spectators =
      audience.guests() - seated + static_cast<std::size_t>(elsewhere.spectators());
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
  if (!driving.is_here()) return true;
  if (!is_playing()) return !seating.waits_for_nonces();
  const Seat seat = asked();
  if (seat == kNobody) return false;
  const TableSeat& who = table.meta.seats[seat];
  return !who.automatic() && who.kind == TableSeat::Kind::person &&
         (!table.clocks.exist() || table.clocks.outlives_restarts());
}

// --- the store ---

Task<bool> TableActor::write_aside(TableMeta meta) {
  TableWrite aside;
  aside.due_ms = due(meta);
  aside.meta = std::move(meta);
  aside.moves = false;
  return write(std::move(aside));
}

Task<bool> TableActor::write(TableWrite write) {
  const std::int64_t at = now();
  if (write.meta) table.tidy(*write.meta);
  TableChange change{
      table.id,    version, std::move(write.rows), std::nullopt, write.moves ? at : moved_ms,
      write.due_ms};
  change.at_ms = at;
  if (write.driven) change.driver = driving.as();
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
    if (conflicted_ && write.driven) driving.doubt();
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
  std::vector<KnownTable> known;
  known.push_back({table.id, version, table.log_rows});
  const auto begin = [&](ReadDone<std::vector<TableNews>> done) {
    site.store.find_news(std::move(known), std::move(done));
  };
  auto read = co_await done_on<Stored<std::vector<TableNews>>>(loop, begin);
  auto* news = std::get_if<std::vector<TableNews>>(&read);
  if (news == nullptr) co_return false;
  if (!news->empty()) co_return co_await adopt(std::move(news->front()));
  suspect_ = false;
  co_return true;
}

// --- what others have done ---

Task<void> TableActor::follow(TableNews news) {
  if (news.row.version <= version || forgotten_) co_return;
  co_await adopt(std::move(news));
}

// What cannot be added to what is here is read from the beginning.
Task<bool> TableActor::adopt(TableNews news) {
  const bool follows = news.actions.empty() || news.actions.front().seq == table.log_rows;
  if (!follows || news.row.hash_scheme != kHashScheme) co_return co_await read_anew();
  if (!table.game && !news.actions.empty()) {
    auto loaded = load_table(news.row, news.actions);
    if (std::holds_alternative<std::string>(loaded)) co_return co_await read_anew();
    StoredTable stored{std::get<LoadedTable>(std::move(loaded)), news.row.version,
                       news.row.moved_ms, news.row.due_ms, news.row.stage};
    replace(std::move(stored));
    co_return true;
  }
  const TableMeta before = table.meta;
  std::optional<GameState> state;
  if (table.game) state = table.game->state();
  const std::int64_t first = table.game ? table.game->seq() : 0;
  const auto followed = server::follow(table, news.row, news.actions);
  if (std::holds_alternative<std::string>(followed)) co_return co_await read_anew();
  take_row(news.row);
  site.counters.changes_followed.add();
  if (!news.actions.empty()) ++epoch;
  tell_followed(before, state, first, std::get<Followed>(followed).undone);
  co_return true;
}

Task<bool> TableActor::read_anew() {
  auto read = co_await site.tables.fetch(loop, table.id);
  auto* stored = std::get_if<StoredTable>(&read);
  if (stored == nullptr) {
    suspect_ = true;
    co_return false;
  }
  replace(std::move(*stored));
  co_return true;
}

void TableActor::take_row(const TableRow& row) {
  suspect_ = false;
  version = row.version;
  moved_ms = row.moved_ms;
  stored_due_ms = row.due_ms;
  note_status();
  if (row.stage == Stage::abandoned && table.meta.status == Status::waiting) forgotten_ = true;
}

void TableActor::tell_followed(const TableMeta& before, const std::optional<GameState>& state,
                               std::int64_t first, bool undone) {
  const std::int64_t last = table.game ? table.game->seq() : 0;
  if (undone) {
    undone_ = true;
    site.bots.drop(table.id);
    speaking.forget_texts();
    speaking.tell_table("undone", {});
    programs.tell_all_from_start();
  } else if (last > first) {
    speaking.tell_update(*state, first, {});
    programs.tell_all(first);
  }
  if (meta_text(before) != meta_text(table.meta)) {
    speaking.tell_meta({});
    programs.dismiss_unseated();
    speaking.lobby_changed();
  }
  if (!undone) taking_back.followed(before);
  rematches.followed(before);
  absences.note(now());
  site.own_games.changed(people_of(before));
  site.own_games.changed(people_of(table.meta));
  if (table.meta.status == Status::over) touch();
  if (table.meta.status == Status::waiting && driving.is_here())
    later(milliseconds(0), [](TableActor& t) { return t.seating.go_on(); });
  playing.go_on();
}

// The store has more than the memory: the log is right.
void TableActor::replace(StoredTable stored) {
  TableMeta before = std::move(table.meta);
  const std::size_t undos = table.undos;
  table = std::move(stored.loaded.table);
  undone_ = table.undos > undos;
  suspect_ = false;
  version = stored.version;
  moved_ms = stored.moved_ms;
  stored_due_ms = stored.due_ms;
  note_status();
  ++epoch;
  absences.note(now());
  site.bots.drop(table.id);
  speaking.forget_texts();
  speaking.tell_table(undone_ ? "undone" : "table", {});
  if (table.undo_asked() != nullptr) before.undo.reset();  // `table` says nothing of it
  taking_back.followed(before);
  rematches.followed(before);
  speaking.lobby_changed();
  site.own_games.changed(people_of(before));
  site.own_games.changed(people_of(table.meta));
  programs.dismiss_unseated();
  programs.tell_all_from_start();
  playing.go_on();
}

Task<void> TableActor::vanish() {
  forgotten_ = true;
  speaking.lobby_changed();
  co_return;
}

Company TableActor::company() const {
  Company here;
  std::size_t seated = 0;
  for (const std::string& guest : people_of(table.meta)) {
    seated += audience.has(guest);
    if (audience.lives(guest)) here.people.insert(guest);
  }
  here.programs = programs.lines();
  here.spectators = static_cast<std::int64_t>(audience.guests() - seated);
  return here;
}

void TableActor::announce() const {
  if (!site.nodes.alone()) site.presences.say(table.id, company().text());
}

Task<void> TableActor::see_elsewhere(std::vector<PresenceRow> rows) {
  elsewhere.take(rows, site.nodes.id());
  absences.note(now());
  programs.look_elsewhere();
  speaking.presence_changed();
  co_return;
}

// --- by itself ---

Task<void> TableActor::wake() {
  absences.note(now());
  if (table.meta.status == Status::over) co_return;
  const Driver driver = co_await driving.ask();
  if (driver == Driver::taken) {
    co_await resume();
    co_return;
  }
  if (driver == Driver::already) programs.expect_all();
  playing.go_on();
}

Task<void> TableActor::resume() {
  programs.expect_all();
  if (table.meta.status == Status::waiting) {
    co_await seating.go_on();
    co_return;
  }
  if (!is_playing()) co_return;
  TableWrite write;
  write.driven = true;
  write.moves = false;
  const std::int64_t at = now();
  const Seat asked = actor(table.game->state());
  Clocks clocks = table.clocks;
  const bool is_paused = clocks.exist() && !clocks.outlives_restarts();
  if (is_paused) {
    clocks.run(asked, at);
    write.rows.push_back(table.resume_row(at));
  }
  if (is_paused || stored_due_ms <= at) {  // it is not looked for again before its time
    write.due_ms = due_ms(table.meta, asked, clocks, at);
    const bool is_kept = co_await this->write(std::move(write));
    if (is_kept && is_paused) {
      ++table.log_rows;
      table.clocks = std::move(clocks);
    }
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
