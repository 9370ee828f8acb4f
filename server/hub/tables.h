// The tables of a node: which loop each lives on, and those that are in memory. A table is read
// when somebody asks for it or something is due there, and leaves the memory when nobody needs it.
#pragma once

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
  Stage stage = Stage::waiting;
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

  // A table that was made here: stores it and tells whoever asked.
  void found(std::shared_ptr<TableActor> made, TableJob first);

  // Reads a table without keeping it. Goes on on `loop`.
  Task<std::variant<StoredTable, Denial>> fetch(Loop& loop, std::string id);

  // Looks for what is due, for what nobody needs in memory any longer, and for what has expired;
  // now and from now on.
  void open();
  // One round of each, for tests: `done` on the home loop.
  void sweep();

  // In memory, by status; from any thread, at some moment.
  std::array<std::uint64_t, 3> by_status() const;
  // Every table in memory, on its loop.
  void for_each(const std::function<void(TableActor&)>& use);

 private:
  struct Shard;
  Shard& shard_of(std::string_view id) const;
  Site& site_;
  std::vector<std::unique_ptr<Shard>> shards_;  // one for each loop
};

}  // namespace bastide::server
