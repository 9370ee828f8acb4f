// Loops on real threads, for a hub without a network.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "server/async/loop.h"
#include "server/net/run_clock.h"

namespace bastide::server {

class ThreadLoop final : public Loop {
 public:
  ThreadLoop() : thread_([this] { run_on(); }) {}
  ~ThreadLoop() override { end(); }

  void post(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    if (dropping_) return;
    posted_.push_back(std::move(task));
    wake_.notify_one();
  }
  void after(std::chrono::milliseconds delay, std::function<void()> task) override {
    timers_.emplace(Clock::now() + delay, std::move(task));
  }
  std::int64_t now_ms() const override { return clock_.now_ms(); }
  bool is_here() const override { return here_ == this; }

  // Nothing runs here any more, and the thread has ended.
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  // After the end: what was still to be done is dropped, and so is what comes later.
  void drop() {
    std::deque<std::function<void()>> posted;
    {
      const std::lock_guard lock(mutex_);
      dropping_ = true;
      posted.swap(posted_);
    }
    posted.clear();
    auto timers = std::exchange(timers_, {});
    timers.clear();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void run_on() {
    here_ = this;
    for (;;) {
      std::deque<std::function<void()>> tasks;
      {
        std::unique_lock lock(mutex_);
        const auto due =
            timers_.empty() ? Clock::now() + std::chrono::seconds(1) : timers_.begin()->first;
        wake_.wait_until(lock, due, [this] { return ending_ || !posted_.empty(); });
        if (ending_) return;
        tasks.swap(posted_);
      }
      for (auto& task : tasks) std::exchange(task, nullptr)();
      ring();
    }
  }
  void ring() {
    const auto now = Clock::now();
    while (!timers_.empty() && timers_.begin()->first <= now) {
      const auto task = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      task();
    }
  }

  static inline thread_local const ThreadLoop* here_ = nullptr;
  const RunClock clock_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> posted_;
  std::multimap<Clock::time_point, std::function<void()>> timers_;  // of the thread alone
  bool ending_ = false;
  bool dropping_ = false;
  std::thread thread_;
};

}  // namespace bastide::server
