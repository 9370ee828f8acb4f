#include "server/net/asio_loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <utility>

namespace bastide::server {

namespace {

namespace asio = boost::asio;

thread_local const AsioLoop* loop_of_this_thread = nullptr;

}  // namespace

bool AsioLoop::is_here() const { return loop_of_this_thread == this; }

template <class Use>
void AsioLoop::with_io(Use use) {
  if (is_here()) return use(*io_);
  const std::lock_guard lock(mutex_);
  if (io_) use(*io_);
}

// A task that is not taken is destroyed when the caller has let go of the mutex: it may post, too.
void AsioLoop::post(std::function<void()> task) {
  with_io([&task](asio::io_context& io) { asio::post(io, std::move(task)); });
}

void AsioLoop::after(std::chrono::milliseconds delay, std::function<void()> task) {
  with_io([&](asio::io_context& io) {
    auto timer = std::make_unique<asio::steady_timer>(io, delay);
    asio::steady_timer& waiting = *timer;
    waiting.async_wait(
        [timer = std::move(timer), task = std::move(task)](const boost::system::error_code& error) {
          if (!error) task();
        });
  });
}

void AsioLoop::run() {
  loop_of_this_thread = this;
  const auto work = asio::make_work_guard(*io_);
  io_->run();
  loop_of_this_thread = nullptr;
}

void AsioLoop::finish() {
  loop_of_this_thread = this;
  io_->restart();
  io_->poll();
  loop_of_this_thread = nullptr;
}

void AsioLoop::drop() {
  std::unique_ptr<asio::io_context> io;
  {
    const std::lock_guard lock(mutex_);
    io = std::move(io_);
  }
}

}  // namespace bastide::server
