#include "server/hub/tables.h"

#include <algorithm>
#include <unordered_set>

#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::chrono::seconds kLookForDue{1};
constexpr std::chrono::seconds kUnload{10};
constexpr std::chrono::minutes kExpire{1};
constexpr std::size_t kDueAtOnce = 100;    // tables that are read in a second because of that
constexpr std::size_t kBotsBusy = 100;     // questions that wait: no more tables are read for bots
constexpr std::size_t kStaleAtOnce = 200;  // tables that expire in a round
constexpr std::chrono::seconds kSweep{4};  // for changes of others that nobody has told of
constexpr std::size_t kNewsAtOnce = 200;   // tables that are asked for at once

using Otherwise = std::function<void(const Denial&)>;

}  // namespace

// The tables of one loop; used there alone.
struct Tables::Shard {
  explicit Shard(Loop& its_loop) : loop(its_loop) {}
  struct Asked {
    TableJob job;
    Otherwise otherwise;
  };
  struct Entry {
    std::shared_ptr<TableActor> table;  // none while it is being read
    std::vector<Asked> waiting;         // for that
  };
  Loop& loop;
  std::unordered_map<std::string, Entry> entries;
  // Tables that this node drives, though they are not in memory: somebody's move at another node
  // may be the turn of a bot.
  std::unordered_set<std::string> resting;
  // Tables in memory about which there is something new to read.
  std::unordered_set<std::string> changed, visited;
  bool catching_up = false;
};

Tables::Tables(Site& site) : site_(site) {
  for (Loop* loop : site.loops) shards_.push_back(std::make_unique<Shard>(*loop));
}

Tables::~Tables() = default;

Tables::Shard& Tables::shard_of(std::string_view id) const {
  return *shards_[std::hash<std::string_view>{}(id) % shards_.size()];
}

Loop& Tables::loop_of(std::string_view id) const { return shard_of(id).loop; }

// --- asking ---

void Tables::ask(std::string id, TableJob job, Otherwise otherwise) {
  Shard& shard = shard_of(id);
  shard.loop.run([this, &shard, id = std::move(id), job = std::move(job),
                  otherwise = std::move(otherwise)]() mutable {
    auto found = shard.entries.find(id);
    if (found != shard.entries.end() && found->second.table) {
      if (!found->second.table->is_forgotten()) return found->second.table->ask(std::move(job));
      shard.entries.erase(found);  // the store knows what has become of it
      found = shard.entries.end();
    }
    const bool is_new = found == shard.entries.end();
    shard.entries[id].waiting.push_back({std::move(job), std::move(otherwise)});
    if (is_new) start(read_in(*this, shard, id));
  });
}

void Tables::tell(std::string id, TableJob job) {
  Shard& shard = shard_of(id);
  shard.loop.run([&shard, id = std::move(id), job = std::move(job)]() mutable {
    const auto found = shard.entries.find(id);
    if (found == shard.entries.end()) return;
    if (found->second.table)
      found->second.table->ask(std::move(job));
    else
      found->second.waiting.push_back({std::move(job), [](const Denial&) {}});
  });
}

void Tables::look(std::string id, std::function<void(const TableActor*)> then) {
  Shard& shard = shard_of(id);
  shard.loop.run([&shard, id = std::move(id), then = std::move(then)] {
    const auto found = shard.entries.find(id);
    then(found != shard.entries.end() ? found->second.table.get() : nullptr);
  });
}

void Tables::found(std::shared_ptr<TableActor> made, TableJob first) {
  Shard& shard = shard_of(made->table.id);
  shard.loop.run([&shard, made = std::move(made), first = std::move(first)]() mutable {
    shard.entries[made->table.id].table = made;
    made->ask(std::move(first));
  });
}

void Tables::forget(const std::string& id) { shard_of(id).entries.erase(id); }

// --- reading ---

