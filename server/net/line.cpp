#include "server/net/line.h"

#include <utility>

namespace bastide::server {

void Line::send(Text text) {
  std::unique_lock lock(mutex_);
  if (closed_) return;
  texts_.push_back(std::move(text));
  post_once(std::move(lock));
}

void Line::close(std::string_view reason) {
  std::unique_lock lock(mutex_);
  if (std::exchange(closed_, true)) return;
  goodbye_.emplace(reason);
  post_once(std::move(lock));
}

void Line::cut() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  texts_.clear();
  goodbye_.reset();
}

// One for a burst, from whichever thread it comes: what the caller sends next goes with it.
void Line::post_once(std::unique_lock<std::mutex> lock) {
  if (std::exchange(posted_, true)) return;
  lock.unlock();
  loop_.post([self = shared_from_this()] { self->deliver(); });
}

void Line::deliver() {
  std::optional<std::string> goodbye;
  {
    const std::lock_guard lock(mutex_);
    std::swap(taken_, texts_);
    goodbye.swap(goodbye_);
    posted_ = false;
  }
  if (const auto end = end_.lock()) end->deliver(taken_, goodbye);
  taken_.clear();
}

}  // namespace bastide::server
