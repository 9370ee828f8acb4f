// Durable storage of guests, tables and their actions. Whatever has been acknowledged survives the
// loss of the process and of the machine. Texts are opaque to the store.
//
// Nothing here waits: writes and reads are queued and return at once. `done` is called exactly once
// for each, from a thread of the store; so it only posts to its owner's loop, and never waits,
// throws, or calls flush or close. Writes take effect in the order in which they were queued, and
// are called back in it. A read sees everything that was acknowledged before it was asked for.
//
// A table has one version, which every change raises by one: rows, seats, a resignation, the end.
// Whoever changes it says which version it has seen, and gets a conflict if that is not the one the
// store has. So two processes on one store cannot lose each other's changes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bastide::server {

class Peers;  // peers.h

using Bytes32 = std::array<unsigned char, 32>;

struct GuestRow {
  std::string id;
  Bytes32 token_hash{};  // never the token itself
  std::string name;
  std::int64_t created_ms = 0;
  bool bot = false;          // a program's account, for good
  std::int64_t seen_ms = 0;  // when it was last here, to about a day
  std::string address;       // for whom it is counted, for a day; opaque, may be empty
  friend bool operator==(const GuestRow&, const GuestRow&) = default;
};

enum class Stage : std::uint8_t {
  waiting,
  playing,
  over,      // with a result: kept for ever
  abandoned  // without one: nobody came, or nobody went on
};
inline bool is_live(Stage stage) { return stage == Stage::waiting || stage == Stage::playing; }

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

struct TableRow {
  std::string id;
  std::int64_t created_ms = 0;
  std::string config;  // JSON, fixed at creation
  std::string meta;    // JSON: seats, status, host; replaced as a whole
  Stage stage = Stage::waiting;
  Bytes32 seed{};
  int hash_scheme = 0;           // how the hashes of its actions are made; 0: before this was noted
  std::int64_t version = 0;      // of a new table 0
  std::int64_t moved_ms = 0;     // when it last changed
  std::int64_t due_ms = kNever;  // when something is to happen there by itself
  bool live() const { return is_live(stage); }
  friend bool operator==(const TableRow&, const TableRow&) = default;
};

struct ActionRow {
  std::int64_t seq = 0;  // the action's index in the log, from 0
  std::string action;    // one line of JSON
  std::uint64_t hash = 0;
  std::int64_t at_ms = 0;
  friend bool operator==(const ActionRow&, const ActionRow&) = default;
};

// By what a new table is found and counted, besides its row.
struct TableOwner {
  std::string host;     // the guest who opened it
  std::string address;  // for whom it is counted while it is live; opaque, may be empty
  bool listed = false;
  bool bots_alone = false;  // nobody but bots plays there
};

// How many live tables there may be; one that would be too many is refused as full.
struct TableLimits {
  std::size_t in_all = std::numeric_limits<std::int64_t>::max();
  std::size_t by_host = std::numeric_limits<std::int64_t>::max();
  std::size_t by_address = std::numeric_limits<std::int64_t>::max();
  std::size_t bots_alone_by_host = std::numeric_limits<std::int64_t>::max();
  std::size_t bots_alone_by_address = std::numeric_limits<std::int64_t>::max();
};
enum class Limit : std::uint8_t {
  none,
  in_all,
  by_host,
  by_address,
  bots_alone_by_host,
  bots_alone_by_address,
  guests_by_address
};

struct NewTable {
  TableRow row;
  std::vector<std::string> holders;  // guests who have a seat there
  TableOwner owner;
  TableLimits limits;
  std::string driver = {};  // the node that drives it (peers.h); a store of one process has none
};

// What changes in a table's row together with its actions.
struct TableUpdate {
  std::string meta;
  Stage stage = Stage::waiting;
  std::optional<std::vector<std::string>> holders = {};  // none: whoever finds it still does
};

// All or nothing.
struct TableChange {
  std::string table;
  std::int64_t version = 0;     // that the table must have
  std::vector<ActionRow> rows;  // the first one follows the table's last one, each the one before
  std::optional<TableUpdate> update;
  std::int64_t now_ms = 0;       // its moved_ms from now on
  std::int64_t due_ms = kNever;  // so too
  // When this happened, by the clock of whoever sends it. A store with a clock of its own refuses
  // what comes from the future, as a conflict: so nobody's time is up before it is.
  std::int64_t at_ms = 0;
  // Empty, or the node that must drive the table (peers.h): else it is a conflict.
  std::string driver = {};
};

