// Waiting for the hub in a coroutine of Asio.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace bastide::server {

inline constexpr std::chrono::seconds kHubTime{10};  // for the hub to answer

// Calls `begin(done)` and waits until done(Result) is called on the same thread. Nothing: it was
// not, in time.
//   const auto guest = co_await hub_answer<std::optional<Guest>>(
//       [&](auto done) { hub.guest_of(from, token, done); });
template <class Result, class Begin>
boost::asio::awaitable<std::optional<Result>> hub_answer(Begin begin) {
  struct Waiting {
    explicit Waiting(const boost::asio::any_io_executor& executor) : timer(executor, kHubTime) {}
    boost::asio::steady_timer timer;
    std::optional<Result> result;
  };
  auto waiting = std::make_shared<Waiting>(co_await boost::asio::this_coro::executor);
  begin([waiting](Result result) {
    waiting->result.emplace(std::move(result));
    waiting->timer.cancel();
  });
  if (!waiting->result)
    co_await waiting->timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  co_return std::move(waiting->result);
}

}  // namespace bastide::server
