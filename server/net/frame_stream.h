// The stream under Beast's WebSocket: it reads from the socket, and writes into the row of frames
// in which our messages stand, too.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <memory>
#include <utility>

#include "server/net/frame_queue.h"

namespace bastide::server {

class FrameStream {
 public:
  using next_layer_type = FrameQueue::Socket;
  using executor_type = next_layer_type::executor_type;

  explicit FrameStream(std::shared_ptr<FrameQueue> queue) : queue_(std::move(queue)) {}

  executor_type get_executor() noexcept { return queue_->socket().get_executor(); }
  next_layer_type& next_layer() { return queue_->socket(); }
  const next_layer_type& next_layer() const { return queue_->socket(); }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return queue_->socket().async_read_some(buffers, std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(FrameQueue::Error, std::size_t)>(
        [queue = queue_](auto handler, const Buffers& bytes) {
          queue->put_bytes(bytes, std::move(handler));
        },
        token, buffers);
  }

 private:
  std::shared_ptr<FrameQueue> queue_;
};

// Beast finds these by the stream's type. A goodbye has been written when they are called.
inline void teardown(boost::beast::role_type role, FrameStream& stream, FrameQueue::Error& error) {
  boost::beast::websocket::teardown(role, stream.next_layer(), error);
}
template <class Handler>
void async_teardown(boost::beast::role_type role, FrameStream& stream, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, stream.next_layer(),
                                          std::forward<Handler>(handler));
}

}  // namespace bastide::server
