#include "server/store/sqlite_store.h"

#include <mutex>

#include "server/store/file_lock.h"
#include "server/store/sqlite_reader.h"
#include "server/store/sqlite_schema.h"
#include "server/store/sqlite_writer.h"

namespace bastide::server {

namespace {

using sqlite::Connection;
using Wrong = std::optional<std::string>;

// One is enough for what is asked all the time; the other one goes on while the first reads a long
// log.
constexpr int kReaders = 2;

Wrong lacks(const Connection& connection) {
  if (connection.prepare_error().empty()) return std::nullopt;
  return "lacks what a store has: " + connection.prepare_error();
}

// Memory has one connection, used by one thread at a time.
Wrong add_reader(StoreParts& parts, const std::shared_ptr<Connection>& connection,
                 std::shared_ptr<std::mutex> alone) {
  parts.readers.push_back(std::make_unique<sqlite::SqliteReader>(connection, std::move(alone)));
  return lacks(*connection);
}

Wrong open_parts(const std::string& file, const SqliteOptions& options, StoreParts& parts) {
  if (options.alone && !file.empty()) {
    auto lock = std::make_shared<FileLock>();
    if (!lock->take(file + ".lock")) return "is served by another process";
    parts.held = std::move(lock);
  }
  parts.max_group = options.max_group;
  auto writing = std::make_shared<Connection>();
  if (auto wrong = sqlite::open_for_writing(file, options.busy_ms, *writing)) return wrong;
  if (auto wrong = sqlite::read_salt(*writing, parts.salt)) return wrong;
  const auto alone = file.empty() ? std::make_shared<std::mutex>() : nullptr;
  parts.writer = std::make_unique<sqlite::Writer>(writing, alone);
  if (auto wrong = lacks(*writing)) return wrong;
  if (file.empty()) return add_reader(parts, writing, alone);
  for (int i = 0; i < kReaders; ++i) {
    auto reading = std::make_shared<Connection>();
    if (auto wrong = sqlite::open_for_reading(file, options.busy_ms, *reading)) return wrong;
    if (auto wrong = add_reader(parts, reading, nullptr)) return wrong;
  }
  return std::nullopt;
}

}  // namespace

Stored<std::unique_ptr<Store>> open_sqlite(const std::string& file, const SqliteOptions& options) {
  StoreParts parts;
  if (auto wrong = open_parts(file, options, parts))
    return StoreError{(file.empty() ? "The store in memory " : "The file " + file + " ") + *wrong +
                      "."};
  return std::make_unique<ThreadedStore>(std::move(parts));
}

}  // namespace bastide::server
