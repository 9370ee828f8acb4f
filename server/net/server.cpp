#include "server/net/server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <thread>

#include "server/net/asio_loop.h"
#include "server/net/context.h"
#include "server/net/http_session.h"
#include "server/net/http_text.h"
#include "server/net/slow_clients.h"

namespace bastide::server {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kFilesForOurselves = 64;
constexpr std::size_t kMostConnections = 50'000;

// Asks for as many open files as the system allows; gives how many connections that leaves.
std::size_t room_for_connections() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1000;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto files = static_cast<std::size_t>(limit.rlim_cur);
  return std::min(kMostConnections,
                  files > 2 * kFilesForOurselves ? files - kFilesForOurselves : kFilesForOurselves);
}

std::string sentence_of(const ServerOptions& options, const boost::system::error_code& error) {
  const std::string where = options.address + ":" + std::to_string(options.port);
  if (error == asio::error::address_in_use)
    return "cannot listen on " + where + ": the port is taken; --port chooses another one";
  return "cannot listen on " + where + ": " + error.message();
}

}  // namespace

struct Server::Impl {
  explicit Impl(int threads) {
    for (int i = 0; i < std::max(1, threads); ++i) loops.emplace_back(clock);
    door.emplace(loops.front().io());
  }

  // What happens on the first loop.
  struct Door {
    explicit Door(asio::io_context& io) : acceptor(io), signals(io), deadline(io), ending(io) {}
    tcp::acceptor acceptor;
    asio::signal_set signals;
    asio::steady_timer deadline;
    asio::steady_timer ending;
  };

  RunClock clock;
  ServerOptions options;
  std::optional<Common> common;  // outlives the coroutines that the loops hold
  std::deque<AsioLoop> loops;
  std::optional<Door> door;  // and what else uses a loop's sockets goes before it
  std::deque<SlowClients> slow;
  std::size_t max_connections = 0;
  std::size_t next_loop = 0;  // that gets a connection
  bool stored = false;

  std::optional<std::string> open(const ServerOptions& options);
  asio::awaitable<void> accept_all();
  void admit(tcp::socket socket, Context& context);
  void turn_away(tcp::socket& socket);
  void watch_signals();
  void begin_stop();
  void end_peers();
  void wait_for_peers(int tries);
  void run_loops();
  void stop_loops();
};

std::optional<std::string> Server::Impl::open(const ServerOptions& options) {
  boost::system::error_code error;
  const auto address =
      asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error) return "the address " + options.address + " is none; give one like 0.0.0.0 or ::1";
  const tcp::endpoint endpoint(address, options.port);
  tcp::acceptor& acceptor = door->acceptor;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return sentence_of(options, error);
  const std::size_t room = room_for_connections();
  max_connections = options.max_connections ? std::min(options.max_connections, room) : room;
  return std::nullopt;
}

// Each loop in turn gets a connection, and everything of it happens there.
asio::awaitable<void> Server::Impl::accept_all() {
  tcp::acceptor& acceptor = door->acceptor;
  asio::steady_timer pause(acceptor.get_executor());
  while (acceptor.is_open()) {
    const std::size_t chosen = next_loop;
    next_loop = (next_loop + 1) % loops.size();
    auto [error, socket] = co_await acceptor.async_accept(loops[chosen].io(), kAwait);
    if (!acceptor.is_open()) break;
    if (!error) {
      admit(std::move(socket), common->contexts[chosen]);
      continue;
    }
    // Out of files, most likely: others go on, and closing ones make room.
    common->contexts.front().counters.accept_errors.add();
    const std::string reason = error.message();
    common->log.line("accept_error", {{"reason", reason}});
    pause.expires_after(milliseconds(100));
    co_await pause.async_wait(kAwait);
  }
}

