// One WebSocket of the server without a hub: the row of frames under Beast, on a loop of its own.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/net/asio_loop.h"
#include "server/net/deflate_terms.h"
#include "server/net/frame_stream.h"
#include "server/net/line.h"
#include "tests/net_client.h"

namespace bastide::test_help {

namespace asio = boost::asio;
namespace http = boost::beast::http;

// Takes one client. Everything of it happens on the loop's thread.
class FrameServer {
 public:
  explicit FrameServer(int send_buffer = 0)
      : acceptor_(loop_.io(), {asio::ip::address_v4::loopback(), 0}) {
    port = acceptor_.local_endpoint().port();
    asio::co_spawn(loop_.io(), [this, send_buffer] { return serve(send_buffer); }, asio::detached);
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~FrameServer() {
    on_loop([this] {
      if (out) out->cut();
    });
    loop_.stop();
    thread_.join();
    acceptor_.close();
    ws.reset();
    out.reset();
    loop_.drop();
  }
  // Waits until it has been done there.
  void on_loop(const std::function<void()>& task) {
    std::promise<void> done;
    loop_.post([&] {
      task();
      done.set_value();
    });
    done.get_future().wait();
  }
  bool wait_until_open() {
    for (int i = 0; i < 500 && !open; ++i) std::this_thread::sleep_for(milliseconds(10));
    return open;
  }
  // The sum of what waits, after a while that lets it become this.
  std::size_t unread_in_all_after(std::size_t wanted) const {
    for (int i = 0; i < 500 && unread != wanted; ++i) std::this_thread::sleep_for(milliseconds(10));
    return unread;
  }

  using WebSocket = boost::beast::websocket::stream<server::FrameStream>;
  std::uint16_t port = 0;
  std::atomic<bool> open{false}, ended{false};
  std::atomic<std::size_t> unread{0};
  std::shared_ptr<server::FrameQueue> out;
  std::optional<WebSocket> ws;
  bool packs = false;
  std::vector<std::string> received;

 private:
  asio::awaitable<void> serve(int send_buffer) {
    constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
    auto [error, socket] = co_await acceptor_.async_accept(kAwait);
    if (error) co_return;
    if (send_buffer > 0) socket.set_option(asio::socket_base::send_buffer_size(send_buffer));
    boost::beast::flat_buffer buffer;
    http::request<http::string_body> request;
    auto [wrong, bytes] = co_await http::async_read(socket, buffer, request, kAwait);
    if (wrong) co_return;
    out = std::make_shared<server::FrameQueue>(std::move(socket), unread);
    ws.emplace(out);
    ws->set_option(server::deflate_terms(request));
    ws->set_option(boost::beast::websocket::stream_base::decorator(
        [this](boost::beast::websocket::response_type& answer) {
          packs = server::settle_deflate(answer);
        }));
    auto [refused] = co_await ws->async_accept(request, kAwait);
    if (refused) co_return;
    open = true;
    for (boost::beast::flat_buffer in;; in.clear()) {
      auto [over, read] = co_await ws->async_read(in, kAwait);
      if (over) break;
      received.emplace_back(static_cast<const char*>(in.cdata().data()), in.size());
    }
    ended = true;
  }

  server::RunClock clock_;
  server::AsioLoop loop_{clock_};
  asio::ip::tcp::acceptor acceptor_;
  std::thread thread_;
};

}  // namespace bastide::test_help
