// What all tables and visitors of a node share. Each part may be used from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/loop.h"
#include "server/async/task.h"
#include "server/hub/bot_pool.h"
#include "server/hub/counters.h"
#include "server/hub/denial.h"
#include "server/hub/guests.h"
#include "server/hub/hub.h"
#include "server/hub/lobby.h"
#include "server/hub/nodes.h"
#include "server/hub/own_games.h"
#include "server/hub/presences.h"
#include "server/hub/tables.h"
#include "server/hub/visitors.h"

namespace bastide::server {

// Writes under way, so that a server that stops knows when all is stored.
class UnderWay {
 public:
  void begin() { ++count_; }
  void end() {
    if (--count_ == 0) check();
  }
  // Calls this once, as soon as nothing is under way.
  void when_none(std::function<void()> done);
  bool last_failed() const { return last_failed_; }
  void note(const StoreResult& result) { last_failed_ = result.status == StoreStatus::io_error; }

 private:
  void check();
  std::atomic<std::int64_t> count_{0};
  std::atomic<bool> last_failed_{false};
  std::mutex mutex_;
  std::function<void()> done_;
};

struct Site {
  Site(const HubOptions& options, Store& store, std::vector<Loop*> loops);

  const HubOptions options;
  Store& store;
  const std::vector<Loop*> loops;
  Counters counters;
  std::atomic<bool> stopping{false};
  UnderWay writes;
  Presences presences;
  Guests guests;
  Visitors visitors;
  Lobby lobby;
  OwnGames own_games;
  Tables tables;
  BotPool bots;
  Nodes nodes;

  Loop& home() const { return *loops.front(); }  // of what crosses tables
  std::int64_t now_ms() const { return home().now_ms(); }

  // The address as the store counts it: a hash that only this store can make.
  std::string counted(std::string_view address) const;
};

// Waits for a write: `begin(done)` queues it. Counted as under way until the coroutine has gone on
// as far as it can: one that writes again is never seen between two writes.
//   const StoreResult result = co_await stored(site, loop, [&](StoreDone done) {…});
template <class Begin>
Task<StoreResult> stored(Site& site, Loop& loop, Begin begin) {
  site.writes.begin();
  StoreResult result = co_await done_on<StoreResult>(loop, std::move(begin));
  site.writes.note(result);
  loop.post([&site] { site.writes.end(); });
  co_return result;
}

// {"type":"refused",…} to whoever asked, and counted.
void refuse(Site& site, const Asker& asker, const Denial& denial, std::string_view table = {});
// To one client.
inline void send(const Asker& asker, Text text) {
  if (asker.line) asker.line->send(std::move(text));
}

}  // namespace bastide::server
