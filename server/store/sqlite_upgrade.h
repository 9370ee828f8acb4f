// The tables of a store's file, and the way to them from what older programs made.
#pragma once

#include <cstdint>
#include <string>

namespace bastide::server::sqlite {

inline constexpr int kSchemaVersion = 5;  // PRAGMA user_version

// What makes an empty file a store.
std::string schema_text();
// What makes one of an older version a store of ours.
std::string upgrade_text(std::int64_t from_version);

}  // namespace bastide::server::sqlite
