// A table in memory: an actor with a queue of its own. It lives on one loop, and does one thing
// after another: a job that waits for the disk is waited for. So a handler reads from top to
// bottom, and nothing changes the table while it waits, but who looks on.
//
// What it does is in its parts, one job each; they know each other through it.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/async/task.h"
#include "server/hub/absences.h"
#include "server/hub/audience.h"
#include "server/hub/driving.h"
#include "server/hub/elsewhere.h"
#include "server/hub/limits.h"
#include "server/hub/playing.h"
#include "server/hub/program_seats.h"
#include "server/hub/rematches.h"
#include "server/hub/seating.h"
#include "server/hub/site.h"
#include "server/hub/speaking.h"
#include "server/hub/taking_back.h"
#include "server/hub/tables.h"
#include "server/table/table.h"

namespace bastide::server {

// What is stored of a table at once.
struct TableWrite {
  std::vector<ActionRow> rows = {};
  std::optional<TableMeta> meta = {};  // that it has from then on
  std::int64_t due_ms = kNever;
  std::optional<Stage> stage = {};  // where the meta does not say it
  bool moves = true;                // false: nobody did anything
  bool driven = false;              // only the node that drives the table may do this
};

class TableActor : public std::enable_shared_from_this<TableActor> {
 public:
  TableActor(Site& site, Loop& loop, StoredTable stored);
  ~TableActor();

  // On its loop: does this after what it was asked before.
  void ask(TableJob job);
  void later(std::chrono::milliseconds delay, TableJob job);

  // Jobs
  Task<void> wake();  // it was read: what happens by itself goes on
  Task<void> hear(Asker asker, ClientMessage message, std::shared_ptr<Watch> watch);
  Task<void> leave(ConnectionId connection);
  Task<void> silent(ConnectionId connection, std::int64_t since_ms);
  Task<void> heard(ConnectionId connection);
  // It has expired: closes it or ends its game, unless somebody is here.
  Task<void> expire(StaleTable stale);
  // Other nodes have changed it, or dropped it; and who is there.
  Task<void> follow(TableNews news);
  Task<void> vanish();
  Task<void> see_elsewhere(std::vector<PresenceRow> rows);
  // This node drives it from now on: the time before counts for nobody, where a clock is not one of
  // days.
  Task<void> resume();

  // Nobody looks, nothing waits, and nothing happens by itself: the store is enough.
  bool may_leave() const;
  std::int64_t idle_ms() const { return idle_ms_; }  // since when nobody looks
  bool is_forgotten() const { return forgotten_; }
  std::string view() const;  // that everybody sees
  // Never before its last change, whichever node's clock that was.
  std::int64_t now() const { return std::max(loop.now_ms(), moved_ms); }
  bool is_playing() const { return table.meta.status == Status::playing; }
  Seat asked() const;          // the seat that is to answer, or kNobody
  Answer not_playing() const;  // why nothing can be played here now

  // --- for its parts ---

  // Stores a change and takes over its meta. False: nothing is changed here, and before the next
  // change the store is asked what it has.
  Task<bool> write(TableWrite write);
  // What is said at the table and moves nothing.
  Task<bool> write_aside(TableMeta meta);
  // After a write that failed, or another process's: what does the store say? Those who watch are
  // told if it says more. False: it cannot be read.
  Task<bool> settle();
  void doubt() { suspect_ = true; }  // another process may have changed it: `settle` looks
  std::int64_t due(const TableMeta& meta) const;  // in the present position
  void announce() const;                          // to other nodes, who is here
  void note_status();                             // for the metrics
  void touch() { idle_ms_ = now(); }

  Site& site;
  Loop& loop;
  Table table;
  std::int64_t version = 0;
  std::int64_t moved_ms = 0;
  std::int64_t stored_due_ms = kNever;
  std::uint64_t epoch = 1;  // of the position: late bots and timers look at it
  Audience audience;
  Elsewhere elsewhere;

  Driving driving{*this};
  Speaking speaking{*this};
  Seating seating{*this};
  Playing playing{*this};
  TakingBack taking_back{*this};
  Absences absences{*this};
  ProgramSeats programs{*this};
  Rematches rematches{*this};

 private:
  static Task<void> run(std::shared_ptr<TableActor> self);
  Task<Answer> handle(const Asker& asker, const ClientMessage& message,
                      const std::shared_ptr<Watch>& watch);
  bool knows_more(const ClientMessage& message) const;
  Answer join(const Asker& asker, const std::shared_ptr<Watch>& watch);
  Answer features(const Asker& asker);
  Task<bool> adopt(TableNews news);
  Task<bool> read_anew();
  void replace(StoredTable stored);
  void take_row(const TableRow& row);
  void tell_followed(const TableMeta& before, const std::optional<GameState>& state,
                     std::int64_t first, bool undone);
  Company company() const;  // who is here
  Task<void> close_unvisited();

  std::deque<TableJob> jobs_;
  bool running_ = false;
  bool suspect_ = false;     // only the store knows what became of a write
  bool conflicted_ = false;  // somebody else was first
  bool undone_ = false;      // and has taken something back
  bool forgotten_ = false;   // it is not in the store any longer
  std::int64_t idle_ms_ = 0;
  const std::shared_ptr<TableCounts> counts_;
  std::optional<Status> counted_;  // as what
};

}  // namespace bastide::server
