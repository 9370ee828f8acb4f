#include "server/store/sqlite_schema.h"

#include <fcntl.h>
#include <unistd.h>

#include "server/store/salt.h"
#include "server/store/sqlite_upgrade.h"

namespace bastide::server::sqlite {

namespace {

using Wrong = std::optional<std::string>;

std::optional<std::int64_t> number(Connection& connection, const char* sql) {
  Statement statement(connection.get(), sql);
  if (!statement.prepared() || statement.step() != SQLITE_ROW) return std::nullopt;
  return statement.integer_at(0);
}

enum class Contents { nothing, older, ours, wrong };

// Looks without changing anything.
Contents look(Connection& connection, Wrong& wrong) {
  const auto version = number(connection, "PRAGMA user_version");
  const auto application = number(connection, "PRAGMA application_id");
  const auto tables = number(connection, "SELECT count(*) FROM sqlite_schema");
  if (!version || !application || !tables) {
    wrong = "cannot be read as a store: " + connection.error();
    return Contents::wrong;
  }
  if (*version == 0 && *application == 0 && *tables == 0) return Contents::nothing;
  if (*application != kApplicationId) {
    wrong = "is an SQLite database, but not a store of Bastide";
    return Contents::wrong;
  }
  if (*version > kSchemaVersion) {
    wrong = "was written by a newer Bastide (schema " + std::to_string(*version) +
            "; this program knows " + std::to_string(kSchemaVersion) + ")";
    return Contents::wrong;
  }
  if (*version == kSchemaVersion) return Contents::ours;
  if (*version > 0) return Contents::older;
  wrong = "has the schema " + std::to_string(*version) + ", which no Bastide has written";
  return Contents::wrong;
}

// What is missing in the file.
std::string missing_schema(Connection& connection, Contents contents) {
  std::string sql;
  if (contents == Contents::nothing)
    sql = schema_text() + "PRAGMA application_id = " + std::to_string(kApplicationId) + ";";
  if (contents == Contents::older) sql = upgrade_text(*number(connection, "PRAGMA user_version"));
  if (!sql.empty()) sql += "PRAGMA user_version = " + std::to_string(kSchemaVersion);
  return sql;
}

// Made with the schema and never again.
int put_salt(Connection& connection) {
  const Bytes32 bytes = make_salt();
  Statement insert(connection.get(), "INSERT INTO salt (one, bytes) VALUES (1, ?1)");
  return insert.prepared() ? insert.bytes(1, bytes).run() : SQLITE_ERROR;
}

// In one transaction, so that two programs that open a file at once do not meet half of it, and a
// machine that stops in the middle leaves the file as it was.
Wrong make_schema(Connection& connection) {
  Wrong wrong;
  if (connection.execute("BEGIN IMMEDIATE") != SQLITE_OK)
    return "cannot be written: " + connection.error();
  const Contents contents = look(connection, wrong);
  const std::string sql = wrong ? std::string() : missing_schema(connection, contents);
  if (!sql.empty() &&
      (connection.execute(sql.c_str()) != SQLITE_OK || put_salt(connection) != SQLITE_OK))
    wrong = "cannot be written: " + connection.error();
  if (!wrong && connection.execute("COMMIT") != SQLITE_OK)
    wrong = "cannot be written: " + connection.error();
  if (wrong) connection.execute("ROLLBACK");
  return wrong;
}

Wrong make_durable(Connection& connection, bool in_memory) {
  if (connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON") != SQLITE_OK)
    return "cannot be set up: " + connection.error();
  if (in_memory) return std::nullopt;
  Statement wal(connection.get(), "PRAGMA journal_mode = WAL");
  if (!wal.prepared() || wal.step() != SQLITE_ROW) return "cannot be set up: " + connection.error();
  if (wal.text_at(0) != "wal")
    return "lies where SQLite cannot keep a write-ahead log (journal mode '" + wal.text_at(0) +
           "')";
  return std::nullopt;
}

// Seeds of running games are in it: nobody else may read it. SQLite gives its other files the same
// rights. Closing a file drops this process's locks on it, so one that is there is not touched.
void make_private(const std::string& file) {
  const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) ::close(made);
}

// SQLite gives names like ":memory:" and "file:" a meaning of their own; paths have none.
std::string plain_path(const std::string& file) {
  return file.starts_with('/') ? file : "./" + file;
}

}  // namespace

Wrong open_for_writing(const std::string& file, int busy_ms, Connection& connection) {
  const bool in_memory = file.empty();
  if (!in_memory) make_private(file);
  if (connection.open(in_memory ? ":memory:" : plain_path(file),
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) != SQLITE_OK)
    return "cannot be opened: " + connection.error();
  sqlite3_busy_timeout(connection.get(), busy_ms);
  Wrong wrong;
  const Contents contents = look(connection, wrong);
  if (contents == Contents::wrong) return wrong;
  if ((wrong = make_durable(connection, in_memory))) return wrong;
  return contents == Contents::ours ? std::nullopt : make_schema(connection);
}

Wrong open_for_reading(const std::string& file, int busy_ms, Connection& connection) {
  if (connection.open(plain_path(file), SQLITE_OPEN_READONLY) != SQLITE_OK)
    return "cannot be opened: " + connection.error();
  sqlite3_busy_timeout(connection.get(), busy_ms);
  return std::nullopt;
}

Wrong read_salt(Connection& connection, Bytes32& salt) {
  Statement read = connection.prepare("SELECT bytes FROM salt");
  if (!read.prepared()) return "lacks what a store has: " + connection.prepare_error();
  if (read.step() != SQLITE_ROW || !read.bytes_at(0, salt)) return "has lost its salt";
  return std::nullopt;
}

}  // namespace bastide::server::sqlite
