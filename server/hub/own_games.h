// The games of one guest: where somebody left off, and how the last ones ended.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/hub/limits.h"
#include "server/hub/listeners.h"
#include "server/table/table.h"

namespace bastide::server {

struct Site;

// What a list of games says of a table at one version, for whichever guest.
struct GameSummary {
  std::int64_t version = 0;
  std::string decider;  // the guest who is asked, or empty
  std::string view;     // of a table where nobody is
  std::string members;  // `turn`, `scores`, `tiles`, and `result` where there is one
  std::size_t bytes() const { return sizeof *this + decider.size() + view.size() + members.size(); }
};
using SummaryPtr = std::shared_ptr<const GameSummary>;

// The newest one of each table, until all of them together are too long. From any thread.
class Summaries {
 public:
  SummaryPtr find(const std::string& table, std::int64_t version) const;
  void keep(const std::string& table, SummaryPtr summary);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, SummaryPtr> by_table_;
  std::size_t bytes_ = 0;
};

// Which live tables stood in the lists that were written last, so that a hint about a table finds
// the guests. Whoever uses this locks it.
class ListedTables {
 public:
  void keep(const std::string& guest, std::vector<GuestTable> tables);
  void forget(const std::string& guest);
  bool has(const std::string& guest, const std::vector<GuestTable>& tables) const;
  std::vector<std::string> guests_at(const std::vector<std::string>& tables) const;

 private:
  std::unordered_map<std::string, std::vector<GuestTable>> of_guest_;
  std::unordered_map<std::string, std::set<std::string>> guests_;  // by table
};

// From any thread. The list of a guest is written on one loop, game by game: a table in memory is
// asked on its own loop, another one is read, and does not come into memory by it.
class OwnGames {
 public:
  explicit OwnGames(Site& site) : site_(site) {}

  // `games` at once, and from now on after each change (at most every 250 ms).
  void listen(const Asker& asker);
  void leave(const std::string& guest, ConnectionId connection);
  // Something changed at a table of these guests. Costs nothing for those who do not listen.
  void changed(const std::vector<std::string>& guests);
  // Other nodes have changed these tables, and perhaps more.
  void tables_changed(const std::vector<std::string>& tables);

 private:
  Loop& loop_of(const std::string& guest) const;
  void begin(const std::string& guest);
  void ring_after(const std::string& guest, milliseconds rest);
  // Writes and tells until nobody asks for more.
  Task<void> serve(std::string guest);
  void tell(const Listeners::Round& round, const PiecePtr& games);
  void fail(const std::string& guest, const Listeners::Round& round);
  bool is_answered(const Asker& asker, bool granted);
  // A seat that was got at another node is in no list yet, and hints may be lost: as long as
  // somebody listens, their tables are looked at now and then.
  Task<void> keep_looking();
  Task<bool> look_for(Loop& loop, std::string guest);  // false: what was told is old

  // The member `games`. Nothing: the store cannot be read.
  Task<PiecePtr> games(Loop& loop, std::string guest);
  // Nothing: it is not there any more, or its record is damaged.
  Task<std::optional<std::string>> game(Loop& loop, GuestTable of, bool live, std::string guest);
  void look(const std::string& table, const std::string& guest,
            std::function<void(std::optional<std::string>)> done);
  Task<SummaryPtr> read(Loop& loop, GuestTable of, bool live);
  Task<SummaryPtr> read_ended(Loop& loop, GuestTable of);
  SummaryPtr keep(const std::string& table, std::int64_t version, const Table& of);

  Site& site_;
  Summaries summaries_;
  std::mutex mutex_;  // of all below
  Listeners listeners_{kPush.count()};
  ListedTables listed_;   // where there are other nodes
  bool looking_ = false;  // again and again
};

}  // namespace bastide::server
