// What the tests of the store share: a folder that goes away, rows, and reads and writes that are
// waited for.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/store/postgres_store.h"
#include "server/store/sqlite_store.h"
#include "tests/store_postgres.h"

namespace bastide::server {

inline constexpr StoreStatus kConflict = StoreStatus::conflict;
inline constexpr StoreStatus kFull = StoreStatus::full;
inline constexpr StoreStatus kIoError = StoreStatus::io_error;

class StoreFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = info->name();
    for (char& c : name)
      if (c == '/') c = '-';
    folder_ = std::filesystem::temp_directory_path() /
              ("bastide-store-" + std::to_string(::getpid()) + "-" + name);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name = "store.db") const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

// The store, or null and a failure of the test.
inline std::unique_ptr<Store> opened(const std::string& file, const SqliteOptions& options = {}) {
  auto store = open_sqlite(file, options);
  if (auto* error = std::get_if<StoreError>(&store)) {
    ADD_FAILURE() << error->text;
    return nullptr;
  }
  return std::get<std::unique_ptr<Store>>(std::move(store));
}

inline std::string open_error(const std::string& where) {
  auto store = open_store(where);
  const auto* error = std::get_if<StoreError>(&store);
  return error == nullptr ? "" : error->text;
}

inline std::unique_ptr<Store> opened_postgres(const std::string& uri,
                                              const PostgresOptions& options = {}) {
  auto store = open_postgres(uri, options);
  if (auto* error = std::get_if<StoreError>(&store)) {
    ADD_FAILURE() << error->text;
    return nullptr;
  }
  return std::get<std::unique_ptr<Store>>(std::move(store));
}

// With an empty place in a PostgreSQL of the tests' own. Where there is none, and need not be,
// these are skipped: `is_ready` says whether the rest of a set-up makes sense.
class OnPostgres : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = server().missing();
    ASSERT_TRUE(missing.empty() || !PostgresServer::is_needed()) << missing;
    if (!missing.empty()) GTEST_SKIP() << missing;
    place_ = server().new_place();
  }
  bool is_ready() const { return !place_.empty(); }
  static PostgresServer& server() { return PostgresServer::get(); }
  std::string sql(const std::string& text) { return server().execute(text, place_); }
  std::string place_;
};

// Everything that holds for one kind of store holds for every other.
class AnyStore : public StoreFolder, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    StoreFolder::SetUp();
    if (kind() == "postgres") {
      const std::string missing = PostgresServer::get().missing();
      ASSERT_TRUE(missing.empty() || !PostgresServer::is_needed()) << missing;
      if (!missing.empty()) GTEST_SKIP() << missing;
      place_ = PostgresServer::get().new_place();
    }
    store_ = open();
    ASSERT_NE(store_, nullptr);
  }
  void TearDown() override {
    store_.reset();
    StoreFolder::TearDown();
  }
  // Another one at the same place; in memory there is no same place.
  std::unique_ptr<Store> open() {
    if (kind() == "postgres") return opened_postgres(place_);
    return opened(kind() == "memory" ? "" : file());
  }
  std::string kind() const { return GetParam(); }
  bool lasts() const { return kind() != "memory"; }
  void reopen() {
    store_.reset();
    store_ = open();
    ASSERT_NE(store_, nullptr);
  }
  std::string place_;  // of PostgreSQL
  std::unique_ptr<Store> store_;
};

// --- Waiting ------------------------------------------------------------------

// Starts a write and waits for its end.
template <class Start>
StoreResult waited(Start start) {
  std::promise<StoreResult> promise;
  auto future = promise.get_future();
  start([&promise](StoreResult result) { promise.set_value(std::move(result)); });
  return future.get();
}

// Starts a read and waits for its answer.
template <class T, class Start>
Stored<T> asked(Start start) {
  std::promise<Stored<T>> promise;
  auto future = promise.get_future();
  start([&promise](Stored<T> answer) { promise.set_value(std::move(answer)); });
  return future.get();
}

// What a read gave; a failed one fails the test.
template <class T>
T got(Stored<T> stored) {
  if (auto* error = std::get_if<StoreError>(&stored)) {
    ADD_FAILURE() << error->text;
    return T{};
  }
  return std::get<T>(std::move(stored));
}

// --- Writes -------------------------------------------------------------------

inline StoreResult put(Store& store, const GuestRow& row, std::size_t most = 1000) {
  return waited([&](StoreDone done) { store.put_guest(row, most, std::move(done)); });
}
inline StoreResult put(Store& store, const NewTable& table) {
  return waited([&](StoreDone done) { store.put_table(table, std::move(done)); });
}
inline StoreResult put(Store& store, const TableRow& row,
                       const std::vector<std::string>& holders = {}) {
  return put(store, NewTable{row, holders, {}, {}});
}
inline StoreResult change(Store& store, const TableChange& change) {
  return waited([&](StoreDone done) { store.change(change, std::move(done)); });
}
inline StoreResult drop(Store& store, const std::string& table, std::int64_t version) {
  return waited([&](StoreDone done) { store.drop_table(table, version, std::move(done)); });
}
inline StoreResult see(Store& store, const std::string& guest, std::int64_t now_ms) {
  return waited([&](StoreDone done) { store.see_guest(guest, now_ms, std::move(done)); });
}
inline StoreResult forget(Store& store, GuestsBefore before, std::size_t most = 1000) {
  return waited([&](StoreDone done) { store.forget_guests(before, most, std::move(done)); });
}

