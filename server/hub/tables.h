// The tables of a node: which loop each lives on, and those that are in memory. A table is read
// when somebody asks for it or something is due there, and leaves the memory when nobody needs it.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/store/peers.h"
#include "server/table/table.h"

namespace bastide::server {

struct Site;
class TableActor;

// What is asked of a table: run on its loop, one after another; the next one waits for the end of
// the task.
using TableJob = std::function<Task<void>(TableActor&)>;

// As the store has it.
struct StoredTable {
  LoadedTable loaded;
  std::int64_t version = 0;
  std::int64_t moved_ms = 0;
  std::int64_t due_ms = kNever;
  Stage stage = Stage::waiting;
};

// Tables in memory, by status. From any thread; a table that outlives its hub still counts.
class TableCounts {
 public:
  void add(Status status, int change) { counts_[static_cast<std::size_t>(status)] += change; }
  std::uint64_t of(Status status) const {
    return static_cast<std::uint64_t>(counts_[static_cast<std::size_t>(status)].load());
  }

 private:
  std::array<std::atomic<std::int64_t>, 3> counts_{};
};

class Tables {
 public:
  explicit Tables(Site& site);
  ~Tables();

  Loop& loop_of(std::string_view id) const;

  // From any thread: after everything that the table was asked before. It is read if it is not in
  // memory; if that fails, `otherwise` is called on the table's loop.
  void ask(std::string id, TableJob job, std::function<void(const Denial&)> otherwise);
  // So too, but only if it is in memory, or being read.
  void tell(std::string id, TableJob job);
  // At once, on the table's loop: the table, or null if it is not in memory.
  void look(std::string id, std::function<void(const TableActor*)> then);

  // A table that was made here, and what it does first, which is to store itself.
  void found(std::shared_ptr<TableActor> made, TableJob first);
  // On its loop: it is not a table after all.
  void forget(const std::string& id);

  // Reads a table without keeping it. Goes on on `loop`.
  Task<std::variant<StoredTable, Denial>> fetch(Loop& loop, std::string id);

  // Looks for what is due, for what nobody needs in memory any longer, for what has expired, and
  // for what other nodes have changed; now and from now on.
  void open();

  // From any thread: what other nodes have done.
  void hear(PeerNews news);
  // A node has died, and nobody is there any longer.
  void look_who_is_there();
  // What this node drives goes on: it could not be sure of its lease for a moment.
  void drive_on();

  const std::shared_ptr<TableCounts>& counts() const { return counts_; }

 private:
  struct Shard;
  Shard& shard_of(std::string_view id) const;
  static Task<void> read_in(Tables& tables, Shard& shard, std::string id);
  Task<void> unload(Shard& shard);
  void want_all(Shard& shard, bool presence, bool versions);
  void begin_to_catch_up(Shard& shard);
  Task<void> catch_up(Shard& shard);
  Task<bool> read_news(Shard& shard);
  Task<bool> read_presence(Shard& shard);
  Task<void> sweep(Shard& shard);
  Task<void> wake_due();
  Task<void> expire();
  Task<void> drop(StaleTable stale);
  void every(std::chrono::milliseconds pause, Task<void> (Tables::*round)());
  void every(Shard& shard, std::chrono::milliseconds pause, Task<void> (Tables::*round)(Shard&));

  Site& site_;
  std::vector<std::unique_ptr<Shard>> shards_;  // one for each loop
  std::shared_ptr<TableCounts> counts_ = std::make_shared<TableCounts>();
  DueTable looked_until_;   // what is due is looked for page by page
  StaleTable stale_until_;  // and so is what has expired
};

}  // namespace bastide::server