// A table that a guest has a seat at.
struct GuestTable {
  std::string id;
  std::int64_t moved_ms = 0;
  std::int64_t version = 0;
  friend bool operator==(const GuestTable&, const GuestTable&) = default;
};

// A table and its log, as they were at one moment.
struct TableLog {
  TableRow row;
  std::vector<ActionRow> actions;  // by seq
};

struct TableVersion {
  std::string id;
  std::int64_t version = 0;
  friend bool operator==(const TableVersion&, const TableVersion&) = default;
};

// What somebody knows of a table, and what is new there.
struct KnownTable {
  std::string id;
  std::int64_t version = 0;
  std::int64_t next = 0;  // the number of its next action
};
struct TableNews {
  TableRow row;                    // as it is now, with another version
  std::vector<ActionRow> actions;  // from `next` on
};

// A table with everything that the store has of it, but for the address that it is counted for: to
// be taken to another store.
struct Holder {
  std::string guest;
  std::optional<std::int64_t> ended_ms;  // when the game ended, if it has
  friend bool operator==(const Holder&, const Holder&) = default;
};
struct TableCopy {
  TableRow row;
  TableOwner owner;
  std::vector<Holder> holders;     // by guest
  std::vector<ActionRow> actions;  // by seq
};

// Where something is due. Ordered by due_ms, then id.
struct DueTable {
  std::int64_t due_ms = std::numeric_limits<std::int64_t>::min();
  std::string id;
  friend auto operator<=>(const DueTable&, const DueTable&) = default;
};

// A table that nobody has changed for long. Ordered by stage, then moved_ms, then id.
struct StaleTable {
  std::string id;
  std::int64_t version = 0;
  Stage stage = Stage::waiting;
  std::int64_t moved_ms = std::numeric_limits<std::int64_t>::min();
  friend bool operator==(const StaleTable&, const StaleTable&) = default;
};
// Until when a table must have changed last to be stale, by its stage. Those that are over never
// are.
struct StaleBefore {
  std::int64_t waiting_ms = std::numeric_limits<std::int64_t>::min();
  std::int64_t playing_ms = std::numeric_limits<std::int64_t>::min();
  std::int64_t abandoned_ms = std::numeric_limits<std::int64_t>::min();
};

// Guests who may be forgotten: last seen before this, and without a seat at any table.
struct GuestsBefore {
  std::int64_t seen_ms = 0;
  std::int64_t counted_ms = 0;  // whoever was made before this is counted for no address any more
};

enum class StoreStatus : std::uint8_t {
  ok,        // written and on the disk
  conflict,  // somebody else was first, or it does not follow; nothing of it was written
  full,      // a limit is reached; nothing of it was written
  io_error   // not acknowledged: what was written of it may be known only after a restart
};

struct StoreResult {
  StoreStatus status = StoreStatus::ok;
  std::string text = {};      // what is wrong, one sentence; empty when ok
  Limit limit = Limit::none;  // that is reached
  std::int64_t count = 0;     // of rows that were forgotten
  bool ok() const { return status == StoreStatus::ok; }
};
using StoreDone = std::function<void(StoreResult)>;

struct StoreError {
  std::string text;  // one sentence
};
template <class T>
using Stored = std::variant<T, StoreError>;
template <class T>
using ReadDone = std::function<void(Stored<T>)>;

// Figures for the metrics page, since the store was opened.
struct StoreStats {
  std::uint64_t writes = 0;     // acknowledged
  std::uint64_t commits = 0;    // transactions that they took
  std::uint64_t conflicts = 0;  // writes refused
  std::uint64_t full = 0;       // so too, for a limit
  std::uint64_t errors = 0;     // writes that failed with io_error
  std::uint64_t queued = 0;     // writes that wait now
  std::uint64_t reads = 0;      // answered
};

class Store {
 public:
  virtual ~Store() = default;  // closes
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // A secret of this store, made with it and never changed: what is counted by address is kept by
  // a hash that needs it.
  virtual Bytes32 salt() const = 0;

  // Writes

