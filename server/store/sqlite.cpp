#include "server/store/sqlite.h"

#include <cstring>

namespace bastide::server::sqlite {

Statement::Statement(sqlite3* db, std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &made,
                     nullptr);
  statement_.reset(made);
}

void Statement::note(int code) {
  if (bind_error_ == SQLITE_OK) bind_error_ = code;
}

Statement& Statement::text(int at, std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();  // a null pointer would be NULL
  note(sqlite3_bind_text64(statement_.get(), at, data, value.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bytes(int at, const Bytes32& value) {
  note(sqlite3_bind_blob64(statement_.get(), at, value.data(), value.size(), SQLITE_STATIC));
  return *this;
}

Statement& Statement::integer(int at, std::int64_t value) {
  note(sqlite3_bind_int64(statement_.get(), at, value));
  return *this;
}

int Statement::step() {
  return bind_error_ == SQLITE_OK ? sqlite3_step(statement_.get()) : bind_error_;
}

int Statement::run() {
  const int code = step();
  reset();
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  bind_error_ = SQLITE_OK;
}

std::string Statement::text_at(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::integer_at(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

bool Statement::null_at(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool Statement::bytes_at(int column, Bytes32& value) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr || static_cast<std::size_t>(size) != value.size()) return false;
  std::memcpy(value.data(), bytes, value.size());
  return true;
}

int Connection::open(const std::string& file, int flags) {
  sqlite3* opened = nullptr;
  // Whoever uses the connection sees to it that only one thread does at a time.
  const int code = sqlite3_open_v2(file.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  db_.reset(opened);
  if (opened != nullptr) sqlite3_extended_result_codes(opened, 1);
  return code;
}

int Connection::execute(const char* sql) {
  return sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr);
}

Statement Connection::prepare(std::string_view sql) {
  Statement statement(db_.get(), sql);
  if (!statement.prepared() && prepare_error_.empty()) prepare_error_ = error();
  return statement;
}

std::string Connection::error() const {
  if (db_ == nullptr) return "out of memory";
  std::string text = sqlite3_errmsg(db_.get());
  const int code = sqlite3_errcode(db_.get()) & 0xFF;
  const int system = sqlite3_system_errno(db_.get());
  if (system != 0 && (code == SQLITE_CANTOPEN || code == SQLITE_IOERR))
    text += std::string(" (") + std::strerror(system) + ")";
  return text;
}

}  // namespace bastide::server::sqlite
