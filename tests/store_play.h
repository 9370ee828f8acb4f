// What the tests of the store share: a folder that goes away, rows, and writes that are waited for.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/store/sqlite_store.h"

namespace bastide::server {

class StoreFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("bastide-store-" + std::to_string(::getpid()) + "-" + info->name());
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

// What a read gave; a failed one fails the test.
template <class T>
T got(Stored<T> stored) {
  if (auto* error = std::get_if<StoreError>(&stored)) {
    ADD_FAILURE() << error->text;
    return T{};
  }
  return std::get<T>(std::move(stored));
}

// Starts a write and waits for its end.
template <class Start>
StoreResult waited(Start start) {
  std::promise<StoreResult> promise;
  auto future = promise.get_future();
  start([&promise](const StoreResult& result) { promise.set_value(result); });
  return future.get();
}

inline StoreResult put(Store& store, const GuestRow& row) {
  return waited([&](StoreDone done) { store.put_guest(row, std::move(done)); });
}
inline StoreResult put(Store& store, const TableRow& row, const Holders& holders = {}) {
  return waited([&](StoreDone done) { store.put_table(row, holders, std::move(done)); });
}
inline StoreResult append(Store& store, const std::string& table, std::vector<ActionRow> rows,
                          std::optional<TableUpdate> update = std::nullopt) {
  return waited([&](StoreDone done) {
    store.append(table, std::move(rows), std::move(update), std::move(done));
  });
}

inline Bytes32 bytes_of(unsigned char first) {
  Bytes32 bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}

inline TableRow table_row(const std::string& id, std::int64_t created_ms = 1000) {
  return {id, created_ms, R"({"sets":["base"]})", R"({"seats":[]})", true, bytes_of(7)};
}

inline ActionRow action_row(std::int64_t seq, const std::string& text = R"({"do":"pass"})") {
  return {seq, text, 0xFEDC'BA98'7654'3210u + static_cast<std::uint64_t>(seq), 5000 + seq % 1000};
}

inline std::vector<ActionRow> action_rows(std::int64_t first, std::int64_t count) {
  std::vector<ActionRow> rows;
  for (std::int64_t i = 0; i < count; ++i) rows.push_back(action_row(first + i));
  return rows;
}

}  // namespace bastide::server
