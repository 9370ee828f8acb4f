#include "tests/net_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace bastide::test_help {

namespace {

using Clock = std::chrono::steady_clock;

bool wait_for(int fd, short events, Clock::time_point until) {
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
  pollfd one{fd, events, 0};
  return ::poll(&one, 1, static_cast<int>(std::max<std::int64_t>(0, left))) > 0;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Status and headers from the text before the empty line.
Answer answer_from(const std::string& head) {
  Answer answer;
  if (!head.starts_with("HTTP/1.") || head.size() < 12) return answer;
  answer.status = std::atoi(head.c_str() + 9);
  std::size_t at = head.find("\r\n");
  while (at != std::string::npos && at + 2 < head.size()) {
    const std::size_t start = at + 2;
    at = head.find("\r\n", start);
    const std::string line = head.substr(start, at - start);
    const auto colon = line.find(": ");
    if (colon != std::string::npos)
      answer.headers[lower(line.substr(0, colon))] = line.substr(colon + 2);
  }
  return answer;
}

}  // namespace

Wire::Wire(std::uint16_t port, int receive_buffer) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_buffer > 0)
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) close();
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Wire::Wire(Wire&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Wire& Wire::operator=(Wire&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Wire::~Wire() { close(); }

void Wire::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void Wire::finish_sending() { ::shutdown(fd_, SHUT_WR); }

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string Wire::read_some(milliseconds patience) {
  std::array<char, 65536> bytes;
  if (!open() || !wait_for(fd_, POLLIN, Clock::now() + patience)) return {};
  const auto got = ::recv(fd_, bytes.data(), bytes.size(), 0);
  return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
}

bool Wire::ends(milliseconds patience) {
  std::array<char, 65536> bytes;
  const auto until = Clock::now() + patience;
  while (wait_for(fd_, POLLIN, until))
    if (::recv(fd_, bytes.data(), bytes.size(), 0) <= 0) return true;
  return false;
}

Answer HttpClient::read_answer(bool head, milliseconds patience) {
  const auto until = Clock::now() + patience;
  const auto more = [&] {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    const std::string bytes = wire.read_some(std::max(left, milliseconds(0)));
    rest_ += bytes;
    return !bytes.empty();
  };
  std::size_t end = 0;
  while ((end = rest_.find("\r\n\r\n")) == std::string::npos)
    if (!more()) return {};
  Answer answer = answer_from(rest_.substr(0, end));
  rest_.erase(0, end + 4);
  const auto length = answer.headers.find("content-length");
  if (head || length == answer.headers.end()) return answer;
  const auto size = static_cast<std::size_t>(std::stoul(length->second));
  while (rest_.size() < size)
    if (!more()) return {};
  answer.body = rest_.substr(0, size);
  rest_.erase(0, size);
  return answer;
}

Answer HttpClient::ask(std::string_view request, bool head) {
  wire.send(request);
  return read_answer(head);
}

Answer HttpClient::get(std::string_view path, std::string_view more_headers) {
  return ask("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" +
             std::string(more_headers) + "\r\n");
}

std::string new_session(std::uint16_t port, std::string_view name) {
  HttpClient client(port);
  const std::string body = name.empty() ? "{}" : "{\"name\":\"" + std::string(name) + "\"}";
  const Answer answer =
      client.ask("POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                 std::to_string(body.size()) + "\r\n\r\n" + body);
  const auto cookie = answer.headers.find("set-cookie");
  if (cookie == answer.headers.end()) return {};
  return cookie->second.substr(0, cookie->second.find(';'));
}

std::string upgrade_request(std::uint16_t port, std::string_view cookie,
                            std::string_view more_headers, std::string_view origin) {
  const std::string host = "localhost:" + std::to_string(port);
  return "GET /ws HTTP/1.1\r\nHost: " + host +
         "\r\nOrigin: " + (origin.empty() ? "http://" + host : std::string(origin)) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n" +
         (cookie.empty() ? "" : "Cookie: " + std::string(cookie) + "\r\n") +
         std::string(more_headers) + "\r\n";
}

std::string program_request(std::uint16_t port, std::string_view table,
                            std::string_view more_headers) {
  return "GET /bot?table=" + std::string(table) +
         " HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n" +
         std::string(more_headers) + "\r\n";
}

std::string new_bot(std::uint16_t port, std::string_view name) {
  const std::string body = "{\"name\":\"" + std::string(name) + "\"}";
  const Answer answer =
      HttpClient(port).ask("POST /api/bots HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n" + body);
  const auto at = answer.body.find("\"token\":\"");
  return at == std::string::npos ? std::string() : answer.body.substr(at + 9, 64);
}

std::string client_frame(Op op, std::string_view payload, bool last, bool masked) {
  std::string frame;
  frame += static_cast<char>(static_cast<int>(op) | (last ? 0x80 : 0));
  const auto mask_bit = masked ? 0x80 : 0;
  const std::size_t size = payload.size();
  if (size < 126) {
    frame += static_cast<char>(mask_bit | static_cast<int>(size));
  } else {
    const int bytes = size < 65536 ? 2 : 8;
    frame += static_cast<char>(mask_bit | (bytes == 2 ? 126 : 127));
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
      frame += static_cast<char>(size >> shift);
  }
  static constexpr std::array<char, 4> kMask{0x35, 0x1c, 0x77, 0x0e};
  if (!masked) return frame.append(payload);
  frame.append(kMask.data(), kMask.size());
  for (std::size_t i = 0; i < size; ++i) frame += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return frame;
}

int Frame::code() const {
  if (op != Op::close || payload.size() < 2) return 0;
  return static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
}

std::optional<Frame> take_frame(std::string& bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < 2) return std::nullopt;
  std::size_t head = 2;
  std::uint64_t size = byte(1) & 0x7f;
  const std::size_t extra = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (extra > 0) {
    if (bytes.size() < head + extra) return std::nullopt;
    size = 0;
    for (std::size_t i = 0; i < extra; ++i) size = size * 256 + byte(head + i);
    head += extra;
  }
  if (bytes.size() - head < size) return std::nullopt;
  Frame frame{static_cast<Op>(byte(0) & 0x0f), bytes.substr(head, size), (byte(0) & 0x40) != 0};
  bytes.erase(0, head + size);
  return frame;
}

struct Inflater::Stream {
  z_stream z{};
};

Inflater::Inflater() : stream_(std::make_unique<Stream>()) { inflateInit2(&stream_->z, -15); }

Inflater::~Inflater() { inflateEnd(&stream_->z); }

std::string Inflater::operator()(std::string_view packed) {
  // The end of a block, which is left out on the way.
  std::string bytes = std::string(packed) + std::string("\x00\x00\xff\xff", 4);
  std::array<char, 16384> part;
  std::string text;
  z_stream& z = stream_->z;
  z.next_in = reinterpret_cast<Bytef*>(bytes.data());
  z.avail_in = static_cast<uInt>(bytes.size());
  do {
    z.next_out = reinterpret_cast<Bytef*>(part.data());
    z.avail_out = static_cast<uInt>(part.size());
    const int result = inflate(&z, Z_SYNC_FLUSH);
    if (result != Z_OK && result != Z_BUF_ERROR) return {};
    text.append(part.data(), part.size() - z.avail_out);
  } while (z.avail_out == 0);
  return text;
}

std::string deflated(std::string_view text) {
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, -9, 9, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 1000, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_SYNC_FLUSH);
  out.resize(out.size() - z.avail_out - 4);  // without the end of a block
  deflateEnd(&z);
  return out;
}

std::string packed_client_frame(std::string_view text) {
  std::string frame = client_frame(Op::text, deflated(text));
  frame[0] = static_cast<char>(frame[0] | 0x40);
  return frame;
}

WsClient::WsClient(std::uint16_t port, std::string_view cookie, int receive_buffer,
                   std::string_view more_headers)
    : wire(port, receive_buffer) {
  upgrade(upgrade_request(port, cookie, more_headers));
}

WsClient WsClient::by(std::uint16_t port, std::string_view request, int receive_buffer) {
  WsClient client{Wire(port, receive_buffer)};
  client.upgrade(request);
  return client;
}

void WsClient::upgrade(std::string_view request) {
  wire.send(request);
  while (rest_.find("\r\n\r\n") == std::string::npos) {
    const std::string bytes = wire.read_some();
    if (bytes.empty()) return;
    rest_ += bytes;
  }
  status = answer_from(rest_).status;
  rest_.erase(0, rest_.find("\r\n\r\n") + 4);
}

std::optional<Frame> WsClient::read(milliseconds patience) {
  const auto until = Clock::now() + patience;
  for (;;) {
    while (auto frame = take_frame(rest_)) {
      if (frame->op != Op::ping) return frame;
      wire.send(client_frame(Op::pong, frame->payload));
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    const std::string bytes = wire.read_some(std::max(left, milliseconds(0)));
    if (bytes.empty()) return std::nullopt;
    rest_ += bytes;
  }
}

std::optional<std::string> WsClient::read_type(std::string_view type, milliseconds patience) {
  const auto until = Clock::now() + patience;
  const std::string wanted = "\"type\":\"" + std::string(type) + "\"";
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (left.count() < 0) return std::nullopt;
    auto frame = read(left);
    if (!frame || frame->op == Op::close) return std::nullopt;
    if (frame->payload.find(wanted) != std::string::npos) return std::move(frame->payload);
  }
}

}  // namespace bastide::test_help
