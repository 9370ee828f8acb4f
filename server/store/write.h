// What can be written to a store, as its queue holds it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "server/store/store.h"

namespace bastide::server {

struct PutGuest {
  GuestRow row;
  std::size_t most_of_address = 0;
};

struct SeeGuest {
  std::string id;
  std::int64_t now_ms = 0;
};

struct ForgetGuests {
  GuestsBefore before;
  std::size_t most = 0;
};

struct DropTable {
  std::string table;
  std::int64_t version = 0;
};

struct PutHashes {
  std::string table;
  int scheme = 0;
  std::vector<std::uint64_t> hashes;  // of the actions 0, 1, 2 …
};

struct Write {
  std::variant<PutGuest, SeeGuest, ForgetGuests, NewTable, TableCopy, TableChange, DropTable,
               PutHashes>
      what;
  StoreDone done;
  StoreResult result = {};  // set by whoever commits it
};

// Guests with a seat are never forgotten, and in time they are most of those who have not been here
// for long. So whoever was found to have one is looked at again after a month, or when the seat is
// gone; and at most so many are looked at in one go.
inline constexpr std::int64_t kLookAgainMs = std::int64_t{30} * 24 * 60 * 60 * 1000;
inline std::size_t looked_at(const ForgetGuests& forget) {
  return std::max<std::size_t>(forget.most, 1000);
}

// Databases count in signed numbers.
inline std::int64_t as_signed(std::size_t number) {
  return static_cast<std::int64_t>(
      std::min(number, static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max())));
}

// What both kinds of store say alike.
inline StoreResult conflict(std::string text) {
  return {.status = StoreStatus::conflict, .text = std::move(text)};
}
inline StoreResult no_table(const std::string& id) {
  return conflict("There is no table '" + id + "'.");
}
inline StoreResult no_guest(const std::string& id) {
  return conflict("There is no guest '" + id + "'.");
}
inline StoreResult table_exists(const std::string& id) {
  return conflict("There is a table '" + id + "' already.");
}
inline StoreResult token_taken(const std::string& guest) {
  return conflict("Another guest than '" + guest + "' has this token.");
}
inline StoreResult other_version(const std::string& table, std::int64_t has, std::int64_t given) {
  return conflict("Table '" + table + "' has version " + std::to_string(has) + ", not " +
                  std::to_string(given) + ".");
}
inline StoreResult other_count(const std::string& table, std::int64_t has, std::size_t given) {
  return conflict("Table '" + table + "' has " + std::to_string(has) + " actions, not " +
                  std::to_string(given) + ".");
}
inline StoreResult other_driver(const std::string& table, const std::string& node) {
  return conflict("Table '" + table + "' is not driven by '" + node + "'.");
}
inline StoreResult from_the_future(const std::string& table, std::int64_t ahead_ms) {
  return conflict("A change of table '" + table + "' lies " + std::to_string(ahead_ms) +
                  " ms in the future.");
}
StoreResult full(Limit limit);

// Whether the rows follow an action with this number, -1 for none, and each the one before.
StoreResult check_sequence(const std::string& table, const std::vector<ActionRow>& rows,
                           std::int64_t last);

}  // namespace bastide::server
