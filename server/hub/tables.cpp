#include "server/hub/tables.h"

#include <algorithm>

#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::chrono::seconds kLookForDue{1};
constexpr std::chrono::seconds kUnload{10};
constexpr std::chrono::minutes kExpire{1};
constexpr std::size_t kDueAtOnce = 100;    // tables that are read in a second because of that
constexpr std::size_t kBotsBusy = 100;     // questions that wait: no more tables are read for bots
constexpr std::size_t kStaleAtOnce = 200;  // tables that expire in a round

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
  tables.site_.counters.tables_loaded.add();
  table->ask([](TableActor& t) { return t.wake(); });
  for (Shard::Asked& asked : waiting) table->ask(std::move(asked.job));
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

void Tables::open() {
  every(kLookForDue, &Tables::wake_due);
  every(kExpire, &Tables::expire);
  for (const auto& shard : shards_)
    start([](Tables& tables, Shard& shard) -> Task<void> {
      co_await go_to(shard.loop);
      while (!tables.site_.stopping) {
        co_await after(shard.loop, kUnload);
        tables.unload(shard);
      }
    }(*this, *shard));
}

// A table that nobody needs in memory goes after a while, or at once where there are too many of
// them: those first that nobody has looked at for longest.
void Tables::unload(Shard& shard) {
  std::vector<std::pair<std::int64_t, std::string>> idle;
  for (const auto& [id, entry] : shard.entries)
    if (entry.table && (entry.table->may_leave() || entry.table->is_forgotten()))
      idle.emplace_back(entry.table->is_forgotten() ? 0 : entry.table->idle_ms(), id);
  std::ranges::sort(idle);
  const std::size_t most = std::max<std::size_t>(1, site_.options.max_idle_tables / shards_.size());
  const std::int64_t now = shard.loop.now_ms();
  for (std::size_t i = 0; i < idle.size(); ++i) {
    if (idle.size() - i <= most && now - idle[i].first < kUnloadMs) break;
    shard.entries.erase(idle[i].second);
    site_.lobby.left_memory(idle[i].second);
    site_.counters.tables_unloaded.add();
  }
}

// Tables where something is due are read and go on. Those in memory see to it themselves.
Task<void> Tables::wake_due() {
  if (site_.bots.waiting() > kBotsBusy) co_return;
  const std::int64_t now = site_.now_ms();
  const auto begin = [&](ReadDone<std::vector<DueTable>> done) {
    site_.store.due_tables(now, looked_until_, kDueAtOnce, {}, std::move(done));
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
    site_.store.stale_tables(before, kStaleAtOnce, std::move(done));
  };
  const auto read = co_await done_on<Stored<std::vector<StaleTable>>>(site_.home(), begin);
  if (const auto* stale = std::get_if<std::vector<StaleTable>>(&read))
    for (const StaleTable& one : *stale) {
      if (one.stage == Stage::abandoned)
        start(drop(one));
      else
        ask(one.id, [one](TableActor& t) { return t.expire(one); }, [](const Denial&) {});
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

}  // namespace bastide::server
