// Messages on their way out. A message is a row of pieces: what many are told is one piece, written
// once and compressed once, and what differs for one of them is a piece of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bastide::server {

class Piece {
 public:
  explicit Piece(std::string plain) : plain_(std::move(plain)), size_(plain_.size()) {}
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;

  std::size_t size() const { return size_; }  // of the plain text
  const std::string& plain() const;
  // The same as blocks of raw deflate that refer to nothing before them and end at a byte, so that
  // pieces may follow each other in one message. Made when it is first asked for, from any thread.
  const std::string& packed() const;

 private:
  friend std::shared_ptr<const Piece> packed_piece(std::string plain);
  struct Packed {
    std::string bytes;
    std::size_t size;
  };
  explicit Piece(Packed packed);

  mutable std::string plain_;
  std::size_t size_;
  mutable std::once_flag once_;  // for the form that was not there at first
  mutable std::string packed_;
  bool begun_packed_ = false;
};
using PiecePtr = std::shared_ptr<const Piece>;

inline PiecePtr piece(std::string plain) { return std::make_shared<const Piece>(std::move(plain)); }
// For what lasts: packed at once, and smaller; the plain text, eight times as long, comes back only
// where somebody needs it.
PiecePtr packed_piece(std::string plain);

struct Message {
  std::vector<PiecePtr> pieces;
  std::size_t size = 0;  // of all of them, plain

  std::string joined() const;
};
// Shared by all whom it is sent to.
using Text = std::shared_ptr<const Message>;

// {"type":…,"re":…,members…}. Each piece of members begins with a comma, or is empty.
class MessageText {
 public:
  explicit MessageText(std::string_view type, std::optional<std::int64_t> re = {});
  MessageText& add(PiecePtr members);
  MessageText& add(const std::vector<PiecePtr>& members);
  // As ObjectText::take_members gives them.
  MessageText& members(std::string_view members);
  Text take();

 private:
  void flush();
  Message message_;
  std::string open_;  // short texts between pieces become one piece
};

// A message that is one text.
Text whole_text(std::string text);

}  // namespace bastide::server
