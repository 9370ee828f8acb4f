// The list of open tables, and those who look at it. What they are sent is written once.
//
// A table in memory says itself how it stands; others are shown as their rows have them. Where
// there are other nodes, the rows are read again and again as long as somebody looks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"

namespace bastide::server {

struct Site;

// From any thread.
class Lobby {
 public:
  explicit Lobby(Site& site) : site_(site) {}

  // Tables of the store that wait, when a server starts.
  Task<void> open();
  // A listed table that waits has this view now; or it is not there any more.
  void show(const std::string& table, std::int64_t created_ms, std::string view);
  void hide(const std::string& table);
  // It has left the memory: from now on its row counts.
  void left_memory(const std::string& table);

  // `tables` at once, and from now on after each change. The list is written anew at most every
  // 250 ms: who looks sooner sees the last one, and then the next.
  void listen(const Asker& asker);
  void leave(ConnectionId connection);

 private:
  using Key = std::pair<std::int64_t, std::string>;  // when it was made, and its id
  struct Known {
    std::int64_t created_ms = 0;
    bool said = false;          // by the table itself
    std::int64_t version = -1;  // of the row that was read, if it was
  };

  // Reads the store once, if nobody else does. False: it could not be read.
  Task<bool> read();
  void fill(const std::vector<TableRow>& rows);
  bool is_news(const TableRow& row) const;
  // As long as somebody looks.
  Task<void> keep_reading();
  void push();

  // With the mutex held
  bool put(const std::string& table, Known known, std::string view);
  bool remove(const std::string& table);
  bool remove_gone(const std::vector<TableRow>& rows);
  void changed();
  void write(std::int64_t now_ms);

  Site& site_;
  mutable std::mutex mutex_;                               // of all below
  std::map<Key, std::string, std::greater<>> views_;       // newest first
  std::unordered_map<std::string, Known> known_;           // by table
  std::unordered_map<std::string, std::int64_t> damaged_;  // versions of rows, so counted once each
  bool more_ = false;                                      // the store has some that are not here
  // Those that were shown or hidden while the store was read: what it says of them is old. None: it
  // is not being read.
  std::optional<std::set<std::string>> touched_;
  bool reading_ = false;  // again and again
  std::unordered_map<ConnectionId, std::shared_ptr<Connection>> watchers_;
  PiecePtr list_;  // as it was last written
  Text text_;      // so too, for all who watch
  std::int64_t written_ms_ = 0;
  bool stale_ = true;  // something has changed since
  bool due_ = false;   // it will be written and told
};

}  // namespace bastide::server
