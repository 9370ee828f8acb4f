// The tables and functions of a store in PostgreSQL, made by the program.
#pragma once

#include <optional>
#include <string>

#include "server/store/postgres.h"

namespace bastide::server::postgres {

inline constexpr int kSchemaVersion = 1;

// What the functions note about each write.
enum class Verdict : std::uint8_t {
  ok,
  missing,   // no such table or guest
  version,   // the table has another one
  sequence,  // the rows do not follow
  exists,
  token,  // is another guest's
  count,  // of hashes is another than of actions
  full    // this and more: full + Limit
};

std::string functions_text();

// Makes the schema where there is none, two programs that come at once included, and reads the
// store's salt. A newer one, or tables of somebody else, are refused unchanged. Returns what is
// wrong.
std::optional<std::string> make_schema(Session& session, Bytes32& salt);

}  // namespace bastide::server::postgres
