// A WebSocket that never makes its owner wait: while servers come and go, a few dead connections
// must not hold up all the others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tests/net_client.h"

namespace bastide::test_help {

class SoftLine {
 public:
  using Clock = std::chrono::steady_clock;

  SoftLine() = default;
  ~SoftLine() { close(); }
  SoftLine(const SoftLine&) = delete;
  SoftLine& operator=(const SoftLine&) = delete;

  // Begins; the request goes out as soon as there is a connection. False: not even begun.
  bool connect(std::uint16_t port, std::string request);
  void close();
  int fd() const { return fd_; }
  bool wants_to_write() const { return !out_.empty(); }

  // False: the connection is gone.
  bool send(std::string_view bytes);
  bool flush();
  bool read();  // what there is, to `in`

  // The head of the answer to the request, taken off `in`; empty as long as it is not all there.
  std::string take_head();

  std::string in;

 private:
  int fd_ = -1;
  bool connected_ = false;
  std::string out_;
};

}  // namespace bastide::test_help