Task<std::variant<StoredTable, Denial>> Tables::fetch(Loop& loop, std::string id) {
  const auto begin = [&](ReadDone<std::optional<TableLog>> done) {
    site_.store.find_log(id, std::move(done));
  };
  const auto read = co_await done_on<Stored<std::optional<TableLog>>>(loop, begin);
  if (std::holds_alternative<StoreError>(read)) co_return not_read();
  const auto& found = std::get<std::optional<TableLog>>(read);
  if (!found) co_return Denial{Refused::unknown_table, "There is no such table."};
  auto table = load_table(found->row, found->actions);
  if (std::holds_alternative<std::string>(table)) {
    site_.counters.damaged_tables.add();
    co_return Denial{Refused::storage, "The table's record is damaged.", RefusedDetail::damaged};
  }
  StoredTable stored{std::get<LoadedTable>(std::move(table)), found->row.version,
                     found->row.moved_ms, found->row.due_ms, found->row.stage};
  // The log of an older program, once it has been replayed. If this cannot be written, it is tried
  // again when the table is read the next time.
  if (stored.loaded.new_hashes)
    site_.store.put_hashes(id, kHashScheme, *std::move(stored.loaded.new_hashes),
                           [this](const StoreResult& result) {
                             if (!result.ok()) site_.counters.storage_failures.add();
                           });
  co_return stored;
}

Task<void> Tables::read_in(Tables& tables, Shard& shard, std::string id) {
  auto read = co_await tables.fetch(shard.loop, id);
  Shard::Entry& entry = shard.entries[id];
  auto waiting = std::exchange(entry.waiting, {});
  auto* stored = std::get_if<StoredTable>(&read);
  Answer denial;
  if (stored == nullptr) {
    denial = std::get<Denial>(std::move(read));
  } else if (stored->loaded.table.meta.status == Status::waiting &&
             stored->stage == Stage::abandoned) {
    denial = Denial{Refused::unknown_table, "Nobody came to this table, and it was closed.",
                    RefusedDetail::closed};
  }
  if (denial) {
    shard.entries.erase(id);
    for (const Shard::Asked& asked : waiting) asked.otherwise(*denial);
    co_return;
  }
  const auto table = std::make_shared<TableActor>(tables.site_, shard.loop, std::move(*stored));
  entry.table = table;
  shard.resting.erase(id);
  tables.site_.counters.tables_loaded.add();
  table->ask([](TableActor& t) { return t.wake(); });
  for (Shard::Asked& asked : waiting) table->ask(std::move(asked.job));
  if (tables.site_.nodes.alone()) co_return;
  // It may have changed since it was read, before anybody here would hear of that.
  shard.changed.insert(id);
  shard.visited.insert(id);
  tables.begin_to_catch_up(shard);
}

// --- by itself ---

void Tables::every(std::chrono::milliseconds pause, Task<void> (Tables::*round)()) {
  start([](Tables& tables, std::chrono::milliseconds pause,
           Task<void> (Tables::*round)()) -> Task<void> {
    co_await go_to(tables.site_.home());
    while (!tables.site_.stopping) {
      co_await (tables.*round)();
      co_await after(tables.site_.home(), pause);
    }
  }(*this, pause, round));
}

void Tables::every(Shard& shard, std::chrono::milliseconds pause,
                   Task<void> (Tables::*round)(Shard&)) {
  start([](Tables& tables, Shard& shard, std::chrono::milliseconds pause,
           Task<void> (Tables::*round)(Shard&)) -> Task<void> {
    co_await go_to(shard.loop);
    while (!tables.site_.stopping) {
      co_await after(shard.loop, pause);
      co_await (tables.*round)(shard);
    }
  }(*this, shard, pause, round));
}

void Tables::open() {
  every(kLookForDue, &Tables::wake_due);
  every(kExpire, &Tables::expire);
  for (const auto& shard : shards_) {
    every(*shard, kUnload, &Tables::unload);
    if (!site_.nodes.alone()) every(*shard, kSweep, &Tables::sweep);
  }
}

// A table that nobody needs in memory goes after a while, or at once where there are too many of
// them: those first that nobody has looked at for longest.
Task<void> Tables::unload(Shard& shard) {
  std::vector<std::pair<std::int64_t, std::string>> idle;
  for (const auto& [id, entry] : shard.entries)
    if (entry.table && (entry.table->may_leave() || entry.table->is_forgotten()))
      idle.emplace_back(entry.table->is_forgotten() ? 0 : entry.table->idle_ms(), id);
  std::ranges::sort(idle);
  const std::size_t most = std::max<std::size_t>(1, site_.options.max_idle_tables / shards_.size());
  const std::int64_t now = shard.loop.now_ms();
  for (std::size_t i = 0; i < idle.size(); ++i) {
    if (idle.size() - i <= most && now - idle[i].first < kUnloadMs) break;
    const auto gone = shard.entries.find(idle[i].second);
    const TableActor& table = *gone->second.table;
    if (!site_.nodes.alone() && table.is_playing() && table.driving.is_here())
      shard.resting.insert(gone->first);
    shard.entries.erase(gone);
    site_.lobby.left_memory(idle[i].second);
    site_.counters.tables_unloaded.add();
  }
  co_return;
}

