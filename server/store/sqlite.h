// SQLite's C interface, as far as the store needs it: connections and prepared statements that are
// released by themselves. A connection and its statements belong to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "server/store/store.h"

namespace bastide::server::sqlite {

class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* db, std::string_view sql);
  bool prepared() const { return statement_ != nullptr; }

  // Parameters, from 1 on. Texts and bytes must live until the statement is reset.
  Statement& text(int at, std::string_view value);
  Statement& bytes(int at, const Bytes32& value);
  Statement& integer(int at, std::int64_t value);

  int step();  // SQLITE_ROW, SQLITE_DONE or an extended error code
  int run();   // steps once and resets: SQLITE_OK, or an error code
  void reset();

  // Columns, from 0 on, after SQLITE_ROW.
  std::string text_at(int column) const;
  std::int64_t integer_at(int column) const;
  bool null_at(int column) const;
  bool bytes_at(int column, Bytes32& value) const;  // false: not 32 bytes, so the row is damaged

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void note(int code);

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bind_error_ = SQLITE_OK;  // of a parameter; given by the next step
};

class Connection {
 public:
  Connection() = default;
  sqlite3* get() const { return db_.get(); }
  explicit operator bool() const { return db_ != nullptr; }

  int open(const std::string& file, int flags);
  int execute(const char* sql);  // for fixed texts without parameters
  Statement prepare(std::string_view sql);
  const std::string& prepare_error() const { return prepare_error_; }  // the first one; or ""
  std::string error() const;  // of the last call, as SQLite words it

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
  std::string prepare_error_;
};

// Releases the statement's lock and its parameters however a function is left.
class Resetting {
 public:
  explicit Resetting(Statement& statement) : statement_(statement) {}
  ~Resetting() { statement_.reset(); }
  Resetting(const Resetting&) = delete;
  Resetting& operator=(const Resetting&) = delete;

 private:
  Statement& statement_;
};

}  // namespace bastide::server::sqlite
