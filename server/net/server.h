// The network: HTTP, WebSocket and the threads on which the hub runs. Boost stays behind this
// header.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/async/loop.h"
#include "server/hub/hub.h"
#include "server/net/log.h"
#include "server/net/web_root.h"

namespace bastide::server {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;         // 0: one that is free
  std::vector<std::string> origins;  // besides our own; like "https://example.org"
  bool trust_proxy = false;          // X-Forwarded-For says who the client is
  bool secure_cookies = false;
  std::size_t max_per_address = 200;
  std::size_t max_connections = 0;  // 0: as many as the limit of open files leaves room for
  LogFormat log = LogFormat::text;

  // Of one client. docs/wire.md, section 10.2.
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 4 * 1024;
  std::size_t message_bytes = 64 * 1024;  // from 16 KB on the hub refuses; here it ends
  std::size_t unread_bytes = 1024 * 1024;
  std::size_t unread_in_all = 64 * 1024 * 1024;   // of all clients together
  std::chrono::milliseconds unread_time{20'000};  // for a client to take one message
  int send_buffer = 256 * 1024;  // of the system, for what is not counted as unread
  std::chrono::milliseconds request_time{30'000};  // from one answer to the end of the next request
  std::chrono::milliseconds answer_time{60'000};   // to take an answer
  std::chrono::milliseconds silence{40'000};       // of a WebSocket, before it is closed
  std::chrono::milliseconds ping{4'000};           // a person who has said nothing for so long
  std::chrono::milliseconds quiet{8'000};          // then the others are shown that they are away
  std::chrono::milliseconds stop_time{4'000};      // for everything after the first signal
};

class Server {
 public:
  // At least one thread; each runs a loop of its own for tables and connections.
  explicit Server(int threads = 1);
  ~Server();

  // For the hub. They run when the server does.
  std::vector<Loop*> loops() const;

  // Their clock goes so much ahead; by the first loop's thread.
  void set_clock(std::int64_t ms, bool first);

  // Takes the port, before anything else is touched: connections wait until there is somebody to
  // serve them. The answer is one sentence if that fails.
  std::optional<std::string> bind(const ServerOptions& options);
  std::uint16_t port() const;  // that was taken
  // From the run on. Both must outlive it.
  void serve(Hub& hub, const WebRoot& web);

  // Serves until SIGINT or SIGTERM (a second one ends the process at once) or stop(). Gives whether
  // everything was stored in time. The caller's thread is that of the first loop.
  bool run();
  // From any thread.
  void stop();
  // After the run, and after all who post to the loops have been told to end: drops what the loops
  // have still to do, while the hub is there. What is posted later is dropped, too.
  void end();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bastide::server