// Tables where something is due are read and go on. Those in memory see to it themselves.
Task<void> Tables::wake_due() {
  if (site_.bots.waiting() > kBotsBusy) co_return;
  const std::int64_t now = site_.now_ms();
  const std::string node = site_.nodes.id();
  const auto begin = [&](ReadDone<std::vector<DueTable>> done) {
    site_.store.due_tables(now, looked_until_, kDueAtOnce, node, std::move(done));
  };
  const auto read = co_await done_on<Stored<std::vector<DueTable>>>(site_.home(), begin);
  const auto* due = std::get_if<std::vector<DueTable>>(&read);
  if (due == nullptr) co_return;
  looked_until_ = due->size() < kDueAtOnce ? DueTable{} : due->back();
  for (const DueTable& one : *due)
    ask(one.id, [](TableActor&) -> Task<void> { co_return; }, [](const Denial&) {});
}

Task<void> Tables::expire() {
  const ExpiryOptions& keep = site_.options.expiry;
  const std::int64_t now = site_.now_ms();
  const StaleBefore before{now - keep.close_waiting_ms, now - keep.end_games_ms,
                           now - keep.forget_tables_ms};
  const auto begin = [&](ReadDone<std::vector<StaleTable>> done) {
    site_.store.stale_tables(before, stale_until_, kStaleAtOnce, std::move(done));
  };
  const auto read = co_await done_on<Stored<std::vector<StaleTable>>>(site_.home(), begin);
  if (const auto* stale = std::get_if<std::vector<StaleTable>>(&read)) {
    stale_until_ = stale->size() < kStaleAtOnce ? StaleTable{} : stale->back();
    for (const StaleTable& one : *stale) {
      if (one.stage == Stage::abandoned)
        start(drop(one));
      else
        ask(one.id, [one](TableActor& t) { return t.expire(one); }, [](const Denial&) {});
    }
  }
  co_await site_.guests.expire(site_.home());
}

// It need not be read for that, and perhaps cannot be.
Task<void> Tables::drop(StaleTable stale) {
  Shard& shard = shard_of(stale.id);
  co_await go_to(shard.loop);
  const auto found = shard.entries.find(stale.id);
  if (found != shard.entries.end() && !(found->second.table && found->second.table->may_leave()))
    co_return;
  if (found != shard.entries.end()) shard.entries.erase(found);
  const auto begin = [&](StoreDone done) {
    site_.store.drop_table(stale.id, stale.version, std::move(done));
  };
  const StoreResult result = co_await stored(site_, shard.loop, begin);
  if (result.ok()) site_.counters.tables_forgotten.add();
}

// --- what other nodes have done ---

void Tables::hear(PeerNews news) {
  struct Told {
    std::vector<TableVersion> changed;
    std::vector<std::string> visited;
  };
  std::unordered_map<Shard*, Told> told;
  for (TableVersion& one : news.tables) told[&shard_of(one.id)].changed.push_back(std::move(one));
  for (std::string& id : news.presence) told[&shard_of(id)].visited.push_back(std::move(id));
  for (auto& [shard, its] : told)
    shard->loop.post([this, shard = shard, its = std::move(its)] {
      for (const TableVersion& one : its.changed) {
        const auto found = shard->entries.find(one.id);
        if (found == shard->entries.end() && shard->resting.contains(one.id))
          ask(one.id, [](TableActor&) -> Task<void> { co_return; }, [](const Denial&) {});
        else if (found != shard->entries.end() && found->second.table &&
                 found->second.table->version < one.version)
          shard->changed.insert(one.id);
      }
      for (const std::string& id : its.visited)
        if (shard->entries.contains(id)) shard->visited.insert(id);
      begin_to_catch_up(*shard);
    });
  if (!news.missed) return;
  for (const auto& shard : shards_)
    shard->loop.post([this, &shard = *shard] { want_all(shard, true, true); });
}

void Tables::look_who_is_there() {
  for (const auto& shard : shards_)
    shard->loop.post([this, &shard = *shard] { want_all(shard, true, false); });
}

void Tables::drive_on() {
  for (const auto& shard : shards_)
    shard->loop.post([&shard = *shard] {
      for (const auto& [id, entry] : shard.entries)
        if (entry.table)
          entry.table->ask([](TableActor& t) -> Task<void> {
            t.playing.go_on();
            co_return;
          });
    });
}

