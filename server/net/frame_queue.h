// What is written to a WebSocket, as one row: messages as frames of ours, whose texts are shared
// with other connections and were packed once, and between them, each in one piece, what Beast says
// by itself: its answer to the upgrade, pings, pongs, the goodbye. Used on the loop of its socket.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/container/static_vector.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "server/message/text.h"

namespace bastide::server {

class FrameQueue : public std::enable_shared_from_this<FrameQueue> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Error = boost::system::error_code;

  // `in_all`: the bytes that wait for all connections together.
  FrameQueue(Socket socket, std::atomic<std::size_t>& in_all);
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  Socket& socket() { return socket_; }

  // Queues a message, packed if the client understands that. Nothing follows a goodbye.
  void put(Text text, bool packed);
  // Writes what the system takes; the rest when it takes more.
  void flush();
  // Closes the socket and drops what waits.
  void cut(Error reason = boost::asio::error::operation_aborted);

  // Queues bytes of Beast. The handler is called, later, when they have been written: who ends the
  // connection after a goodbye then cuts off nothing.
  template <class Buffers, class Handler>
  void put_bytes(const Buffers& buffers, Handler handler) {
    std::string bytes;
    bytes.resize(boost::asio::buffer_size(buffers));
    boost::asio::buffer_copy(boost::asio::buffer(bytes), buffers);
    auto written = std::make_unique<WrittenFor<Handler>>(socket_.get_executor(), bytes.size(),
                                                         std::move(handler));
    put_bytes_of(std::move(bytes), std::move(written));
  }

  std::size_t unread() const { return unread_; }  // bytes that wait
  // For how long the client has been taking the frame that it takes now.
  std::chrono::milliseconds waits() const;

 private:
  static constexpr std::size_t kMostBuffers = 64;  // that Asio hands to the system at once
  struct Written {
    virtual ~Written() = default;
    virtual void done(Error error) = 0;
  };
  template <class Handler>
  struct WrittenFor final : Written {
    WrittenFor(boost::asio::any_io_executor its_executor, std::size_t bytes, Handler its_handler)
        : executor(std::move(its_executor)), size(bytes), handler(std::move(its_handler)) {}
    void done(Error error) override {
      boost::asio::post(
          executor, boost::beast::bind_front_handler(std::move(handler), error, error ? 0 : size));
    }
    boost::asio::any_io_executor executor;
    std::size_t size;
    Handler handler;
  };
  // `head` and, of a message, its pieces.
  struct Frame {
    std::string head;
    Text text;
    bool packed = false;
    std::unique_ptr<Written> written;
    std::size_t size = 0;
  };

  void put_bytes_of(std::string bytes, std::unique_ptr<Written> written);
  void add(Frame frame);
  using Buffers = boost::container::static_vector<boost::asio::const_buffer, kMostBuffers>;
  Buffers next_bytes() const;
  void took(std::size_t bytes);
  void wait_for_room();
  void shrink(std::size_t bytes);

  Socket socket_;
  std::atomic<std::size_t>& in_all_;
  std::deque<Frame> frames_;
  std::size_t done_ = 0;  // bytes of the first one that are written
  std::size_t unread_ = 0;
  std::int64_t since_ms_ = 0;  // the first one is being written
  bool waiting_ = false;       // for the system to take more
  bool goodbye_ = false;       // a close frame is queued or written
  bool ended_ = false;
};

// The head of a text frame with so many bytes of payload, as a server sends it.
std::string text_frame_head(std::size_t size, bool packed);

}  // namespace bastide::server
