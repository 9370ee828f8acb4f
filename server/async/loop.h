// One thread on which things happen one after another. The network runs loops on Asio, tests turn
// one by hand.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace bastide::server {

class Loop {
 public:
  virtual ~Loop() = default;
  // From any thread: run this on the loop's thread, in the order of posting.
  virtual void post(std::function<void()> task) = 0;
  // On the loop's thread: run this later, once.
  virtual void after(std::chrono::milliseconds delay, std::function<void()> task) = 0;
  // From any thread: milliseconds since 1970, by a clock that is never set back.
  virtual std::int64_t now_ms() const = 0;
  // Whether the caller is on the loop's thread.
  virtual bool is_here() const = 0;

  // From any thread: at once if this is the loop's thread, else as `post`.
  template <class F>
  void run(F&& task) {
    if (is_here())
      std::forward<F>(task)();
    else
      post(std::forward<F>(task));
  }
};

}  // namespace bastide::server
