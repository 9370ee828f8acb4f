#include "server/net/websocket.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <utility>

#include "server/hub/allowance.h"
#include "server/net/deflate_terms.h"
#include "server/net/frame_stream.h"
#include "server/net/line.h"

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
constexpr std::size_t kWorthPacking = 512;       // bytes of a message
constexpr std::size_t kKeptToRead = 4096;        // of room, from one message to the next

std::int64_t steady_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

websocket::close_reason reason_of(websocket::close_code code, std::string_view text) {
  // A close frame has room for 123 bytes; cut between two characters, not within one.
  std::size_t size = std::min<std::size_t>(text.size(), 120);
  while (size > 0 && size < text.size() && (text[size] & 0xc0) == 0x80) --size;
  return {code, beast::string_view(text.data(), size)};
}

class WebSocketSession final : public LineEnd,
                               public Peer,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(asio::ip::tcp::socket socket, Caller caller, Addresses::Place place,
                   Counted open, Context& context)
      : context_(context),
        out_(std::make_shared<FrameQueue>(std::move(socket), context.common.unread)),
        ws_(out_),
        pause_(ws_.get_executor()),
        goodbye_(ws_.get_executor()),
        life_(ws_.get_executor()),
        caller_(std::move(caller)),
        place_(std::move(place)),
        open_(std::move(open)) {
    context_.peers.insert(this);
  }
  ~WebSocketSession() override {
    context_.peers.erase(this);
    out_->cut();
  }

  void deliver(const std::vector<Text>& texts, const std::optional<std::string>& goodbye) override {
    if (ended_ || closing_) return;
    for (const Text& text : texts) {
      context_.counters.messages_out.add();
      context_.counters.bytes_out.add(text->size);
      out_->put(text, packs_ && text->size >= kWorthPacking);
    }
    out_->flush();
    if (out_->unread() > context_.common.options.unread_bytes) {
      context_.counters.slow_cut.add();
      return cut();
    }
    if (goodbye) close_with(websocket::close_code::going_away, *goodbye);
  }
  std::size_t unread() const override { return out_->unread(); }
  std::chrono::milliseconds waits() const override { return out_->waits(); }

  void shut() override {
    if (!visitor_) return cut();  // has not been let in yet, or is going already
    close_with(websocket::close_code::going_away, "the server stops");
  }

  void cut() override {
    end();
    out_->cut();
  }

  asio::awaitable<void> run(http::request<http::string_body> request) {
    configure(request);
    const auto [error] = co_await ws_.async_accept(request, kAwait);
    if (error || context_.common.stopping) co_return;
    const Counted counted(context_.common.websockets);
    heard_ms_ = steady_ms();
    connect();
    if (caller_.guest) look_for_life();
    co_await read_all();
    cut();  // what else waits to be written would keep it
    visitor_->gone();
    visitor_.reset();
  }

 private:
  void configure(const http::request<http::string_body>& request) {
    websocket::stream_base::timeout times{};
    times.handshake_timeout = context_.common.options.request_time;
    times.idle_timeout = context_.common.options.silence;
    times.keep_alive_pings = true;
    ws_.set_option(times);
    ws_.set_option(deflate_terms(request));
    ws_.set_option(websocket::stream_base::decorator(
        [this](websocket::response_type& answer) { packs_ = settle_deflate(answer); }));
    ws_.read_message_max(context_.common.options.message_bytes);
    ws_.control_callback([this](websocket::frame_type, beast::string_view) {
      heard();
      if (control_.take_ahead(steady_ms()) > 0 && !ended_)
        asio::post(ws_.get_executor(), [self = shared_from_this()] { self->cut(); });
    });
  }

  void connect() {
    line_ = std::make_shared<Line>(context_.loop, weak_from_this());
    Common& common = context_.common;
    const From& from = caller_.from;
    visitor_ = caller_.guest
                   ? common.hub.connect(from, line_, *caller_.guest,
                                        common.addresses.budget(from.address, from.loop->now_ms()))
                   : common.hub.connect_program(from, line_, caller_.table);
  }

  // Takes and writes no more messages.
  void end() {
    ended_ = true;
    if (line_) line_->cut();
    pause_.cancel();
    goodbye_.cancel();
    life_.cancel();
  }

  void heard() {
    heard_ms_ = steady_ms();
    if (std::exchange(silent_, false) && visitor_) visitor_->heard();
  }

  // A line that is dead looks like one on which nobody speaks; so whoever is quiet is pinged, and
  // whoever does not even answer that is away. It is closed much later: many come back.
  void look_for_life() {
    const ServerOptions& options = context_.common.options;
    const std::int64_t now = steady_ms(), quiet = now - heard_ms_;
    if (quiet >= options.quiet.count() && !std::exchange(silent_, true))
      visitor_->silent(std::chrono::milliseconds(quiet));
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
    ws_.async_ping({}, [weak = weak_from_this()](beast::error_code) {
      if (const auto self = weak.lock()) self->pinging_ = false;
    });
  }

  asio::awaitable<void> read_all() {
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, bytes] = co_await ws_.async_read(buffer, kAwait);
      if (error) {
        if (error.category() == make_error_code(websocket::error::closed).category() &&
            error != websocket::error::closed)
          context_.counters.broke_form.add();
        co_return;
      }
      receive({static_cast<const char*>(buffer.cdata().data()), buffer.size()});
      buffer.consume(buffer.size());
      if (buffer.capacity() > kKeptToRead) buffer.shrink_to_fit();
      if (const double early = pace_.take_ahead(steady_ms()); early > 0) {
        pause_.expires_after(std::chrono::milliseconds(static_cast<std::int64_t>(early) + 1));
        co_await pause_.async_wait(kAwait);
      }
    }
  }

  void receive(std::string_view text) {
    if (closing_ || ended_) return;
    if (!ws_.got_text()) {
      context_.counters.broke_form.add();
      return close_with(websocket::close_code::unknown_data, "text only");
    }
    context_.counters.messages_in.add();
    heard();
    visitor_->receive(text);
  }

  // After what is queued has been written. A client that does not answer in time is cut off.
  void close_with(websocket::close_code code, std::string_view reason) {
    if (ended_ || closing_) return;
    closing_ = true;
    goodbye_.expires_after(kGoodbyeTime);
    goodbye_.async_wait([self = shared_from_this()](beast::error_code error) {
      if (!error) self->cut();
    });
    ws_.async_close(reason_of(code, reason), [](beast::error_code) {});
  }

  Context& context_;
  const std::shared_ptr<FrameQueue> out_;
  websocket::stream<FrameStream> ws_;
  asio::steady_timer pause_;
  asio::steady_timer goodbye_;
  asio::steady_timer life_;
  Caller caller_;
  Addresses::Place place_;
  Counted open_;
  std::shared_ptr<Line> line_;
  std::shared_ptr<Visitor> visitor_;
  Allowance pace_{kReadPerSecond, kReadAtOnce};
  Allowance control_{kControlPerSecond, kControlAtOnce};
  std::int64_t heard_ms_ = 0;  // the last frame of any kind
  bool packs_ = false;         // the client understands packed messages
  bool silent_ = false;        // and the hub knows it
  bool pinging_ = false;
  bool closing_ = false;  // takes no more messages, in either direction
  bool ended_ = false;
};

}  // namespace

void serve_websocket(asio::ip::tcp::socket socket, http::request<http::string_body> request,
                     Caller caller, Addresses::Place place, Counted open, Context& context) {
  const auto executor = socket.get_executor();
  auto session = std::make_shared<WebSocketSession>(std::move(socket), std::move(caller),
                                                    std::move(place), std::move(open), context);
  asio::co_spawn(
      executor,
      [session, upgrade = std::move(request)]() mutable {
        return session->run(std::move(upgrade));
      },
      asio::detached);
}

}  // namespace bastide::server
