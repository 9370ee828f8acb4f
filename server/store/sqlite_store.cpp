#include "server/store/sqlite_store.h"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "server/store/sqlite_schema.h"
#include "server/store/sqlite_writer.h"

namespace bastide::server {

namespace {

using sqlite::Connection;
using sqlite::Resetting;
using sqlite::Statement;
using sqlite::Write;
using sqlite::Writer;

// The statements of all reads, on one connection.
struct Reads {
  explicit Reads(Connection& c)
      : guest(c.prepare("SELECT id, token_hash, name, created_ms, bot FROM guests WHERE id = ?1")),
        guest_by_token(c.prepare(
            "SELECT id, token_hash, name, created_ms, bot FROM guests WHERE token_hash = ?1")),
        table(c.prepare("SELECT id, created_ms, config, meta, live, seed, hash_scheme FROM tables "
                        "WHERE id = ?1")),
        live(c.prepare("SELECT id, created_ms, config, meta, live, seed, hash_scheme FROM tables "
                       "WHERE live = 1 ORDER BY created_ms, id")),
        actions(c.prepare(
            "SELECT seq, action, hash, at_ms FROM actions WHERE table_id = ?1 ORDER BY seq")),
        live_of(c.prepare("SELECT table_id, max(since_ms, coalesce((SELECT at_ms FROM actions "
                          "WHERE actions.table_id = holders.table_id ORDER BY seq DESC LIMIT 1), "
                          "0)) AS moved_ms FROM holders WHERE guest = ?1 AND live = 1 "
                          "ORDER BY moved_ms DESC, table_id LIMIT ?2")),
        ended_of(c.prepare("SELECT table_id, since_ms FROM holders "
                           "WHERE guest = ?1 AND live = 0 AND since_ms >= ?2 "
                           "ORDER BY since_ms DESC, table_id LIMIT ?3")) {}

  Statement guest, guest_by_token, table, live, actions, live_of, ended_of;
};

bool read_row(const Statement& from, GuestRow& row) {
  row.id = from.text_at(0);
  row.name = from.text_at(2);
  row.created_ms = from.integer_at(3);
  row.bot = from.integer_at(4) != 0;
  return from.bytes_at(1, row.token_hash);
}

bool read_row(const Statement& from, TableRow& row) {
  row.id = from.text_at(0);
  row.created_ms = from.integer_at(1);
  row.config = from.text_at(2);
  row.meta = from.text_at(3);
  row.live = from.integer_at(4) != 0;
  row.hash_scheme = static_cast<int>(from.integer_at(6));
  return from.bytes_at(5, row.seed);
}

bool read_row(const Statement& from, ActionRow& row) {
  row.seq = from.integer_at(0);
  row.action = from.text_at(1);
  row.hash = std::bit_cast<std::uint64_t>(from.integer_at(2));
  row.at_ms = from.integer_at(3);
  return true;
}

bool read_row(const Statement& from, GuestTable& row) {
  row.id = from.text_at(0);
  row.moved_ms = from.integer_at(1);
  return true;
}

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(const SqliteOptions& options) : options_(options) {}
  ~SqliteStore() override { close(); }

  std::optional<StoreError> open(const std::string& file);

  void put_guest(GuestRow row, StoreDone done) override { queue(std::move(row), std::move(done)); }
  void put_table(TableRow row, Holders holders, StoreDone done) override {
    queue(sqlite::NewTable{std::move(row), std::move(holders)}, std::move(done));
  }
  void append(std::string table, std::vector<ActionRow> rows, std::optional<TableUpdate> update,
              StoreDone done) override {
    queue(sqlite::Append{std::move(table), std::move(rows), std::move(update)}, std::move(done));
  }

  void put_hashes(std::string table, int hash_scheme, std::vector<std::uint64_t> hashes,
                  StoreDone done) override {
    queue(sqlite::Hashes{std::move(table), hash_scheme, std::move(hashes)}, std::move(done));
  }

