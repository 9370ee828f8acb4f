// A client that listens, and a visitor whom it speaks to.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>

#include "server/hub/allowance.h"
#include "server/message/text.h"

namespace bastide::server {

// From any thread.
class Connection {
 public:
  virtual ~Connection() = default;
  // Queues a message. A client that does not read is closed by the network, never waited for.
  virtual void send(Text text) = 0;
  // After what is queued has been sent.
  virtual void close(std::string_view reason) = 0;
};

// What all connections of one address may ask for together. From any thread.
class Budget {
 public:
  Budget(double a_second, double at_once) : allowance_(a_second, at_once) {}
  bool take(std::int64_t now_ms, double cost) {
    const std::lock_guard lock(mutex_);
    return allowance_.take(now_ms, cost);
  }
  std::int64_t wait_ms(std::int64_t now_ms, double cost) const {
    const std::lock_guard lock(mutex_);
    return allowance_.wait_ms(now_ms, cost);
  }
  bool is_whole(std::int64_t now_ms) const {
    const std::lock_guard lock(mutex_);
    return allowance_.is_whole(now_ms);
  }

 private:
  mutable std::mutex mutex_;
  Allowance allowance_;
};

// The other end of a connection: somebody, or a program, at the server. Used on the loop that the
// hub was given for it; the network lets go of it when the connection has ended.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void receive(std::string_view text) = 0;
  // The network has heard nothing for so long, not even an answer to a ping; or something again.
  // Told when it changes.
  virtual void silent(std::chrono::milliseconds for_how_long) = 0;
  virtual void heard() = 0;
  // The connection has ended. Nothing else is told after it.
  virtual void gone() = 0;
};

}  // namespace bastide::server
