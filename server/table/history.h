// What has happened in a game, as text for those who come late. Old entries do not change: they
// are kept in packed pieces of many, and only the last ones as they are.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/message/text.h"

namespace bastide::server {

class History {
 public:
  static constexpr std::size_t kEntriesOfPiece = 16;

  std::size_t size() const { return closed_.size() * kEntriesOfPiece + open_.size(); }
  // The entries of one answer.
  void add(std::vector<std::string> entries);
  void take_back(std::size_t size);

  // Valid until the next change.
  std::string_view entry(std::size_t number) const;
  // A list, without its brackets.
  std::vector<PiecePtr> closed() const;
  std::string open() const;

 private:
  // Entries that are complete, with the comma that is before each but the first of all.
  struct Closed {
    PiecePtr piece;
    std::array<std::uint32_t, kEntriesOfPiece> ends;
  };
  void close_one();
  void open_last();

  std::vector<Closed> closed_;
  std::vector<std::string> open_;
};

}  // namespace bastide::server
