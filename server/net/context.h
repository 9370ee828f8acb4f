// What the connections of a server share: some of it all of them, some those of one loop.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <utility>

#include "server/hub/counters.h"
#include "server/net/addresses.h"
#include "server/net/log.h"
#include "server/net/router.h"
#include "server/net/server.h"

namespace bastide::server {

// Of one loop; read from any.
struct NetCounters {
  Count accepted;
  Count turned_away;  // too many from one address, or in all
  Count accept_errors;
  std::array<Count, 6> answers;  // by the first digit of the status
  Count messages_in;
  Count messages_out;
  Count bytes_out;   // of messages, before compression
  Count slow_cut;    // clients that did not read
  Count broke_form;  // closed for binary, oversized or malformed frames
};

// One more, as long as it lives.
class Counted {
 public:
  Counted() = default;
  explicit Counted(std::atomic<std::size_t>& count) : count_(&count) { ++count; }
  Counted(Counted&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
  Counted& operator=(Counted&& other) noexcept {
    std::swap(count_, other.count_);
    return *this;
  }
  ~Counted() {
    if (count_) --*count_;
  }

 private:
  std::atomic<std::size_t>* count_ = nullptr;
};

// An open connection, for the time when the server stops.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void shut() = 0;  // come to an end soon
  virtual void cut() = 0;   // end without another word
  // What it has not taken yet, and for how long it has taken nothing.
  virtual std::size_t unread() const { return 0; }
  virtual std::chrono::milliseconds waits() const { return {}; }
};

struct Common;

// Of one loop. Used on its thread, but for the atomic ones.
struct Context {
  Context(Common& shared, Loop& its_loop) : common(shared), loop(its_loop) {}

  Common& common;
  Loop& loop;
  NetCounters counters;
  std::set<Peer*> peers;
  std::atomic<std::size_t> most_unread{0};  // by one of them, when it was last looked at

  // Over a copy: one that ends takes itself out of the set.
  template <class Use>
  void for_each_peer(Use use) {
    const auto open = peers;
    for (Peer* peer : open)
      if (peers.contains(peer)) use(*peer);
  }
};

// Of all loops. From any thread.
struct Common {
  Common(const ServerOptions& given, Hub& the_hub, const WebRoot& web)
      : options(given),
        hub(the_hub),
        addresses(options.max_per_address),
        router(options, hub, web, addresses, stopping, [this] { return figures(); }),
        log(options.log) {}

  const ServerOptions options;
  Hub& hub;
  Addresses addresses;
  const Router router;
  const Log log;
  std::deque<Context> contexts;  // one for each loop, from the start on
  std::atomic<std::size_t> open{0};
  std::atomic<std::size_t> websockets{0};
  std::atomic<std::size_t> unread{0};  // bytes that wait for all of them
  std::atomic<bool> stopping{false};

  std::string figures() const;  // as Prometheus reads them
};

}  // namespace bastide::server