  Stored<std::optional<GuestRow>> find_guest(std::string_view id) override;
  Stored<std::optional<GuestRow>> find_guest_by_token_hash(const Bytes32& hash) override;
  Stored<std::optional<TableRow>> find_table(std::string_view id) override;
  Stored<std::vector<TableRow>> live_tables() override;
  Stored<std::vector<GuestTable>> live_tables_of(std::string_view guest, std::size_t most) override;
  Stored<std::vector<GuestTable>> ended_tables_of(std::string_view guest, std::int64_t since_ms,
                                                  std::size_t most) override;
  Stored<std::vector<ActionRow>> actions(std::string_view table) override;

  void flush() override;
  void close() override;
  StoreStats stats() const override;

 private:
  template <class What>
  void queue(What what, StoreDone done);
  void run();
  std::vector<Write> take_group();  // with mutex_ held
  void commit(std::vector<Write>& group);
  void count(const std::vector<Write>& group);

  template <class Row, class Bind>
  Stored<std::vector<Row>> read(Statement Reads::* statement, Bind bind);
  template <class Row, class Bind>
  Stored<std::optional<Row>> read_one(Statement Reads::* statement, Bind bind);

  const SqliteOptions options_;

  // The writing thread's own, once it runs.
  Connection writing_;
  std::unique_ptr<Writer> writer_;

  mutable std::mutex mutex_;
  std::condition_variable wake_, progress_;
  std::deque<Write> queue_;
  std::uint64_t accepted_ = 0;  // writes ever queued
  std::uint64_t finished_ = 0;  // of them, called back
  bool closing_ = true;         // until it is open
  StoreStats stats_;

  // Memory has one connection only: there, writers hold this mutex, too.
  std::mutex reading_mutex_;
  Connection reading_;  // none for memory
  std::unique_ptr<Reads> reads_;

  std::mutex closing_mutex_;
  std::thread thread_;
};

std::optional<StoreError> SqliteStore::open(const std::string& file) {
  const std::string name = file.empty() ? "The store in memory" : "The file " + file;
  auto wrong = sqlite::open_for_writing(file, options_.busy_ms, writing_);
  if (!wrong && !file.empty()) wrong = sqlite::open_for_reading(file, options_.busy_ms, reading_);
  if (wrong) return StoreError{name + " " + *wrong + "."};
  Connection& reads_from = reading_ ? reading_ : writing_;
  writer_ = std::make_unique<Writer>(writing_);
  reads_ = std::make_unique<Reads>(reads_from);
  for (const Connection* connection : {&writing_, &reads_from})
    if (!connection->prepare_error().empty())
      return StoreError{name + " lacks what a store has: " + connection->prepare_error() + "."};
  closing_ = false;
  thread_ = std::thread([this] { run(); });
  return std::nullopt;
}

// --- Writing ------------------------------------------------------------------

template <class What>
void SqliteStore::queue(What what, StoreDone done) {
  {
    const std::lock_guard lock(mutex_);
    if (!closing_) {
      queue_.push_back({std::move(what), std::move(done), {}});
      ++accepted_;
      wake_.notify_one();
      return;
    }
  }
  if (done) done({StoreStatus::io_error, "The store is closed."});
}

void SqliteStore::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    std::vector<Write> group = take_group();
    lock.unlock();
    commit(group);
    lock.lock();
    count(group);
    lock.unlock();
    for (Write& one : group)
      if (one.done) one.done(one.result);
    lock.lock();
    finished_ += group.size();
    progress_.notify_all();
  }
}

std::vector<Write> SqliteStore::take_group() {
  const auto size = static_cast<std::ptrdiff_t>(std::min(queue_.size(), options_.max_group));
  std::vector<Write> group(std::make_move_iterator(queue_.begin()),
                           std::make_move_iterator(queue_.begin() + size));
  queue_.erase(queue_.begin(), queue_.begin() + size);
  return group;
}

void SqliteStore::commit(std::vector<Write>& group) {
  std::unique_lock<std::mutex> alone;
  if (!reading_) alone = std::unique_lock(reading_mutex_);
  writer_->commit(group);
}

