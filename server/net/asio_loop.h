// A loop on Asio: one thread, its sockets and its timers.
#pragma once

#include <boost/asio/io_context.hpp>

#include <memory>
#include <mutex>

#include "server/async/loop.h"
#include "server/net/run_clock.h"

namespace bastide::server {

class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(const RunClock& clock) : clock_(clock) {}

  void post(std::function<void()> task) override;
  void after(std::chrono::milliseconds delay, std::function<void()> task) override;
  std::int64_t now_ms() const override { return clock_.now_ms(); }
  bool is_here() const override;

  // Until it is stopped. The thread that calls this is the loop's.
  void run();
  void stop() { io_->stop(); }  // from any thread
  boost::asio::io_context& io() { return *io_; }

  // After the run, when everything has been cut: what waited for that comes to its end. A Beast
  // stream keeps handlers that wait for each other, and they keep the stream.
  void finish();
  // After the run: drops what is left to do, with all that waits for it, and from now on
  // everything. No socket or timer of this loop may be used any more.
  void drop();

 private:
  template <class Use>
  void with_io(Use use);

  const RunClock& clock_;
  std::mutex mutex_;  // over whether `io_` is there; the loop's own thread knows that it is
  // One thread runs it, any may post.
  std::unique_ptr<boost::asio::io_context> io_ = std::make_unique<boost::asio::io_context>(1);
};

}  // namespace bastide::server
