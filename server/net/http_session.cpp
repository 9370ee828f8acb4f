#include "server/net/http_session.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/net/http_text.h"
#include "server/net/websocket.h"

namespace bastide::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Method::get;
    case http::verb::head:
      return Method::head;
    case http::verb::post:
      return Method::post;
    default:
      return Method::other;
  }
}

// The status for a request that could not be read; 0 if there is nobody to tell.
unsigned status_of(beast::error_code error) {
  if (error == http::error::body_limit) return 413;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == http::error::end_of_stream || error == http::error::partial_message) return 0;
  if (error.category() == make_error_code(http::error::bad_method).category()) return 400;
  return 0;
}

Reply unreadable(unsigned status) {
  if (status == 413) return error_reply(413, "the body is too large");
  if (status == 431) return error_reply(431, "the headers are too large");
  return error_reply(400, "this is no request");
}

// What only a confused or a hostile client sends, and what programs in between read differently.
std::optional<Reply> misleading(const http::request<http::string_body>& message) {
  if (message.version() >= 11 && message.count(http::field::host) != 1)
    return error_reply(400, "a request has one Host");
  const auto codings = message.count(http::field::transfer_encoding);
  if (codings > 0 &&
      (codings > 1 || !beast::iequals(message[http::field::transfer_encoding], "chunked")))
    return error_reply(501, "the only Transfer-Encoding here is chunked");
  return std::nullopt;
}

class HttpSession final : public Peer, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(asio::ip::tcp::socket socket, std::string key, Addresses::Place place, Counted open,
              Context& context)
      : context_(context),
        stream_(std::move(socket)),
        key_(std::move(key)),
        place_(std::move(place)),
        open_(std::move(open)) {
    context_.peers.insert(this);
  }
  ~HttpSession() override { context_.peers.erase(this); }

  void shut() override {
    if (idle_) stream_.close();
  }
  void cut() override { stream_.close(); }

  asio::awaitable<void> run() {
    beast::flat_buffer buffer(context_.common.options.header_bytes +
                              context_.common.options.body_bytes);
    for (bool more = true; more && !context_.common.stopping;) {
      Parser parser;
      parser.header_limit(static_cast<std::uint32_t>(context_.common.options.header_bytes));
      parser.body_limit(context_.common.options.body_bytes);
      stream_.expires_after(context_.common.options.request_time);
      idle_ = true;
      const auto [error, bytes] = co_await http::async_read(stream_, buffer, parser, kAwait);
      idle_ = false;
      if (error) {
        if (const unsigned status = status_of(error))
          co_await write(unreadable(status), parser.get(), false);
        break;
      }
      if (const auto refusal = misleading(parser.get())) {
        co_await write(*refusal, parser.get(), false);
        break;
      }
      if (beast::websocket::is_upgrade(parser.get())) {
        const auto refusal = co_await upgrade(parser, buffer.size() > 0);
        if (!refusal) co_return;
        co_await write(*refusal, parser.get(), false);
        break;
      }
      const Reply reply = co_await answer(parser.get());
      more = co_await write(reply, parser.get(), parser.keep_alive());
    }
    end();
  }

 private:
  using Message = http::request<http::string_body>;
  using Parser = http::request_parser<http::string_body>;

  Request request_of(const Message& message) const {
    Request request;
    request.method = method_of(message.method());
    request.target = view(message.target());
    request.host = view(message[http::field::host]);
    request.origin = view(message[http::field::origin]);
    request.cookie = view(message[http::field::cookie]);
    request.accept_encoding = view(message[http::field::accept_encoding]);
    request.accept_language = view(message[http::field::accept_language]);
    request.if_none_match = view(message[http::field::if_none_match]);
    request.body = message.body();
    request.from = {&context_.loop, client_of(message)};
    return request;
  }

  std::string client_of(const Message& message) const {
    if (!context_.common.options.trust_proxy) return key_;
    return address_key(last_forwarded(view(message["X-Forwarded-For"]))).value_or(key_);
  }

  asio::awaitable<Reply> answer(const Message& message) {
    const Request request = request_of(message);
    co_return co_await context_.common.router.answer(request);
  }

  // Nothing, if the connection has been handed over.
  asio::awaitable<std::optional<Reply>> upgrade(Parser& parser, bool hasty) {
    if (hasty) co_return error_reply(400, "wait for the answer to an upgrade");
    const Request request = request_of(parser.get());
    auto allowed = co_await context_.common.router.upgrade(request);
    if (auto* refusal = std::get_if<Reply>(&allowed)) co_return std::move(*refusal);
    if (!place_) place_ = context_.common.addresses.enter(request.from.address);
    if (!place_) {
      context_.counters.turned_away.add();
      co_return error_reply(429, "too many connections from this address");
    }
    serve_websocket(stream_.release_socket(), parser.release(),
                    std::get<Caller>(std::move(allowed)), std::move(place_), std::move(open_),
                    context_);
    co_return std::nullopt;
  }

  // Gives whether another request may follow.
  asio::awaitable<bool> write(const Reply& reply, const Message& message, bool keep_alive) {
    keep_alive = keep_alive && !context_.common.stopping;
    const bool bodiless = message.method() == http::verb::head || reply.status == 304;
    http::response<http::span_body<const char>> response;
    response.version(message.version() == 10 ? 10 : 11);
    response.result(reply.status);
    for (const auto& [name, value] : reply.headers)
      response.insert(beast::string_view(name.data(), name.size()), value);
    if (reply.status != 304) response.content_length(reply.body->size());
    if (!bodiless) response.body() = {reply.body->data(), reply.body->size()};
    response.keep_alive(keep_alive);
    context_.counters.answers[std::min<unsigned>(reply.status / 100, 5)].add();
    context_.common.log.line("request", {{"method", view(message.method_string())},
                                         {"route", reply.route},
                                         {"status", reply.status},
                                         {"from", client_of(message)}});
    stream_.expires_after(context_.common.options.answer_time);
    const auto [error, bytes] = co_await http::async_write(stream_, response, kAwait);
    co_return !error && keep_alive;
  }

  // Says that nothing more comes; what the client still sends is not read.
  void end() {
    beast::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  }

  Context& context_;
  beast::tcp_stream stream_;
  std::string key_;
  Addresses::Place place_;
  Counted open_;
  bool idle_ = true;  // waiting for a request
};

}  // namespace

void serve_http(asio::ip::tcp::socket socket, std::string key, Addresses::Place place, Counted open,
                Context& context) {
  const auto executor = socket.get_executor();
  auto session = std::make_shared<HttpSession>(std::move(socket), std::move(key), std::move(place),
                                               std::move(open), context);
  asio::co_spawn(executor, [session] { return session->run(); }, asio::detached);
}

}  // namespace bastide::server