void SqliteStore::count(const std::vector<Write>& group) {
  if (group.front().result.status != StoreStatus::io_error) ++stats_.commits;
  for (const Write& one : group) {
    stats_.writes += one.result.ok();
    stats_.conflicts += one.result.status == StoreStatus::conflict;
    stats_.errors += one.result.status == StoreStatus::io_error;
  }
}

void SqliteStore::flush() {
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [this, upto = accepted_] { return finished_ >= upto; });
}

void SqliteStore::close() {
  const std::lock_guard only_once(closing_mutex_);
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    wake_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(reading_mutex_);
  // The last connection to go moves the log into the file; it must be one that may write.
  reads_.reset();
  reading_ = {};
  writer_.reset();
  writing_ = {};
}

StoreStats SqliteStore::stats() const {
  const std::lock_guard lock(mutex_);
  StoreStats stats = stats_;
  stats.queued = accepted_ - finished_;
  return stats;
}

// --- Reading ------------------------------------------------------------------

template <class Row, class Bind>
Stored<std::vector<Row>> SqliteStore::read(Statement Reads::* statement, Bind bind) {
  const std::lock_guard lock(reading_mutex_);
  if (!reads_) return StoreError{"The store is closed."};
  Statement& from = (*reads_).*statement;
  Resetting reset(from);
  bind(from);
  std::vector<Row> rows;
  int code = 0;
  while ((code = from.step()) == SQLITE_ROW)
    if (!read_row(from, rows.emplace_back()))
      return StoreError{"The store could not read: a row is damaged."};
  if (code == SQLITE_DONE) return rows;
  return StoreError{"The store could not read: " + (reading_ ? reading_ : writing_).error() + "."};
}

template <class Row, class Bind>
Stored<std::optional<Row>> SqliteStore::read_one(Statement Reads::* statement, Bind bind) {
  auto rows = read<Row>(statement, bind);
  if (auto* error = std::get_if<StoreError>(&rows)) return std::move(*error);
  auto& found = std::get<std::vector<Row>>(rows);
  if (found.empty()) return std::optional<Row>();
  return std::optional<Row>(std::move(found.front()));
}

Stored<std::optional<GuestRow>> SqliteStore::find_guest(std::string_view id) {
  return read_one<GuestRow>(&Reads::guest, [&](Statement& s) { s.text(1, id); });
}

Stored<std::optional<GuestRow>> SqliteStore::find_guest_by_token_hash(const Bytes32& hash) {
  return read_one<GuestRow>(&Reads::guest_by_token, [&](Statement& s) { s.bytes(1, hash); });
}

Stored<std::optional<TableRow>> SqliteStore::find_table(std::string_view id) {
  return read_one<TableRow>(&Reads::table, [&](Statement& s) { s.text(1, id); });
}

Stored<std::vector<TableRow>> SqliteStore::live_tables() {
  return read<TableRow>(&Reads::live, [](Statement&) {});
}

Stored<std::vector<GuestTable>> SqliteStore::live_tables_of(std::string_view guest,
                                                            std::size_t most) {
  return read<GuestTable>(&Reads::live_of, [&](Statement& s) {
    s.text(1, guest).integer(2, static_cast<std::int64_t>(most));
  });
}

Stored<std::vector<GuestTable>> SqliteStore::ended_tables_of(std::string_view guest,
                                                             std::int64_t since_ms,
                                                             std::size_t most) {
  return read<GuestTable>(&Reads::ended_of, [&](Statement& s) {
    s.text(1, guest).integer(2, since_ms).integer(3, static_cast<std::int64_t>(most));
  });
}

Stored<std::vector<ActionRow>> SqliteStore::actions(std::string_view table) {
  return read<ActionRow>(&Reads::actions, [&](Statement& s) { s.text(1, table); });
}

}  // namespace

Stored<std::unique_ptr<Store>> open_sqlite(const std::string& file, const SqliteOptions& options) {
  auto store = std::make_unique<SqliteStore>(options);
  if (auto wrong = store->open(file)) return std::move(*wrong);
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace bastide::server
