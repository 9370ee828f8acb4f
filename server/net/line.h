// The hub's end of a WebSocket: takes messages from any thread and hands them to the session on its
// loop, in their order and as many at once as have come.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/loop.h"
#include "server/hub/connection.h"

namespace bastide::server {

// Who writes them. Used on the loop.
class LineEnd {
 public:
  virtual ~LineEnd() = default;
  // `goodbye`: why the connection is to be closed after them, if it is.
  virtual void deliver(const std::vector<Text>& texts,
                       const std::optional<std::string>& goodbye) = 0;
};

class Line final : public Connection, public std::enable_shared_from_this<Line> {
 public:
  Line(Loop& loop, std::weak_ptr<LineEnd> end) : loop_(loop), end_(std::move(end)) {}

  void send(Text text) override;
  void close(std::string_view reason) override;
  // The connection is no more: what comes now is dropped.
  void cut();

 private:
  void deliver();
  void post_once(std::unique_lock<std::mutex> lock);

  Loop& loop_;
  // Locked on the loop alone, so that its thread is the one that destroys a session.
  const std::weak_ptr<LineEnd> end_;
  std::vector<Text> taken_;  // of the loop; kept for its room

  std::mutex mutex_;  // over all that follows
  std::vector<Text> texts_;
  std::optional<std::string> goodbye_;
  bool posted_ = false;
  bool closed_ = false;
};

}  // namespace bastide::server
