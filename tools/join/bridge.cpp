#include "tools/join/bridge.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <unistd.h>

#include <csignal>
#include <deque>
#include <optional>

#include "protocol/child.h"
#include "protocol/messages.h"

namespace bastide::tools {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using std::chrono::milliseconds;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr milliseconds kPatience{5000};  // for a program to start or to read a line
constexpr milliseconds kLongestPause{5000};
constexpr std::size_t kMaxMessage = std::size_t{8} << 20;

class Bridge {
 public:
  explicit Bridge(const BridgeOptions& options)
      : options_(options), child_(options.command), heard_(io_), pause_(io_), signals_(io_) {}

  std::string run() {
    if (!greet_program()) return "the program does not say hello";
    heard_.assign(::dup(child_.output()));
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) end("interrupted");
    });
    asio::co_spawn(io_, [this] { return listen_to_program(); }, asio::detached);
    asio::co_spawn(io_, [this] { return keep_line(); }, asio::detached);
    io_.run();
    child_.say(bot_bye(), Child::Clock::now() + milliseconds(100));
    return ending_;
  }

 private:
  using Line = websocket::stream<beast::tcp_stream, false>;

  bool greet_program() {
    const auto until = Child::Clock::now() + kPatience;
    if (!child_.say(bot_hello(), until)) return false;
    for (std::string line; child_.hear(line, until) == Child::Heard::line;)
      if (program_ = read_bot_message(line); program_.kind == BotMessage::Kind::hello) return true;
    return false;
  }

  void end(std::string why) {
    ending_ = std::move(why);
    io_.stop();
  }

  // --- the program ---

  asio::awaitable<void> listen_to_program() {
    for (std::string line; !child_.ended();) {
      co_await heard_.async_wait(asio::posix::stream_descriptor::wait_read, kAwait);
      while (child_.hear_now(line)) pass_on(line);
    }
    end("the program has ended");
  }

  // Answers to questions that were put before the line was lost, or before the game went back,
  // would be taken for answers to the next one.
  void pass_on(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    const BotMessage message = read_bot_message(line);
    if (message.kind == BotMessage::Kind::answer) {
      if (owed_ > 0) --owed_;
      if (void_ > 0) {
        --void_;
        return;
      }
    }
    // The server has no use for talk, and so much of it a second.
    if (line_ && message.kind == BotMessage::Kind::answer) send(line);
  }

  // --- the line ---

  asio::awaitable<void> keep_line() {
    auto lost = Child::Clock::now();
    for (milliseconds pause{250};; pause = std::min(2 * pause, kLongestPause)) {
      began_ = false;
      const std::string why = co_await converse();
      if (over_) co_return end(error_);
      if (began_) {
        lost = Child::Clock::now();
        pause = milliseconds(250);
      }
      if (Child::Clock::now() - lost > options_.retry)
        co_return end("no line to the server: " + why);
      options_.remark("no line to the server (" + why + "); trying again");
      pause_.expires_after(pause);
      co_await pause_.async_wait(kAwait);
    }
  }

  // One line from its beginning to its end; gives how it ended.
  asio::awaitable<std::string> converse() {
    tcp::resolver resolver(io_);
    const auto [unknown, ends] =
        co_await resolver.async_resolve(options_.address.host, options_.address.port, kAwait);
    if (unknown) co_return unknown.message();
    Line line(io_);
    auto& stream = beast::get_lowest_layer(line);
    stream.expires_after(kPatience);
    const auto [unreachable, end] = co_await stream.async_connect(ends, kAwait);
    if (unreachable) co_return unreachable.message();
    stream.socket().set_option(tcp::no_delay(true));
    stream.expires_never();
    auto times = websocket::stream_base::timeout::suggested(beast::role_type::client);
    times.handshake_timeout = kPatience;
    times.idle_timeout = std::chrono::seconds(60);  // the server pings oftener
    line.set_option(times);
    line.read_message_max(kMaxMessage);
    websocket::response_type answer;
    const auto [refused] = co_await line.async_handshake(
        answer, options_.address.host_header(), "/bot?table=" + options_.address.table, kAwait);
    if (refused == websocket::error::upgrade_declined)
      co_return "the server answers with status " + std::to_string(answer.result_int());
    if (refused) co_return refused.message();
    co_return co_await read_all(line);
  }

  asio::awaitable<std::string> read_all(Line& line) {
    line_ = &line;
    void_ = owed_;
    queue_.clear();
    beast::flat_buffer buffer;
    std::string why;
    while (!over_) {
      const auto [error, bytes] = co_await line.async_read(buffer, kAwait);
      if (error) {
        why = error == websocket::error::closed ? std::string(line.reason().reason.c_str())
                                                : error.message();
        break;
      }
      hear_server({static_cast<const char*>(buffer.cdata().data()), buffer.size()});
      buffer.consume(buffer.size());
    }
    line_ = nullptr;
    // What is being written is in this line's hands.
    while (writing_) {
      beast::get_lowest_layer(line).cancel();
      pause_.expires_after(milliseconds(1));
      co_await pause_.async_wait(kAwait);
    }
    co_return why.empty() ? "the line was closed" : why;
  }

  void hear_server(std::string_view text) {
    const auto is = [&](std::string_view type) {
      return text.starts_with("{\"type\":\"" + std::string(type) + "\"");
    };
    if (is("hello")) return send(bot_login(program_, options_.token));
    if (is("bye")) {
      over_ = true;
      return;
    }
    if (is("too_fast")) return options_.remark(error_reason(text));
    error_.clear();
    if (is("setup")) {
      if (!began_) options_.remark("at the table");
      began_ = true;
      void_ = owed_;
    }
    if (is("think")) ++owed_;
    if (is("error")) {
      error_ = error_reason(text);
      if (!began_) return;  // about the line, not about an answer
      options_.remark("refused: " + error_);
      ++owed_;
    }
    const std::string line =
        is("think") ? bot_think_within(text, options_.think) : std::string(text);
    if (!child_.say(line, Child::Clock::now() + kPatience)) end("the program does not read");
  }

  void send(std::string text) {
    queue_.push_back(std::move(text));
    if (!writing_) write_next();
  }
  void write_next() {
    writing_ = true;
    line_->async_write(asio::buffer(queue_.front()), [this](beast::error_code error, std::size_t) {
      writing_ = false;
      if (!queue_.empty()) queue_.pop_front();
      if (!error && line_ && !queue_.empty()) write_next();
    });
  }

  const BridgeOptions& options_;
  asio::io_context io_{1};
  Child child_;
  asio::posix::stream_descriptor heard_;
  asio::steady_timer pause_;
  asio::signal_set signals_;
  BotMessage program_;    // its hello
  Line* line_ = nullptr;  // while there is one
  std::deque<std::string> queue_;
  bool writing_ = false;
  bool began_ = false;    // this line has led to a game
  bool over_ = false;     // the server has said goodbye
  std::size_t owed_ = 0;  // answers that the program has not given yet
  std::size_t void_ = 0;  // of these, to questions that do not stand any longer
  std::string error_;     // the last message was this one
  std::string ending_;
};

}  // namespace

std::string run_bridge(const BridgeOptions& options) { return Bridge(options).run(); }

std::variant<HttpAnswer, std::string> post_to_server(const TableAddress& address,
                                                     const std::string& path,
                                                     const std::string& body) {
  asio::io_context io;
  beast::error_code error;
  tcp::resolver resolver(io);
  const auto ends = resolver.resolve(address.host, address.port, error);
  if (error) return error.message();
  tcp::socket socket(io);
  asio::connect(socket, ends, error);
  if (error) return error.message();
  http::request<http::string_body> request(http::verb::post, path, 11, body);
  request.set(http::field::host, address.host_header());
  request.prepare_payload();
  http::write(socket, request, error);
  if (error) return error.message();
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  http::read(socket, buffer, response, error);
  if (error) return error.message();
  return HttpAnswer{response.result_int(), std::move(response.body())};
}

}  // namespace bastide::tools
