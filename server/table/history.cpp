#include "server/table/history.h"

#include <iterator>
#include <utility>

namespace bastide::server {

void History::add(std::vector<std::string> entries) {
  while (open_.size() >= kEntriesOfPiece) close_one();
  open_.insert(open_.end(), std::make_move_iterator(entries.begin()),
               std::make_move_iterator(entries.end()));
}

void History::close_one() {
  Closed closed;
  std::string text;
  for (std::size_t i = 0; i < kEntriesOfPiece; ++i) {
    if (!closed_.empty() || i > 0) text += ',';
    text += open_[i];
    closed.ends[i] = static_cast<std::uint32_t>(text.size());
  }
  closed.piece = packed_piece(std::move(text));
  closed_.push_back(std::move(closed));
  open_.erase(open_.begin(), open_.begin() + kEntriesOfPiece);
}

void History::open_last() {
  const Closed last = std::move(closed_.back());
  closed_.pop_back();
  const std::string& text = last.piece->plain();
  std::vector<std::string> entries;
  std::size_t begin = 0;
  for (const std::uint32_t end : last.ends) {
    const std::size_t comma = !closed_.empty() || begin > 0 ? 1 : 0;
    entries.push_back(text.substr(begin + comma, end - begin - comma));
    begin = end;
  }
  open_.insert(open_.begin(), std::make_move_iterator(entries.begin()),
               std::make_move_iterator(entries.end()));
}

std::string_view History::entry(std::size_t number) const {
  const std::size_t piece = number / kEntriesOfPiece, place = number % kEntriesOfPiece;
  if (piece >= closed_.size()) return open_[number - closed_.size() * kEntriesOfPiece];
  const Closed& closed = closed_[piece];
  const std::size_t before = place == 0 ? 0 : closed.ends[place - 1];
  const std::size_t comma = number == 0 ? 0 : 1;
  return std::string_view(closed.piece->plain())
      .substr(before + comma, closed.ends[place] - before - comma);
}

void History::take_back(std::size_t size) {
  while (closed_.size() * kEntriesOfPiece > size) {
    if ((closed_.size() - 1) * kEntriesOfPiece >= size) {
      closed_.pop_back();
      open_.clear();
    } else {
      open_last();
    }
  }
  open_.resize(size - closed_.size() * kEntriesOfPiece);
}

std::vector<PiecePtr> History::closed() const {
  std::vector<PiecePtr> pieces;
  for (const Closed& closed : closed_) pieces.push_back(closed.piece);
  return pieces;
}

std::string History::open() const {
  std::string text;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (!closed_.empty() || i > 0) text += ',';
    text += open_[i];
  }
  return text;
}

}  // namespace bastide::server
