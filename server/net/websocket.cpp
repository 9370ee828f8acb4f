#include "server/net/websocket.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <deque>
#include <utility>

#include "server/hub/allowance.h"

namespace bastide::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

// The hub refuses a client above 20 messages a second; above this one is not even read faster.
constexpr double kReadPerSecond = 100;
constexpr double kReadAtOnce = 200;
constexpr double kControlPerSecond = 10;
constexpr double kControlAtOnce = 100;
constexpr std::chrono::seconds kGoodbyeTime{2};  // for the client to close, too

// An update resembles the one before it, so a window of two or three of them earns most of what
// compression can; the library's own sizes would take 300 KB a connection.
websocket::permessage_deflate compression() {
  websocket::permessage_deflate options;
  options.server_enable = true;
  options.server_max_window_bits = 13;
  options.compLevel = 3;
  options.memLevel = 5;
  options.msg_size_threshold = 512;
  return options;
}

std::int64_t steady_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

class WebSocketSession final : public Connection,
                               public Peer,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(beast::tcp_stream stream, Caller caller, Addresses::Place place,
                   Context& context)
      : context_(context),
        ws_(std::move(stream)),
        pause_(ws_.get_executor()),
        goodbye_(ws_.get_executor()),
        life_(ws_.get_executor()),
        caller_(std::move(caller)),
        place_(std::move(place)) {
    context_.peers.insert(this);
    configure();
  }
  ~WebSocketSession() override { context_.peers.erase(this); }

  void send(SharedText text) override {
    if (ended_ || closing_) return;
    unread_ += text->size();
    if (unread_ > context_.options.unread_bytes) {
      ++context_.counters.slow_cut;
      return cut();
    }
    queue_.push_back(std::move(text));
    if (!writing_) write_next();
  }

  void close(std::string_view reason) override {
    close_with(websocket::close_code::going_away, reason);
  }

  void shut() override { close("the server stops"); }

  void cut() override {
    ended_ = true;
    queue_.clear();
    pause_.cancel();
    goodbye_.cancel();
    life_.cancel();
    beast::get_lowest_layer(ws_).close();
  }

  asio::awaitable<void> run(http::request<http::string_body> request) {
    const auto [error] = co_await ws_.async_accept(request, kAwait);
    if (error || context_.stopping) co_return;
    ++context_.counters.websockets;
    heard_ms_ = steady_ms();
    id_ = caller_.guest ? context_.hub.connect(shared_from_this(), *caller_.guest)
                        : context_.hub.connect_program(shared_from_this(), caller_.table);
    if (caller_.guest) look_for_life();
    co_await read_all();
    ended_ = true;
    queue_.clear();
    goodbye_.cancel();
    life_.cancel();
    context_.hub.disconnect(id_);
    --context_.counters.websockets;
  }

 private:
  void configure() {
    auto& tcp = beast::get_lowest_layer(ws_);
    tcp.expires_never();  // the WebSocket has its own times
    websocket::stream_base::timeout times{};
    times.handshake_timeout = context_.options.request_time;
    times.idle_timeout = context_.options.silence;
    times.keep_alive_pings = true;
    ws_.set_option(times);
    ws_.set_option(compression());
    ws_.read_message_max(context_.options.message_bytes);
    ws_.write_buffer_bytes(8 * 1024);
    ws_.auto_fragment(false);
    ws_.text(true);
    ws_.control_callback([this](websocket::frame_type, beast::string_view) {
      heard();
      if (control_.take_ahead(steady_ms()) > 0 && !ended_)
        asio::post(ws_.get_executor(), [self = shared_from_this()] { self->cut(); });
    });
  }

  void heard() {
    heard_ms_ = steady_ms();
    if (std::exchange(silent_, false)) context_.hub.heard(id_);
  }

  // A line that is dead looks like one on which nobody speaks; so whoever is quiet is pinged, and
  // whoever does not even answer that is away. It is closed much later: many come back.
  void look_for_life() {
    const ServerOptions& options = context_.options;
    const std::int64_t now = steady_ms(), quiet = now - heard_ms_;
    if (quiet >= options.quiet.count() && !std::exchange(silent_, true))
      context_.hub.silent(id_, std::chrono::milliseconds(quiet));
    std::int64_t next = heard_ms_ + options.ping.count();
    if (next <= now) {
      ping();
      next = now + options.ping.count();
      if (!silent_) next = std::min(next, heard_ms_ + options.quiet.count());
    }
    life_.expires_after(std::chrono::milliseconds(next - now));
    life_.async_wait([self = shared_from_this()](beast::error_code error) {
      if (!error && !self->ended_) self->look_for_life();
    });
  }

  void ping() {
    if (closing_ || std::exchange(pinging_, true)) return;
    ws_.async_ping({}, [self = shared_from_this()](beast::error_code) { self->pinging_ = false; });
  }

  asio::awaitable<void> read_all() {
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, bytes] = co_await ws_.async_read(buffer, kAwait);
      if (error) {
        if (error.category() == make_error_code(websocket::error::closed).category() &&
            error != websocket::error::closed)
          ++context_.counters.broke_form;
        co_return;
      }
      if (!ws_.got_text()) {
        if (!closing_) ++context_.counters.broke_form;
        close_with(websocket::close_code::unknown_data, "text only");
      }
      if (!closing_) {
        ++context_.counters.messages_in;
        heard();
        context_.hub.receive(id_, {static_cast<const char*>(buffer.cdata().data()), buffer.size()});
      }
      buffer.consume(buffer.size());
      if (const double early = pace_.take_ahead(steady_ms()); early > 0) {
        pause_.expires_after(std::chrono::milliseconds(static_cast<std::int64_t>(early) + 1));
        co_await pause_.async_wait(kAwait);
      }
    }
  }

  void write_next() {
    writing_ = true;
    const SharedText& text = queue_.front();
    ++context_.counters.messages_out;
    context_.counters.bytes_out += text->size();
    ws_.async_write(asio::buffer(*text),
                    [self = shared_from_this(), text](beast::error_code error, std::size_t) {
                      self->wrote(text->size(), error);
                    });
  }

  void wrote(std::size_t bytes, beast::error_code error) {
    writing_ = false;
    unread_ -= bytes;
    if (error || ended_) return;
    queue_.pop_front();
    if (!queue_.empty()) return write_next();
    if (closing_) say_goodbye();
  }

  // After what is queued has been written. A client that does not answer in time is cut off.
  void close_with(websocket::close_code code, std::string_view reason) {
    if (ended_ || closing_) return;
    closing_ = true;
    // A close frame has room for 123 bytes; cut between two characters, not within one.
    std::size_t size = std::min<std::size_t>(reason.size(), 120);
    while (size > 0 && size < reason.size() && (reason[size] & 0xc0) == 0x80) --size;
    reason_ = websocket::close_reason(code, beast::string_view(reason.data(), size));
    goodbye_.expires_after(kGoodbyeTime);
    goodbye_.async_wait([self = shared_from_this()](beast::error_code error) {
      if (!error) self->cut();
    });
    if (!writing_) say_goodbye();
  }

  void say_goodbye() {
    ws_.async_close(reason_, [self = shared_from_this()](beast::error_code) {});
  }

  Context& context_;
  websocket::stream<beast::tcp_stream> ws_;
  asio::steady_timer pause_;
  asio::steady_timer goodbye_;
  asio::steady_timer life_;
  Caller caller_;
  Addresses::Place place_;
  Allowance pace_{kReadPerSecond, kReadAtOnce};
  Allowance control_{kControlPerSecond, kControlAtOnce};
  std::deque<SharedText> queue_;  // the first one is being written
  std::size_t unread_ = 0;
  Hub::ConnectionId id_ = 0;
  std::int64_t heard_ms_ = 0;  // the last frame of any kind
  websocket::close_reason reason_;
  bool silent_ = false;  // and the hub knows it
  bool pinging_ = false;
  bool writing_ = false;
  bool closing_ = false;  // takes no more messages, in either direction
  bool ended_ = false;
};

}  // namespace

void serve_websocket(beast::tcp_stream stream, http::request<http::string_body> request,
                     Caller caller, Addresses::Place place, Context& context) {
  const auto executor = stream.get_executor();
  auto session = std::make_shared<WebSocketSession>(std::move(stream), std::move(caller),
                                                    std::move(place), context);
  asio::co_spawn(
      executor,
      [session, upgrade = std::move(request)]() mutable {
        return session->run(std::move(upgrade));
      },
      asio::detached);
}

}  // namespace bastide::server
