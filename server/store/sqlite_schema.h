// What a store's file must look like, and how it is opened and made.
#pragma once

#include <optional>
#include <string>

#include "server/store/sqlite.h"

namespace bastide::server::sqlite {

inline constexpr std::int64_t kApplicationId = 0x42735464;  // PRAGMA application_id: "BsTd"

// Opens the file for writing, or the memory if `file` is empty; makes it if it is not there, and
// brings one of an older program up to date. A file of somebody else, or of a newer program, is
// refused unchanged. Returns what is wrong.
std::optional<std::string> open_for_writing(const std::string& file, int busy_ms,
                                            Connection& connection);
std::optional<std::string> open_for_reading(const std::string& file, int busy_ms,
                                            Connection& connection);
std::optional<std::string> read_salt(Connection& connection, Bytes32& salt);

}  // namespace bastide::server::sqlite
