#include "tests/cluster/soft_line.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace bastide::test_help {

bool SoftLine::connect(std::uint16_t port, std::string request) {
  close();
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int result = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (result != 0 && errno != EINPROGRESS) {
    close();
    return false;
  }
  connected_ = result == 0;
  out_ = std::move(request);
  return true;
}

void SoftLine::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  connected_ = false;
  in.clear();
  out_.clear();
}

bool SoftLine::send(std::string_view bytes) {
  if (fd_ < 0) return false;
  const bool was_empty = out_.empty();
  out_.append(bytes);
  return was_empty && connected_ ? flush() : true;
}

bool SoftLine::flush() {
  while (!out_.empty()) {
    const auto sent = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINPROGRESS)) return true;
    if (sent <= 0) return false;
    connected_ = true;
    out_.erase(0, static_cast<std::size_t>(sent));
  }
  return true;
}

bool SoftLine::read() {
  std::array<char, 65536> bytes;
  for (;;) {
    const auto got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    in.append(bytes.data(), static_cast<std::size_t>(got));
    if (static_cast<std::size_t>(got) < bytes.size()) return true;
  }
}

std::string SoftLine::take_head() {
  const auto end = in.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  std::string head = in.substr(0, end + 4);
  in.erase(0, end + 4);
  return head;
}

}  // namespace bastide::test_help