void Server::Impl::admit(tcp::socket socket, Context& context) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  if (error) return;  // gone already
  socket.set_option(tcp::no_delay(true), error);
  socket.set_option(asio::socket_base::send_buffer_size(options.send_buffer), error);
  std::string key = address_key(peer.address().to_string()).value_or("unknown");
  Addresses::Place place;
  if (!options.trust_proxy) place = common->addresses.enter(key);
  const bool full = common->open >= max_connections;
  if (full || (!place && !options.trust_proxy)) return turn_away(socket);
  context.counters.accepted.add();
  const auto executor = socket.get_executor();
  asio::post(executor, [&context, key = std::move(key), socket = std::move(socket),
                        place = std::move(place), open = Counted(common->open)]() mutable {
    serve_http(std::move(socket), std::move(key), std::move(place), std::move(open), context);
  });
}

void Server::Impl::turn_away(tcp::socket& socket) {
  static constexpr std::string_view kAnswer =
      "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\n"
      "Content-Length: 32\r\n\r\n{\"error\":\"too many connections\"}";
  common->contexts.front().counters.turned_away.add();
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kAnswer), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void Server::Impl::watch_signals() {
  door->signals.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (common->stopping) std::_Exit(1);
    common->log.line("signal", {{"number", signal}});
    begin_stop();
    watch_signals();
  });
}

void Server::Impl::begin_stop() {
  if (common->stopping.exchange(true)) return;
  common->log.line("stopping", {{"connections", static_cast<std::int64_t>(common->open)}});
  boost::system::error_code ignored;
  door->acceptor.close(ignored);
  door->deadline.expires_after(options.stop_time);
  door->deadline.async_wait([this](const boost::system::error_code& error) {
    if (!error) stop_loops();
  });
  common->hub.stop([this] {
    loops.front().post([this] {
      stored = true;
      end_peers();
    });
  });
}

void Server::Impl::end_peers() {
  for (Context& context : common->contexts)
    context.loop.post([&context] { context.for_each_peer([](Peer& peer) { peer.shut(); }); });
  wait_for_peers(100);
}

// Clients have a moment to say goodbye, too.
void Server::Impl::wait_for_peers(int tries) {
  if (common->open == 0 || tries == 0) return stop_loops();
  door->ending.expires_after(milliseconds(10));
  door->ending.async_wait(
      [this, tries](const boost::system::error_code&) { wait_for_peers(tries - 1); });
}

void Server::Impl::stop_loops() {
  for (AsioLoop& loop : loops) loop.stop();
}

void Server::Impl::run_loops() {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < loops.size(); ++i)
    threads.emplace_back([this, i] { loops[i].run(); });
  loops.front().run();
  for (std::thread& thread : threads) thread.join();
}

Server::Server(int threads) : impl_(std::make_unique<Impl>(threads)) {}
Server::~Server() { end(); }

std::vector<Loop*> Server::loops() const {
  std::vector<Loop*> all;
  for (AsioLoop& loop : impl_->loops) all.push_back(&loop);
  return all;
}

std::optional<std::string> Server::bind(const ServerOptions& options) {
  impl_->options = options;
  return impl_->open(options);
}

void Server::serve(Hub& hub, const WebRoot& web) {
  Common& common = impl_->common.emplace(impl_->options, hub, web);
  for (AsioLoop& loop : impl_->loops) {
    Context& context = common.contexts.emplace_back(common, loop);
    impl_->slow.emplace_back(loop.io(), context).watch();
  }
  asio::co_spawn(impl_->loops.front().io(), [this] { return impl_->accept_all(); }, asio::detached);
}

void Server::set_clock(std::int64_t ms, bool first) { impl_->clock.move(ms, first); }

std::uint16_t Server::port() const { return impl_->door->acceptor.local_endpoint().port(); }

bool Server::run() {
  impl_->door->signals.add(SIGINT);
  impl_->door->signals.add(SIGTERM);
  impl_->watch_signals();
  impl_->run_loops();
  for (Context& context : impl_->common->contexts)
    context.for_each_peer([](Peer& peer) { peer.cut(); });
  for (AsioLoop& loop : impl_->loops) loop.finish();
  impl_->common->log.line("stopped", {{"stored", impl_->stored ? "yes" : "no"}});
  return impl_->stored;
}

void Server::stop() {
  impl_->loops.front().post([this] { impl_->begin_stop(); });
}

void Server::end() {
  impl_->slow.clear();
  impl_->door.reset();
  for (AsioLoop& loop : impl_->loops) loop.drop();
}

}  // namespace bastide::server
