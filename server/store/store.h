// Durable storage of guests, tables and their actions. Whatever has been acknowledged survives the
// loss of the process and of the machine. Texts are opaque to the store.
//
// Writes are queued and return at once. `done` is called exactly once for each, from a thread of
// the store, in the order of the queue; so it only posts to its owner's loop, and never waits,
// throws, or calls flush or close. Writes take effect in the order in which they were queued.
// Reads wait for the disk and see what has been acknowledged; they may be made from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bastide::server {

using Bytes32 = std::array<unsigned char, 32>;

struct GuestRow {
  std::string id;
  Bytes32 token_hash{};  // never the token itself
  std::string name;
  std::int64_t created_ms = 0;
  bool bot = false;  // a program's account, for good
  friend bool operator==(const GuestRow&, const GuestRow&) = default;
};

struct TableRow {
  std::string id;
  std::int64_t created_ms = 0;
  std::string config;  // JSON, fixed at creation
  std::string meta;    // JSON: seats, status, host; replaced as a whole
  bool live = true;    // not over
  Bytes32 seed{};
  int hash_scheme = 0;  // how the hashes of its actions are made; 0: before this was noted
  friend bool operator==(const TableRow&, const TableRow&) = default;
};

struct ActionRow {
  std::int64_t seq = 0;  // the action's index in the game, from 0
  std::string action;    // one line of JSON
  std::uint64_t hash = 0;
  std::int64_t at_ms = 0;
  friend bool operator==(const ActionRow&, const ActionRow&) = default;
};

// By whom a table is found: guests who have a seat there, from this time on.
struct Holders {
  std::vector<std::string> guests;
  std::int64_t since_ms = 0;
};

// What changes in a table's row together with its actions.
struct TableUpdate {
  std::string meta;
  bool live = true;
  std::optional<Holders> holders = {};  // none: whoever finds it still does
};

// A table that a guest has a seat at.
struct GuestTable {
  std::string id;
  std::int64_t moved_ms = 0;  // of its last action, or of the last change of its holders
  friend bool operator==(const GuestTable&, const GuestTable&) = default;
};

enum class StoreStatus : std::uint8_t {
  ok,        // written and on the disk
  conflict,  // somebody else was first, or it does not follow; nothing of it was written
  io_error   // not acknowledged: what was written of it may be known only after a restart
};

struct StoreResult {
  StoreStatus status = StoreStatus::ok;
  std::string text;  // what is wrong, one sentence; empty when ok
  bool ok() const { return status == StoreStatus::ok; }
};
using StoreDone = std::function<void(const StoreResult&)>;

struct StoreError {
  std::string text;  // one sentence
};
template <class T>
using Stored = std::variant<T, StoreError>;

// Figures for the metrics page, since the store was opened.
struct StoreStats {
  std::uint64_t writes = 0;     // acknowledged
  std::uint64_t commits = 0;    // transactions that they took
  std::uint64_t conflicts = 0;  // writes refused
  std::uint64_t errors = 0;     // writes that failed with io_error
  std::uint64_t queued = 0;     // writes that wait now
};

class Store {
 public:
  virtual ~Store() = default;  // closes
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Writes

  // Inserts, or replaces name and token of the guest with this id; whether it is a bot stays.
  // Another guest with the same token: conflict.
  virtual void put_guest(GuestRow row, StoreDone done) = 0;
  // Inserts, or replaces config, meta and live of the table with this id; seed, created_ms and
  // hash_scheme stay what they were.
  virtual void put_table(TableRow row, Holders holders, StoreDone done) = 0;
  // All or nothing. The first row must follow the table's last one directly (0 if there is none),
  // and each row the one before it; else, or without such a table, conflict. No rows and an update
  // changes the table alone.
  virtual void append(std::string table, std::vector<ActionRow> rows,
                      std::optional<TableUpdate> update, StoreDone done) = 0;

  // Replaces the hashes of all actions of a table, in their order, and says how they are made now.
  // Another number of hashes than the table has actions, or no such table: conflict.
  virtual void put_hashes(std::string table, int hash_scheme, std::vector<std::uint64_t> hashes,
                          StoreDone done) = 0;

  // Reads

  virtual Stored<std::optional<GuestRow>> find_guest(std::string_view id) = 0;
  virtual Stored<std::optional<GuestRow>> find_guest_by_token_hash(const Bytes32& hash) = 0;
  virtual Stored<std::optional<TableRow>> find_table(std::string_view id) = 0;
  virtual Stored<std::vector<TableRow>> live_tables() = 0;  // by created_ms, then id
  // Of one guest, at most so many, those that moved last first; `since_ms`: no older ones.
  virtual Stored<std::vector<GuestTable>> live_tables_of(std::string_view guest,
                                                         std::size_t most) = 0;
  virtual Stored<std::vector<GuestTable>> ended_tables_of(std::string_view guest,
                                                          std::int64_t since_ms,
                                                          std::size_t most) = 0;
  virtual Stored<std::vector<ActionRow>> actions(std::string_view table) = 0;  // by seq

  // Stopping

  // Waits until everything that was queued before has been written and its `done` has returned.
  virtual void flush() = 0;
  // Writes all that is queued and stops. Later writes are refused with io_error, by a `done` from
  // the calling thread; later reads fail. Closing twice does nothing.
  virtual void close() = 0;

  virtual StoreStats stats() const = 0;

 protected:
  Store() = default;
};

// Opens what --store names: "sqlite:FILE", made if it is not there, or "sqlite::memory:", which
// forgets everything.
Stored<std::unique_ptr<Store>> open_store(std::string_view where);

}  // namespace bastide::server
