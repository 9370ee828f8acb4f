#include "tests/bench/echo.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <queue>
#include <string>
#include <thread>

#include "engine/core/rng.h"
#include "tests/net_client.h"

namespace bastide::test_help {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

asio::awaitable<void> echo(tcp::socket socket) {
  socket.set_option(tcp::no_delay(true));
  beast::websocket::stream<beast::tcp_stream> ws(std::move(socket));
  const auto [refused] = co_await ws.async_accept(kAwait);
  if (refused) co_return;
  beast::flat_buffer buffer;
  for (;;) {
    const auto [over, read] = co_await ws.async_read(buffer, kAwait);
    if (over) co_return;
    ws.text(ws.got_text());
    const auto [lost, written] = co_await ws.async_write(buffer.data(), kAwait);
    if (lost) co_return;
    buffer.consume(buffer.size());
  }
}

asio::awaitable<void> accept_all(tcp::acceptor& acceptor, std::deque<asio::io_context>& loops) {
  for (std::size_t next = 0;; next = (next + 1) % loops.size()) {
    auto [error, socket] = co_await acceptor.async_accept(loops[next], kAwait);
    if (error) co_return;
    const auto executor = socket.get_executor();
    asio::co_spawn(executor, echo(std::move(socket)), asio::detached);
  }
}

struct Speaker {
  WsClient client;
  std::string in;
  Clock::time_point sent_at;
};

// As long as an answer in a game is.
const std::string& message() {
  static const std::string text =
      R"({"type":"act","table":"k7k7k7k7k7","seq":57,"action":{"type":"place","at":[3,-2],"rot":1,)"
      R"("piece":"meeple","seg":"city:N"}})";
  return text;
}

class Speakers {
 public:
  explicit Speakers(std::chrono::milliseconds think) : think_(think) {}
  ~Speakers() { ::close(epoll_); }

  bool open(std::uint16_t port, std::size_t people) {
    for (std::size_t i = 0; i < people; ++i) {
      all_.push_back({WsClient(port, ""), {}, {}});
      if (!all_.back().client.open()) return false;
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = i;
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, all_.back().client.wire.fd(), &event);
    }
    for (std::size_t i = 0; i < people; i += 2) speak_later(i);
    return true;
  }
  void talk(std::chrono::seconds time) {
    const auto until = Clock::now() + time;
    std::array<epoll_event, 256> events{};
    while (Clock::now() < until) {
      const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                     static_cast<int>(speak().count()));
      for (int i = 0; i < count; ++i)
        hear(static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64));
    }
  }
  std::vector<double> latencies_ms;

 private:
  void speak_later(std::size_t who) {
    const double uniform = (static_cast<double>(random_.next() >> 11) + 1) * 0x1p-53;
    const double us = -std::log(uniform) * static_cast<double>(think_.count()) * 1000;
    due_.emplace(Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(us)), who);
  }
  std::chrono::milliseconds speak() {
    while (!due_.empty() && due_.top().first <= Clock::now()) {
      Speaker& one = all_[due_.top().second];
      due_.pop();
      one.sent_at = Clock::now();
      one.client.send(message());
    }
    if (due_.empty()) return std::chrono::milliseconds(50);
    return std::min(std::chrono::milliseconds(50),
                    std::chrono::ceil<std::chrono::milliseconds>(due_.top().first - Clock::now()));
  }
  void hear(std::size_t who) {
    Speaker& one = all_[who];
    std::array<char, 4096> bytes;
    const auto got = ::recv(one.client.wire.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) return;
    one.in.append(bytes.data(), static_cast<std::size_t>(got));
    while (take_frame(one.in)) {
      const auto passed = Clock::now() - one.sent_at;
      latencies_ms.push_back(std::chrono::duration<double, std::milli>(passed).count());
      speak_later(who);
    }
  }

  std::chrono::milliseconds think_;
  int epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  std::deque<Speaker> all_;
  Rng random_{1};
  using Due = std::pair<Clock::time_point, std::size_t>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

}  // namespace

int run_echo_server(int threads) {
  std::deque<asio::io_context> loops;
  for (int i = 0; i < std::max(1, threads); ++i) loops.emplace_back(1);
  tcp::acceptor acceptor(loops.front(), {asio::ip::address_v4::loopback(), 0});
  asio::co_spawn(loops.front(), accept_all(acceptor, loops), asio::detached);
  fmt::print("echoes at http://localhost:{}\n", acceptor.local_endpoint().port());
  std::fflush(stdout);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < loops.size(); ++i)
    others.emplace_back([&loop = loops[i]] {
      const auto work = asio::make_work_guard(loop);
      loop.run();
    });
  loops.front().run();
  for (std::thread& one : others) one.join();
  return 0;
}

EchoFigures talk_to_echo(std::uint16_t port, std::size_t people, std::chrono::milliseconds think,
                         std::chrono::seconds time) {
  EchoFigures figures;
  Speakers speakers(think);
  figures.open = speakers.open(port, people);
  if (!figures.open) return figures;
  speakers.talk(std::chrono::seconds(1));
  speakers.latencies_ms.clear();
  const auto start = Clock::now();
  speakers.talk(time);
  figures.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  figures.latencies_ms = std::move(speakers.latencies_ms);
  return figures;
}

}  // namespace bastide::test_help