void Tables::want_all(Shard& shard, bool presence, bool versions) {
  for (const auto& [id, entry] : shard.entries) {
    if (!entry.table) continue;
    if (presence) shard.visited.insert(id);
    if (versions) shard.changed.insert(id);
  }
  begin_to_catch_up(shard);
}

void Tables::begin_to_catch_up(Shard& shard) {
  if (!shard.catching_up && !(shard.changed.empty() && shard.visited.empty()))
    start(catch_up(shard));
}

// All that gathers while the store is asked is asked for at once the next time.
Task<void> Tables::catch_up(Shard& shard) {
  shard.catching_up = true;
  while (!site_.stopping && !(shard.changed.empty() && shard.visited.empty())) {
    bool is_read = co_await read_news(shard);
    if (is_read) is_read = co_await read_presence(shard);
    if (!is_read) co_await after(shard.loop, kStorageRetry);
  }
  shard.catching_up = false;
}

Task<bool> Tables::read_news(Shard& shard) {
  std::vector<KnownTable> known;
  while (!shard.changed.empty() && known.size() < kNewsAtOnce) {
    const std::string id = std::move(shard.changed.extract(shard.changed.begin()).value());
    const auto found = shard.entries.find(id);
    if (found == shard.entries.end() || !found->second.table) continue;
    const TableActor& table = *found->second.table;
    known.push_back({id, table.version, table.table.log_rows});
  }
  if (known.empty()) co_return true;
  const auto begin = [&](ReadDone<std::vector<TableNews>> done) {
    site_.store.find_news(known, std::move(done));
  };
  auto read = co_await done_on<Stored<std::vector<TableNews>>>(shard.loop, begin);
  auto* news = std::get_if<std::vector<TableNews>>(&read);
  if (news == nullptr) {
    for (KnownTable& one : known) shard.changed.insert(std::move(one.id));
    co_return false;
  }
  for (TableNews& one : *news) {
    const auto found = shard.entries.find(one.row.id);
    if (found == shard.entries.end() || !found->second.table) continue;
    const auto shared = std::make_shared<TableNews>(std::move(one));
    found->second.table->ask([shared](TableActor& t) { return t.follow(std::move(*shared)); });
  }
  co_return true;
}

Task<bool> Tables::read_presence(Shard& shard) {
  std::vector<std::string> ids;
  while (!shard.visited.empty() && ids.size() < kNewsAtOnce)
    ids.push_back(std::move(shard.visited.extract(shard.visited.begin()).value()));
  if (ids.empty()) co_return true;
  const auto begin = [&](ReadDone<std::vector<PresenceRow>> done) {
    site_.nodes.peers().presence_of(ids, std::move(done));
  };
  auto read = co_await done_on<Stored<std::vector<PresenceRow>>>(shard.loop, begin);
  auto* rows = std::get_if<std::vector<PresenceRow>>(&read);
  if (rows == nullptr) {
    shard.visited.insert(ids.begin(), ids.end());
    co_return false;
  }
  std::unordered_map<std::string, std::vector<PresenceRow>> by_table;
  for (PresenceRow& row : *rows) by_table[row.table].push_back(std::move(row));
  for (const std::string& id : ids) {
    const auto found = shard.entries.find(id);
    if (found == shard.entries.end() || !found->second.table) continue;
    found->second.table->ask(
        [there = std::move(by_table[id])](TableActor& t) { return t.see_elsewhere(there); });
  }
  co_return true;
}

// A hint may be lost. The versions of all tables in memory are compared with those of the store.
Task<void> Tables::sweep(Shard& shard) {
  std::vector<TableVersion> known;
  for (const auto& [id, entry] : shard.entries)
    if (entry.table) known.push_back({id, entry.table->version});
  if (known.empty()) co_return;
  const auto begin = [&](ReadDone<std::vector<TableVersion>> done) {
    site_.store.versions(std::move(known), std::move(done));
  };
  const auto read = co_await done_on<Stored<std::vector<TableVersion>>>(shard.loop, begin);
  const auto* changed = std::get_if<std::vector<TableVersion>>(&read);
  if (changed == nullptr) co_return;
  for (const TableVersion& one : *changed) {
    const auto found = shard.entries.find(one.id);
    if (found == shard.entries.end() || !found->second.table) continue;
    if (one.version > found->second.table->version) shard.changed.insert(one.id);
    if (one.version < 0) found->second.table->ask([](TableActor& t) { return t.vanish(); });
  }
  begin_to_catch_up(shard);
}

}  // namespace bastide::server
