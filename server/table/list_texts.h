// A long list of JSON in pieces, each of which stays as it is until something in it changes: so
// what has been packed need not be packed again.
#pragma once

#include <string_view>
#include <vector>

#include "server/message/text.h"

namespace bastide::server {

class ListTexts {
 public:
  // So many pieces; new ones are empty.
  void resize(std::size_t pieces) { pieces_.resize(pieces); }
  std::size_t size() const { return pieces_.size(); }
  bool has(std::size_t i) const { return pieces_[i] != nullptr; }
  // The elements of one piece, with commas between them, after those before it have been put.
  void put(std::size_t i, std::string_view elements);
  void drop(std::size_t i) { pieces_[i] = nullptr; }
  const std::vector<PiecePtr>& pieces() const { return pieces_; }

 private:
  std::vector<PiecePtr> pieces_;
};

}  // namespace bastide::server