  // Inserts, or replaces name, token and seen_ms of the guest with this id; the rest stays. Another
  // guest with the same token: conflict. A new one, where so many of the same address are counted
  // already: full.
  virtual void put_guest(GuestRow row, std::size_t most_of_address, StoreDone done) = 0;
  // No such guest: conflict.
  virtual void see_guest(std::string id, std::int64_t now_ms, StoreDone done) = 0;
  // At most so many.
  virtual void forget_guests(GuestsBefore before, std::size_t most, StoreDone done) = 0;

  // Inserts. Another table with this id: conflict.
  virtual void put_table(NewTable table, StoreDone done) = 0;
  // Another version, rows that do not follow, or no such table: conflict.
  virtual void change(TableChange change, StoreDone done) = 0;
  // The table with its log, for ever. Another version, or no such table: conflict.
  virtual void drop_table(std::string table, std::int64_t version, StoreDone done) = 0;

  // Inserts a table of another store, as it was there. Another table with this id: conflict.
  virtual void put_copy(TableCopy copy, StoreDone done) = 0;

  // Replaces the hashes of all actions of a table, in their order, and says how they are made now;
  // the version stays. Another number of hashes than the table has actions, or no such table:
  // conflict.
  virtual void put_hashes(std::string table, int hash_scheme, std::vector<std::uint64_t> hashes,
                          StoreDone done) = 0;

  // Reads

  virtual void find_guest(std::string id, ReadDone<std::optional<GuestRow>> done) = 0;
  virtual void find_guest_by_token_hash(Bytes32 hash, ReadDone<std::optional<GuestRow>> done) = 0;
  virtual void find_table(std::string id, ReadDone<std::optional<TableRow>> done) = 0;
  virtual void find_log(std::string id, ReadDone<std::optional<TableLog>> done) = 0;
  // Of these tables, those that have another version, with what is new there. One that is not in
  // the store any longer is left out.
  virtual void find_news(std::vector<KnownTable> known, ReadDone<std::vector<TableNews>> done) = 0;
  // Of these tables, those that have another version, which is told; of one that is gone, -1.
  virtual void versions(std::vector<TableVersion> known,
                        ReadDone<std::vector<TableVersion>> done) = 0;
  // Listed tables that wait, at most so many, newest first.
  virtual void open_tables(std::size_t most, ReadDone<std::vector<TableRow>> done) = 0;
  // Of one guest, at most so many, those that moved last first; `since_ms`: no older ones.
  virtual void live_tables_of(std::string guest, std::size_t most,
                              ReadDone<std::vector<GuestTable>> done) = 0;
  virtual void ended_tables_of(std::string guest, std::int64_t since_ms, std::size_t most,
                               ReadDone<std::vector<GuestTable>> done) = 0;
  // Live tables where something is due until then, those after `after` in their order. With a node:
  // without those that another living node drives.
  virtual void due_tables(std::int64_t until_ms, DueTable after, std::size_t most, std::string node,
                          ReadDone<std::vector<DueTable>> done) = 0;
  // Those after `after` in their order: one that cannot be closed does not hold up the others.
  virtual void stale_tables(StaleBefore before, StaleTable after, std::size_t most,
                            ReadDone<std::vector<StaleTable>> done) = 0;
  // Ids of all tables, in their order, those after this one: for checks and copies.
  virtual void table_ids(std::string after, std::size_t most,
                         ReadDone<std::vector<std::string>> done) = 0;

  virtual void find_copy(std::string id, ReadDone<std::optional<TableCopy>> done) = 0;
  // Guests by id, those after this one: for copies.
  virtual void all_guests(std::string after, std::size_t most,
                          ReadDone<std::vector<GuestRow>> done) = 0;

  // Other processes on this store; null if there can be none.
  virtual Peers* peers() = 0;

  // Stopping

  // Waits until everything that was queued before has been done and its `done` has returned.
  virtual void flush() = 0;
  // Writes all that is queued and stops. Later writes are refused with io_error, and later reads
  // fail, by a `done` from the calling thread. Closing twice does nothing.
  virtual void close() = 0;

  virtual StoreStats stats() const = 0;

 protected:
  Store() = default;
};

// Opens what --store names: "sqlite:FILE", made if it is not there; "sqlite::memory:", which
// forgets everything; or "postgresql://…", as libpq takes it, which several processes may serve at
// once.
Stored<std::unique_ptr<Store>> open_store(std::string_view where);

}  // namespace bastide::server
