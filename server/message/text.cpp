#include "server/message/text.h"

#include <zlib.h>

#include <new>
#include <utility>

#include "engine/notation/json_text.h"
#include "server/message/quick_deflate.h"

namespace bastide::server {

namespace {

constexpr int kLevel = 3;
constexpr int kWindowBits = -15;  // raw deflate
constexpr int kMemLevel = 8;
constexpr std::size_t kWorthDeflating = 128;  // nothing is gained with less

// The library's, for what is kept: smaller, and it takes its time. One for each thread: making it
// costs more than packing a short text.
class Deflater {
 public:
  Deflater() {
    ready_ = deflateInit2(&stream_, kLevel, Z_DEFLATED, kWindowBits, kMemLevel,
                          Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Deflater() {
    if (ready_) deflateEnd(&stream_);
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  std::string pack(const std::string& text) {
    if (!ready_ || deflateReset(&stream_) != Z_OK) return stored_blocks(text);
    std::string out(deflateBound(&stream_, static_cast<uLong>(text.size())) + 16, '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    if (deflate(&stream_, Z_SYNC_FLUSH) != Z_OK || stream_.avail_in != 0)
      return stored_blocks(text);
    out.resize(out.size() - stream_.avail_out);
    return out;
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

std::string packed_to_send(const std::string& plain) {
  return plain.size() < kWorthDeflating ? stored_blocks(plain) : quick_deflate(plain);
}

std::string packed_to_keep(const std::string& plain) {
  thread_local Deflater deflater;
  std::string bytes = plain.size() < kWorthDeflating ? stored_blocks(plain) : deflater.pack(plain);
  bytes.shrink_to_fit();
  return bytes;
}

// What was packed to be kept.
std::string plain_text(const std::string& packed, std::size_t size) {
  std::string plain(size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, kWindowBits) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  return plain;
}

}  // namespace

Piece::Piece(Packed packed)
    : size_(packed.size), packed_(std::move(packed.bytes)), begun_packed_(true) {}

PiecePtr packed_piece(std::string plain) {
  return PiecePtr(new Piece(Piece::Packed{packed_to_keep(plain), plain.size()}));
}

const std::string& Piece::plain() const {
  if (begun_packed_) std::call_once(once_, [this] { plain_ = plain_text(packed_, size_); });
  return plain_;
}

const std::string& Piece::packed() const {
  if (!begun_packed_) std::call_once(once_, [this] { packed_ = packed_to_send(plain_); });
  return packed_;
}

std::string Message::joined() const {
  std::string all;
  all.reserve(size);
  for (const PiecePtr& one : pieces) all.append(one->plain());
  return all;
}

MessageText::MessageText(std::string_view type, std::optional<std::int64_t> re) {
  open_ = "{\"type\":" + quoted_text(type);
  if (re) open_.append(",\"re\":").append(std::to_string(*re));
}

void MessageText::flush() {
  if (open_.empty()) return;
  message_.size += open_.size();
  message_.pieces.push_back(piece(std::exchange(open_, {})));
}

MessageText& MessageText::add(PiecePtr members) {
  if (members->size() == 0) return *this;
  flush();
  message_.size += members->size();
  message_.pieces.push_back(std::move(members));
  return *this;
}

MessageText& MessageText::add(const std::vector<PiecePtr>& members) {
  for (const PiecePtr& one : members) add(one);
  return *this;
}

MessageText& MessageText::members(std::string_view members) {
  if (!members.empty()) open_.append(",").append(members);
  return *this;
}

Text MessageText::take() {
  open_.append("}");
  flush();
  return std::make_shared<const Message>(std::move(message_));
}

Text whole_text(std::string text) {
  Message message;
  message.size = text.size();
  message.pieces.push_back(piece(std::move(text)));
  return std::make_shared<const Message>(std::move(message));
}

}  // namespace bastide::server
