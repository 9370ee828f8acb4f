// Coroutines that run on a loop, so that what waits for the disk reads from top to bottom.
//
//   Task<bool> Table::resign(int seat) {
//     const StoreResult result = co_await done_on<StoreResult>(loop, [&](auto done) {
//       store.change(std::move(change), std::move(done));
//     });
//     …
//
// A task starts when it is awaited, or when `start` is given it. Whoever waits for something that
// never comes (a store that closes, a loop that ends) is destroyed with what it waits for: its
// locals are destroyed, and nothing after the `co_await` happens.
//
// GCC 12 compiles two things wrongly: a `co_await` within a condition (the coroutine may not even
// begin: wait first, then look; script/layers checks it), and aggregates written in braces within a
// `co_await` expression (destroyed twice: make a local of them first). And a coroutine keeps
// references as references: give it values, or what outlives it.
#pragma once

#include <chrono>
#include <coroutine>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "server/async/loop.h"

namespace bastide::server {

template <class T = void>
class Task;

namespace task_detail {

// What every coroutine here knows: who waits for it, and the outermost one, which owns all others.
struct PromiseBase {
  std::coroutine_handle<> waiting;
  std::coroutine_handle<> root;

  std::suspend_always initial_suspend() noexcept { return {}; }
  struct Final {
    bool await_ready() noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> ended) noexcept {
      const auto next = ended.promise().waiting;
      return next ? next : std::noop_coroutine();
    }
    void await_resume() noexcept {}
  };
  Final final_suspend() noexcept { return {}; }
  [[noreturn]] void unhandled_exception() noexcept { std::abort(); }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object();
  template <class V>
  void return_value(V&& given) {
    value.emplace(std::forward<V>(given));
  }
  T take() { return std::move(*value); }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() {}
  void take() {}
};

// The outermost coroutine; it owns itself.
struct Root {
  struct promise_type : PromiseBase {
    Root get_return_object() {
      root = std::coroutine_handle<promise_type>::from_promise(*this);
      return {};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
  };
};

}  // namespace task_detail

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = task_detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  template <class P>
  Handle await_suspend(std::coroutine_handle<P> parent) noexcept {
    handle_.promise().waiting = parent;
    handle_.promise().root = parent.promise().root;
    return handle_;
  }
  T await_resume() { return handle_.promise().take(); }

 private:
  Handle handle_;
};

namespace task_detail {

template <class T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise>::from_promise(*this));
}

inline Root run_to_end(Task<void> task) { co_await task; }

// Goes on where a coroutine waits, once; or ends all of it if it is dropped before.
class Resumption {
 public:
  Resumption(std::coroutine_handle<> waiting, std::coroutine_handle<> root)
      : waiting_(waiting), root_(root) {}
  Resumption(const Resumption&) = delete;
  Resumption& operator=(const Resumption&) = delete;
  ~Resumption() {
    if (root_) root_.destroy();
  }
  void resume() {
    root_ = {};
    waiting_.resume();
  }

 private:
  std::coroutine_handle<> waiting_;
  std::coroutine_handle<> root_;
};

template <class R, class Begin>
class DoneOn {
 public:
  DoneOn(Loop& loop, Begin begin) : loop_(loop), begin_(std::move(begin)) {}
  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> waiting) {
    auto resumption = std::make_shared<Resumption>(waiting, waiting.promise().root);
    // On the coroutine's frame this object lives; after `begin` it may be gone already.
    auto* value = &value_;
    Loop& loop = loop_;
    auto begin = std::move(begin_);
    begin([&loop, value, resumption = std::move(resumption)](R result) mutable {
      loop.post([value, resumption = std::move(resumption), result = std::move(result)]() mutable {
        value->emplace(std::move(result));
        resumption->resume();
      });
    });
  }
  R await_resume() { return std::move(*value_); }

 private:
  Loop& loop_;
  Begin begin_;
  std::optional<R> value_;
};

class AfterOn {
 public:
  AfterOn(Loop& loop, std::chrono::milliseconds delay) : loop_(loop), delay_(delay) {}
  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> waiting) {
    auto resumption = std::make_shared<Resumption>(waiting, waiting.promise().root);
    loop_.after(delay_, [resumption = std::move(resumption)] { resumption->resume(); });
  }
  void await_resume() {}

 private:
  Loop& loop_;
  std::chrono::milliseconds delay_;
};

class Hop {
 public:
  explicit Hop(Loop& loop) : loop_(loop) {}
  bool await_ready() const { return loop_.is_here(); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> waiting) {
    auto resumption = std::make_shared<Resumption>(waiting, waiting.promise().root);
    loop_.post([resumption = std::move(resumption)] { resumption->resume(); });
  }
  void await_resume() {}

 private:
  Loop& loop_;
};

}  // namespace task_detail

// Lets a task run, from here to the first thing that it waits for.
inline void start(Task<void> task) { task_detail::run_to_end(std::move(task)); }

// Calls `begin(done)` and waits until done(R) has been called, once, from any thread. Goes on on
// the loop.
template <class R, class Begin>
auto done_on(Loop& loop, Begin begin) {
  return task_detail::DoneOn<R, Begin>(loop, std::move(begin));
}

// Waits so long. To be awaited on the loop's thread.
inline auto after(Loop& loop, std::chrono::milliseconds delay) {
  return task_detail::AfterOn(loop, delay);
}

// Goes on on this loop, from any thread; at once if this is its thread.
inline auto go_to(Loop& loop) { return task_detail::Hop(loop); }

}  // namespace bastide::server
