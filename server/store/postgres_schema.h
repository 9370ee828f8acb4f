// The tables and functions of a store in PostgreSQL, made by the program.
#pragma once

#include <optional>
#include <string>

#include "server/store/postgres.h"

namespace bastide::server::postgres {

// Schemas are numbered. Each adds to the one before and changes nothing of it, so that programs of
// both serve one store at the same time. A function that does something else gets another name,
// with the number of its schema at the end; the old one stays as it is, for the old programs, as
// long as they may use the store.
inline constexpr int kSchemaVersion = 2;

// What the functions note about each write.
enum class Verdict : std::uint8_t {
  ok,
  missing,   // no such table or guest
  version,   // the table has another one
  sequence,  // the rows do not follow
  exists,
  token,        // is another guest's
  count,        // of hashes is another than of actions
  full,         // this and more: full + Limit
  driver = 20,  // is another one, or nobody
  future        // by so many ms
};

std::string functions_text();  // of schema 1
std::string schema_2_text();   // what it adds

// Makes the schema where there is none, two programs that come at once included, brings an older
// one up to date while others use it, and reads the store's salt. One that is too new, or tables of
// somebody else, are refused unchanged. Returns what is wrong.
std::optional<std::string> make_schema(Session& session, Bytes32& salt);

}  // namespace bastide::server::postgres
