#include "server/net/frame_queue.h"

#include <algorithm>

namespace bastide::server {

namespace {

namespace asio = boost::asio;

constexpr int kText = 0x81;    // the last frame of a message, which is text
constexpr int kPacked = 0x40;  // permessage-deflate: RFC 7692, section 7.2.3.1
constexpr char kClose = '\x88';
// Pieces end with whole blocks; the client adds 00 00 ff ff to a message, and this before it makes
// that an empty block.
constexpr std::string_view kPackedEnd("\0", 1);

std::int64_t steady_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

const std::string& bytes_of(const Piece& piece, bool packed) {
  return packed ? piece.packed() : piece.plain();
}

std::size_t payload_size(const Message& message, bool packed) {
  std::size_t size = packed ? kPackedEnd.size() : 0;
  for (const PiecePtr& piece : message.pieces) size += bytes_of(*piece, packed).size();
  return size;
}

}  // namespace

std::string text_frame_head(std::size_t size, bool packed) {
  std::string head(1, static_cast<char>(packed ? kText | kPacked : kText));
  if (size < 126) return head + static_cast<char>(size);
  const int bytes = size < 65'536 ? 2 : 8;
  head += static_cast<char>(bytes == 2 ? 126 : 127);
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
    head += static_cast<char>(static_cast<std::uint64_t>(size) >> shift & 0xff);
  return head;
}

FrameQueue::FrameQueue(Socket socket, std::atomic<std::size_t>& in_all)
    : socket_(std::move(socket)), in_all_(in_all) {
  Error ignored;
  socket_.non_blocking(true, ignored);
}

FrameQueue::~FrameQueue() { shrink(unread_); }

std::chrono::milliseconds FrameQueue::waits() const {
  return std::chrono::milliseconds(frames_.empty() ? 0 : steady_ms() - since_ms_);
}

void FrameQueue::put(Text text, bool packed) {
  if (ended_ || goodbye_) return;
  const std::size_t size = payload_size(*text, packed);
  Frame frame;
  frame.head = text_frame_head(size, packed);
  frame.size = frame.head.size() + size;
  frame.text = std::move(text);
  frame.packed = packed;
  add(std::move(frame));
}

void FrameQueue::put_bytes_of(std::string bytes, std::unique_ptr<Written> written) {
  if (ended_) return written->done(asio::error::operation_aborted);
  if (bytes.empty()) return written->done({});
  goodbye_ = goodbye_ || bytes.front() == kClose;
  Frame frame;
  frame.size = bytes.size();
  frame.head = std::move(bytes);
  frame.written = std::move(written);
  add(std::move(frame));
  flush();
}

void FrameQueue::add(Frame frame) {
  unread_ += frame.size;
  in_all_.fetch_add(frame.size, std::memory_order_relaxed);
  if (frames_.empty()) since_ms_ = steady_ms();
  frames_.push_back(std::move(frame));
}

void FrameQueue::shrink(std::size_t bytes) {
  unread_ -= bytes;
  in_all_.fetch_sub(bytes, std::memory_order_relaxed);
}

void FrameQueue::flush() {
  while (!waiting_ && !frames_.empty()) {
    Error error;
    const std::size_t bytes = socket_.write_some(next_bytes(), error);
    if (error == asio::error::would_block || error == asio::error::try_again)
      return wait_for_room();
    if (error) return cut(error);
    took(bytes);
  }
}

// What comes next, from where the last write stopped.
FrameQueue::Buffers FrameQueue::next_bytes() const {
  Buffers buffers;
  std::size_t skip = done_;
  const auto view = [&](std::string_view bytes) {
    const std::size_t skipped = std::min(skip, bytes.size());
    skip -= skipped;
    if (skipped < bytes.size() && buffers.size() < buffers.capacity())
      buffers.emplace_back(bytes.data() + skipped, bytes.size() - skipped);
  };
  for (const Frame& frame : frames_) {
    view(frame.head);
    if (frame.text)
      for (const PiecePtr& piece : frame.text->pieces) view(bytes_of(*piece, frame.packed));
    if (frame.packed) view(kPackedEnd);
    if (buffers.size() == buffers.capacity()) break;
  }
  return buffers;
}

void FrameQueue::took(std::size_t bytes) {
  shrink(bytes);
  done_ += bytes;
  while (!frames_.empty() && done_ >= frames_.front().size) {
    done_ -= frames_.front().size;
    const auto written = std::move(frames_.front().written);
    frames_.pop_front();
    since_ms_ = steady_ms();
    if (written) written->done({});
  }
}

void FrameQueue::wait_for_room() {
  waiting_ = true;
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](Error error) {
    self->waiting_ = false;
    if (error) return self->cut(error);
    self->flush();
  });
}

void FrameQueue::cut(Error reason) {
  if (std::exchange(ended_, true)) return;
  Error ignored;
  socket_.close(ignored);
  shrink(unread_);
  for (const Frame& frame : std::exchange(frames_, {}))
    if (frame.written) frame.written->done(reason);
}

}  // namespace bastide::server
