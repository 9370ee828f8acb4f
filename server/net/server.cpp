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

#include "server/net/context.h"
#include "server/net/http_session.h"
#include "server/net/http_text.h"
#include "server/net/run_clock.h"

namespace bastide::server {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr milliseconds kLookAtUnread{1000};
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
  explicit Impl(Server& server) : loop(server) {}

  Server& loop;
  const RunClock clock;
  ServerOptions options;
  std::optional<Context> context;  // outlives the coroutines that io holds
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::signal_set signals{io};
  asio::steady_timer deadline{io};
  asio::steady_timer ending{io};
  asio::steady_timer looking{io};
  std::size_t max_connections = 0;
  bool stored = false;

  std::optional<std::string> open(const ServerOptions& options);
  asio::awaitable<void> accept_all();
  void admit(tcp::socket socket);
  void turn_away(tcp::socket& socket);
  void watch_signals();
  void begin_stop();
  void end_peers();
  void wait_for_peers(int tries);
  void watch_unread();
  void cut_slow(Peer& peer);

  // Over a copy: one that ends takes itself out of the set.
  template <class Use>
  void for_each_peer(Use use) {
    const auto open = context->peers;
    for (Peer* peer : open)
      if (context->peers.contains(peer)) use(*peer);
  }
};

std::optional<std::string> Server::Impl::open(const ServerOptions& options) {
  boost::system::error_code error;
  const auto address =
      asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error) return "the address " + options.address + " is none; give one like 0.0.0.0 or ::1";
  const tcp::endpoint endpoint(address, options.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return sentence_of(options, error);
  const std::size_t room = room_for_connections();
  max_connections = options.max_connections ? std::min(options.max_connections, room) : room;
  return std::nullopt;
}

asio::awaitable<void> Server::Impl::accept_all() {
  asio::steady_timer pause(io);
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (!acceptor.is_open()) break;
    if (!error) {
      admit(std::move(socket));
      continue;
    }
    // Out of files, most likely: others go on, and closing ones make room.
    ++context->counters.accept_errors;
    const std::string reason = error.message();
    context->log.line("accept_error", {{"reason", reason}});
    pause.expires_after(milliseconds(100));
    co_await pause.async_wait(kAwait);
  }
}

void Server::Impl::admit(tcp::socket socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  if (error) return;  // gone already
  socket.set_option(tcp::no_delay(true), error);
  socket.set_option(asio::socket_base::send_buffer_size(context->options.send_buffer), error);
  const std::string key = address_key(peer.address().to_string()).value_or("unknown");
  Addresses::Place place;
  if (!context->options.trust_proxy) place = context->addresses.enter(key);
  const bool full = context->peers.size() >= max_connections;
  if (full || (!place && !context->options.trust_proxy)) return turn_away(socket);
  ++context->counters.accepted;
  serve_http(std::move(socket), key, std::move(place), *context);
}

void Server::Impl::turn_away(tcp::socket& socket) {
  static constexpr std::string_view kAnswer =
      "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\n"
      "Content-Length: 32\r\n\r\n{\"error\":\"too many connections\"}";
  ++context->counters.turned_away;
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kAnswer), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void Server::Impl::watch_signals() {
  signals.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (context->stopping) std::_Exit(1);
    context->log.line("signal", {{"number", signal}});
    begin_stop();
    watch_signals();
  });
}

void Server::Impl::begin_stop() {
  if (context->stopping) return;
  context->stopping = true;
  context->log.line("stopping",
                    {{"connections", static_cast<std::int64_t>(context->peers.size())}});
  boost::system::error_code ignored;
  acceptor.close(ignored);
  deadline.expires_after(context->options.stop_time);
  deadline.async_wait([this](const boost::system::error_code& error) {
    if (!error) io.stop();
  });
  context->hub.stop([this] {
    asio::post(io, [this] {
      stored = true;
      end_peers();
    });
  });
}

void Server::Impl::end_peers() {
  for_each_peer([](Peer& peer) { peer.shut(); });
  wait_for_peers(100);
}

// Clients have a moment to say goodbye, too.
void Server::Impl::wait_for_peers(int tries) {
  if (context->peers.empty() || tries == 0) return io.stop();
  ending.expires_after(milliseconds(10));
  ending.async_wait([this, tries](const boost::system::error_code&) { wait_for_peers(tries - 1); });
}

// Who takes nothing holds what the others need. In all too much: the one with most of it goes
// first.
void Server::Impl::watch_unread() {
  for_each_peer([this](Peer& peer) {
    if (peer.waits() > context->options.unread_time) cut_slow(peer);
  });
  while (context->unread > context->options.unread_in_all)
    cut_slow(**std::ranges::max_element(context->peers, {}, &Peer::unread));
  looking.expires_after(kLookAtUnread);
  looking.async_wait([this](const boost::system::error_code& error) {
    if (!error) watch_unread();
  });
}

void Server::Impl::cut_slow(Peer& peer) {
  ++context->counters.slow_cut;
  peer.cut();
}

Server::Server() : impl_(std::make_unique<Impl>(*this)) {}
Server::~Server() = default;

void Server::post(std::function<void()> task) { asio::post(impl_->io, std::move(task)); }

void Server::after(milliseconds delay, std::function<void()> task) {
  auto timer = std::make_shared<asio::steady_timer>(impl_->io, delay);
  timer->async_wait([timer, task = std::move(task)](const boost::system::error_code& error) {
    if (!error) task();
  });
}

std::int64_t Server::now_ms() const { return impl_->clock.now_ms(); }

std::optional<std::string> Server::bind(const ServerOptions& options) {
  impl_->options = options;
  return impl_->open(options);
}

void Server::serve(Hub& hub, const WebRoot& web) {
  impl_->context.emplace(impl_->options, hub, web, *this);
  asio::co_spawn(impl_->io, [this] { return impl_->accept_all(); }, asio::detached);
  impl_->watch_unread();
}

std::uint16_t Server::port() const { return impl_->acceptor.local_endpoint().port(); }

bool Server::run() {
  impl_->signals.add(SIGINT);
  impl_->signals.add(SIGTERM);
  impl_->watch_signals();
  impl_->io.run();
  impl_->for_each_peer([](Peer& peer) { peer.cut(); });
  impl_->context->log.line("stopped", {{"stored", impl_->stored ? "yes" : "no"}});
  return impl_->stored;
}

void Server::stop() {
  asio::post(impl_->io, [this] { impl_->begin_stop(); });
}

}  // namespace bastide::server
