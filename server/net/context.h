// What all connections of a server share. Used on the loop's thread alone.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "server/net/addresses.h"
#include "server/net/log.h"
#include "server/net/router.h"
#include "server/net/server.h"

namespace bastide::server {

struct NetCounters {
  std::uint64_t accepted = 0;
  std::uint64_t turned_away = 0;  // too many from one address, or in all
  std::uint64_t accept_errors = 0;
  std::array<std::uint64_t, 6> answers{};  // by the first digit of the status
  std::uint64_t websockets = 0;            // open now
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t bytes_out = 0;   // of messages, before compression
  std::uint64_t slow_cut = 0;    // clients that did not read
  std::uint64_t broke_form = 0;  // closed for binary, oversized or malformed frames
};

// As Prometheus reads them.
std::string counters_text(const NetCounters& counters, std::size_t open);

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

struct Context {
  Context(const ServerOptions& given, Hub& the_hub, const WebRoot& web, const Loop& loop)
      : options(given),
        hub(the_hub),
        addresses(options.max_per_address),
        router(options, hub, web, addresses, loop,
               [this] { return counters_text(counters, peers.size()); }),
        log(options.log) {}

  const ServerOptions options;
  Hub& hub;
  Addresses addresses;
  Router router;
  Log log;
  NetCounters counters;
  std::set<Peer*> peers;
  std::size_t unread = 0;  // bytes that wait for all of them
  bool stopping = false;
};

}  // namespace bastide::server
