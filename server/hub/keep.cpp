// Writing to the store and reading from it. A table in memory is a cache of its log.
#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"

namespace bastide::server {

StoreDone Hub::Impl::on_loop(std::function<void(const StoreResult&)> then) {
  ++writes_under_way;
  return [this, still = std::weak_ptr(alive), &loop = loop,
          then = std::move(then)](const StoreResult& result) {
    loop.post([=, this] {
      if (still.expired()) return;
      --writes_under_way;
      last_write_failed = result.status == StoreStatus::io_error;
      then(result);
      check_stopped();
    });
  };
}

void Hub::Impl::later(std::chrono::milliseconds delay, std::function<void()> task) {
  loop.after(delay, [still = std::weak_ptr(alive), task = std::move(task)] {
    if (!still.expired()) task();
  });
}

void Hub::Impl::write(LiveTable& t, std::vector<ActionRow> rows, std::optional<TableUpdate> update,
                      std::function<void(LiveTable&, bool ok)> then) {
  t.busy = true;
  const std::string id = t.table.id;
  store.append(id, std::move(rows), std::move(update),
               on_loop([this, id, then = std::move(then)](const StoreResult& result) {
                 LiveTable* t = find_table(id);
                 if (t == nullptr) return;
                 t->busy = false;
                 if (!result.ok()) {
                   t->suspect = true;
                   ++counters.storage_failures;
                 }
                 const auto people = people_of(t->table.meta);
                 then(*t, result.ok());
                 games_changed(people);
                 if (const LiveTable* now = find_table(id))
                   games_changed(people_of(now->table.meta));
                 run_queue(id);
               }));
}

// What came while the table was being written, in its order, until one writes again.
void Hub::Impl::run_queue(const std::string& table) {
  for (;;) {
    LiveTable* t = find_table(table);
    if (t == nullptr || t->busy) return;
    if (!t->arriving.empty()) {
      const ConnectionId program = t->arriving.front();
      t->arriving.pop_front();
      seat_program(program);
      continue;
    }
    if (t->queue.empty()) return;
    const auto [id, message] = std::move(t->queue.front());
    t->queue.pop_front();
    const auto client = clients.find(id);
    if (client == clients.end()) continue;
    const Asker asker{id, message.id, client->second.guest};
    if (stopping) {
      refuse(asker, {Refused::stopping, "The server is stopping."}, table);
    } else {
      dispatch_to_table(asker, *t, message);
    }
  }
}

LiveTable* Hub::Impl::find_table(std::string_view id) {
  const auto found = tables.find(std::string(id));
  return found != tables.end() ? found->second.get() : nullptr;
}

std::variant<StoredTable, Denial> Hub::Impl::fetch_table(std::string_view id) {
  auto row = store.find_table(id);
  if (std::holds_alternative<StoreError>(row)) return kNotRead;
  const auto& found = std::get<std::optional<TableRow>>(row);
  if (!found) return Denial{Refused::unknown_table, "There is no such table."};
  auto log = store.actions(id);
  if (std::holds_alternative<StoreError>(log)) return kNotRead;
  auto table = load_table(*found, std::get<std::vector<ActionRow>>(log));
  if (std::holds_alternative<std::string>(table)) {
    ++counters.damaged_tables;
    return Denial{Refused::storage, "The table's record is damaged.", RefusedDetail::damaged};
  }
  return StoredTable{std::get<LoadedTable>(std::move(table)), found->live};
}

std::variant<LiveTable*, Denial> Hub::Impl::load(std::string_view id) {
  if (LiveTable* t = find_table(id)) return t;
  auto read = fetch_table(id);
  if (auto* denial = std::get_if<Denial>(&read)) return std::move(*denial);
  auto& [loaded, live] = std::get<StoredTable>(read);
  auto made = std::make_unique<LiveTable>();
  keep_hashes(id, loaded);
  made->table = std::move(loaded.table);
  made->idle_ms = loop.now_ms();
  if (made->table.meta.status == Status::waiting && !live)
    return Denial{Refused::unknown_table, "Nobody came to this table, and it was closed.",
                  RefusedDetail::closed};
  LiveTable& t = *tables.emplace(std::string(id), std::move(made)).first->second;
  note_attendance(t, loop.now_ms());
  for (const TableSeat& seat : t.table.meta.seats)
    if (seat.kind == TableSeat::Kind::program) expect_return(t, seat.guest);
  if (!t.table.clocks.exist()) go_on(t);
  return &t;
}

// The log of an older program, once it has been replayed. If this cannot be written, it is tried
// again when the table is read the next time.
void Hub::Impl::keep_hashes(std::string_view table, LoadedTable& loaded) {
  if (!loaded.new_hashes) return;
  store.put_hashes(std::string(table), kHashScheme, *std::move(loaded.new_hashes),
                   on_loop([this](const StoreResult& result) {
                     if (!result.ok()) ++counters.storage_failures;
                   }));
}

// After a write that failed: what does the store say? Those who watch are told if it says more.
bool Hub::Impl::refresh(LiveTable& t) {
  if (!t.suspect) return true;
  auto row = store.find_table(t.table.id);
  auto log = store.actions(t.table.id);
  const auto* found = std::get_if<std::optional<TableRow>>(&row);
  const auto* actions = std::get_if<std::vector<ActionRow>>(&log);
  if (found == nullptr || !*found || actions == nullptr) return false;
  t.suspect = false;
  if (static_cast<std::int64_t>(actions->size()) == t.table.log_rows &&
      (*found)->meta == meta_text(t.table.meta))
    return true;
  auto table = load_table(**found, *actions);
  if (std::holds_alternative<std::string>(table)) {
    ++counters.damaged_tables;
    t.suspect = true;
    return false;
  }
  keep_hashes(t.table.id, std::get<LoadedTable>(table));
  t.table = std::get<LoadedTable>(std::move(table)).table;
  t.undo.reset();
  ++t.epoch;
  note_attendance(t, loop.now_ms());
  bots.drop(t.table.id);
  tell_table(t, "table", std::nullopt);
  dismiss_unseated(t);
  tell_programs_from_start(t);
  go_on(t);
  return true;
}

std::optional<std::string> Hub::Impl::open() {
  auto rows = store.live_tables();
  if (const auto* error = std::get_if<StoreError>(&rows)) return error->text;
  for (const TableRow& row : std::get<std::vector<TableRow>>(rows)) {
    auto loaded = load(row.id);
    if (std::holds_alternative<Denial>(loaded)) continue;  // counted; the others go on
    LiveTable& t = *std::get<LiveTable*>(loaded);
    if (t.table.meta.status == Status::waiting) {
      if (!t.table.has_open_seat()) begin({}, t, t.table.meta, [](LiveTable&) {});
    } else if (t.table.clocks.exist() && !t.table.clocks.outlives_restarts()) {
      const std::int64_t now = loop.now_ms();
      write(t, {t.table.resume_row(now)}, std::nullopt, [this, now](LiveTable& t, bool ok) {
        if (ok) ++t.table.log_rows;
        t.table.clocks.run(actor(t.table.game->state()), now);
        go_on(t);
      });
    } else {
      go_on(t);
    }
  }
  sweep();
  return std::nullopt;
}

// A table that nobody looks at leaves the memory if nothing happens there by itself: its game is
// over, or waits for a person who has all the time of the world. The store keeps it.
bool Hub::Impl::may_leave(const LiveTable& t) const {
  const Table& table = t.table;
  if (t.busy || t.suspect || !t.watchers.empty() || has_lines(t) ||
      loop.now_ms() - t.idle_ms < kUnloadMs)
    return false;
  if (table.meta.status != Status::playing) return table.meta.status == Status::over;
  const TableSeat& asked = table.meta.seats[actor(table.game->state())];
  return !table.clocks.exist() && !asked.automatic() && asked.kind == TableSeat::Kind::person;
}

bool Hub::Impl::has_lines(const LiveTable& t) {
  return std::ranges::any_of(t.programs, [](const auto& one) { return one.second.line != 0; });
}

void Hub::Impl::sweep() {
  std::erase_if(tables, [&](const auto& entry) { return may_leave(*entry.second); });
  std::vector<std::string> abandoned;
  for (const auto& [id, t] : tables)
    if (t->table.meta.status == Status::waiting && t->watchers.empty() && !has_lines(*t) &&
        !t->busy && loop.now_ms() - t->idle_ms >= kAbandonedMs)
      abandoned.push_back(id);
  for (const std::string& id : abandoned) {
    LiveTable& t = *find_table(id);
    TableUpdate closed = table_update(t.table.meta, loop.now_ms());
    closed.live = false;
    closed.holders->guests.clear();
    write(t, {}, std::move(closed), [this](LiveTable& t, bool ok) {
      if (ok && t.watchers.empty() && !has_lines(t) && t.queue.empty())
        tables.erase(std::string(t.table.id));
      lobby_changed();
    });
  }
  later(std::chrono::minutes(1), [this] { sweep(); });
}

void Hub::Impl::stop(std::function<void()> done) {
  if (stopping) return;
  stopping = true;
  stopped = std::move(done);
  const Text bye =
      message("bye", ObjectText().text("reason", "The server is stopping.").take_members());
  std::vector<std::shared_ptr<Connection>> all;  // closing one may take it off the list
  for (const auto& [id, client] : clients) all.push_back(client.connection);
  for (const auto& connection : all) {
    connection->send(bye);
    connection->close("the server is stopping");
  }
  std::vector<std::shared_ptr<Connection>> programs;  // without a goodbye: they come again
  for (const auto& [id, line] : lines) programs.push_back(line.connection);
  for (const auto& connection : programs) connection->close("the server is stopping");
  check_stopped();
}

void Hub::Impl::check_stopped() {
  if (!stopping || writes_under_way != 0 || !stopped) return;
  bots.stop();
  std::exchange(stopped, nullptr)();
}

}  // namespace bastide::server