// --- Reads --------------------------------------------------------------------

inline std::optional<GuestRow> guest_of(Store& store, const std::string& id) {
  return got(asked<std::optional<GuestRow>>([&](auto done) { store.find_guest(id, done); }));
}
inline std::optional<GuestRow> guest_with(Store& store, const Bytes32& hash) {
  return got(asked<std::optional<GuestRow>>(
      [&](auto done) { store.find_guest_by_token_hash(hash, done); }));
}
inline std::optional<TableRow> table_of(Store& store, const std::string& id) {
  return got(asked<std::optional<TableRow>>([&](auto done) { store.find_table(id, done); }));
}
inline Stored<std::optional<TableLog>> try_log(Store& store, const std::string& id) {
  return asked<std::optional<TableLog>>([&](auto done) { store.find_log(id, done); });
}
inline std::optional<TableLog> log_of(Store& store, const std::string& id) {
  return got(try_log(store, id));
}
inline std::vector<ActionRow> actions_of(Store& store, const std::string& id) {
  const auto log = log_of(store, id);
  return log ? log->actions : std::vector<ActionRow>();
}
inline std::vector<std::string> open_ids(Store& store, std::size_t most = 100) {
  std::vector<std::string> ids;
  for (const TableRow& row :
       got(asked<std::vector<TableRow>>([&](auto done) { store.open_tables(most, done); })))
    ids.push_back(row.id);
  return ids;
}
inline std::vector<GuestTable> live_of(Store& store, const std::string& guest,
                                       std::size_t most = 100) {
  return got(
      asked<std::vector<GuestTable>>([&](auto done) { store.live_tables_of(guest, most, done); }));
}
inline std::vector<GuestTable> ended_of(Store& store, const std::string& guest,
                                        std::int64_t since_ms = 0, std::size_t most = 100) {
  return got(asked<std::vector<GuestTable>>(
      [&](auto done) { store.ended_tables_of(guest, since_ms, most, done); }));
}
inline std::vector<DueTable> due(Store& store, std::int64_t until_ms, const DueTable& after = {},
                                 std::size_t most = 100) {
  return got(asked<std::vector<DueTable>>(
      [&](auto done) { store.due_tables(until_ms, after, most, {}, done); }));
}
inline std::vector<StaleTable> stale(Store& store, StaleBefore before, std::size_t most = 100,
                                     const StaleTable& after = {}) {
  return got(asked<std::vector<StaleTable>>(
      [&](auto done) { store.stale_tables(before, after, most, done); }));
}
inline std::vector<std::string> table_ids(Store& store, const std::string& after = "",
                                          std::size_t most = 100) {
  return got(
      asked<std::vector<std::string>>([&](auto done) { store.table_ids(after, most, done); }));
}

// A change of the version that the table has now.
inline StoreResult append(Store& store, const std::string& table, std::vector<ActionRow> rows,
                          std::optional<TableUpdate> update = std::nullopt,
                          std::int64_t now_ms = 1000) {
  const auto row = table_of(store, table);
  TableChange one;
  one.table = table;
  one.version = row ? row->version : 0;
  one.rows = std::move(rows);
  one.update = std::move(update);
  one.now_ms = now_ms;
  return change(store, one);
}

// --- Rows ---------------------------------------------------------------------

inline Bytes32 bytes_of(unsigned char first) {
  Bytes32 bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}

inline GuestRow guest_row(const std::string& id, unsigned char token, const std::string& name,
                          std::int64_t created_ms) {
  return {id, bytes_of(token), name, created_ms, false, created_ms, ""};
}

inline TableRow new_row(const std::string& id, std::int64_t created_ms = 1000) {
  TableRow row;
  row.id = id;
  row.created_ms = row.moved_ms = created_ms;
  row.config = R"({"sets":["base"]})";
  row.meta = R"({"seats":[]})";
  row.seed = bytes_of(7);
  return row;
}

inline ActionRow action_row(std::int64_t seq, const std::string& text = R"({"do":"pass"})") {
  return {seq, text, 0xFEDC'BA98'7654'3210u + static_cast<std::uint64_t>(seq), 5000 + seq % 1000};
}

inline std::vector<ActionRow> action_rows(std::int64_t first, std::int64_t count) {
  std::vector<ActionRow> rows;
  for (std::int64_t i = 0; i < count; ++i) rows.push_back(action_row(first + i));
  return rows;
}

// Rows that follow, for a table of this version.
inline TableChange moves(const std::string& table, std::int64_t version,
                         std::vector<ActionRow> rows, std::int64_t now_ms = 1000) {
  TableChange change;
  change.table = table;
  change.version = version;
  change.rows = std::move(rows);
  change.now_ms = now_ms;
  return change;
}

}  // namespace bastide::server
