// What everybody at a table is told about its game. Each part is written once for a position,
// however many ask for it, and what a move does not change is not written again. Belongs to the
// table's loop; the pieces it gives away may be used anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/message/text.h"
#include "server/table/list_texts.h"
#include "server/table/table.h"

namespace bastide::server {

class TableTexts {
 public:
  // Each gives members of a message: a row of pieces that belong together.

  // Of an `update`: all but `options`.
  std::vector<PiecePtr> update(const Table& table, const GameState& before, std::int64_t first_seq,
                               std::int64_t now_ms);
  // Of `table` and `undone`, what the game gives: seq, clocks, state, history; all but `options`.
  // Before the start seq alone.
  std::vector<PiecePtr> whole(const Table& table, std::int64_t now_ms);
  // The member `options`: of whoever decides, and of everybody else.
  PiecePtr options(const Table& table);
  static PiecePtr no_options();
  // Of `features`.
  std::vector<PiecePtr> features(const Table& table);

  // The table was read anew; or nobody is there to be told anything, and what is kept takes memory.
  // What was taken back is noticed without.
  void forget();

 private:
  // What the texts of a position depend on.
  struct Position {
    std::int64_t seq = 0;
    std::int64_t times_taken_back = 0;
    SeatBits cannot_win = 0;
    bool operator==(const Position&) const = default;
  };
  // A list of all features, as it was written at some position.
  struct Features {
    ListTexts texts;
    bool fresh = false;
  };

  void turn_to(const Table& table);
  const std::string& rest_of_state(const Table& table);
  // Numbers of the tiles that look different from when this was called last.
  std::vector<TileIndex> note_tiles(const Game& game, const GameState& s, std::int64_t seq);
  const std::vector<PiecePtr>& tiles(const Game& game);
  const std::vector<PiecePtr>& all_features(const Game& game, bool with_segments);

  std::optional<Position> position_;
  // Of that position, as far as they have been asked for
  std::string rest_;     // the state without its tiles and features, and without its closing brace
  PiecePtr rest_piece_;  // and with the beginning of the tiles
  PiecePtr options_;
  PiecePtr recent_;  // the end of the history

  // Kept from one position to the next
  std::vector<std::uint64_t> signatures_;  // of the tiles
  std::int64_t signed_seq_ = -1, signed_taken_back_ = -1;
  ListTexts tiles_;
  Features features_[2];  // without and with their segments
};

}  // namespace bastide::server
