// What the hub needs from whoever runs it. The network runs it on Asio, tests by hand.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bastide::server {

// One thread on which everything of the hub happens.
class Loop {
 public:
  virtual ~Loop() = default;
  // From any thread: run this on the loop's thread, in the order of posting.
  virtual void post(std::function<void()> task) = 0;
  // On the loop's thread: run this later, once.
  virtual void after(std::chrono::milliseconds delay, std::function<void()> task) = 0;
  // Milliseconds since 1970.
  virtual std::int64_t now_ms() const = 0;
};

// One client that listens. Messages are shared: a table of a hundred spectators writes them once.
class Connection {
 public:
  virtual ~Connection() = default;
  // Queues a message. A client that does not read is closed by the network, never waited for.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  virtual void close(std::string_view reason) = 0;
};

}  // namespace bastide::server
