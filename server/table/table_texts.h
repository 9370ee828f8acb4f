// What everybody at a table is told about its game. Each part is written once for a position, however
// many ask for it, and what a move does not change is not written again. Belongs to the table's
// loop; the pieces it gives away may be used anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/message/text.h"
#include "server/table/table.h"

namespace bastide::server {

class TableTexts {
 public:
  // Members of an `update`: all but `options`.
  PiecePtr update(const Table& table, const GameState& before, std::int64_t first_seq,
                  std::int64_t now_ms);
  // Members of `table` and `undone` that the game gives: seq, state, history, clocks; all but
  // `options`. Before the start seq alone.
  std::vector<PiecePtr> whole(const Table& table, std::int64_t now_ms);
  // The member `options`: of whoever decides, and of everybody else.
  PiecePtr options(const Table& table);
  static PiecePtr no_options();
  // Members of `features`.
  PiecePtr features(const Table& table);

  // The game is not what it was: something was taken back, or the table was read anew. Also where
  // nobody is there to be told anything: what is kept takes memory.
  void forget();

 private:
  // What the texts of a position depend on.
  struct Position {
    std::int64_t seq = 0;
    SeatBits cannot_win = 0;
    bool operator==(const Position&) const = default;
  };
  void turn_to(const Table& table);

  std::optional<Position> position_;
  PiecePtr game_;  // state and history
  PiecePtr options_;
  PiecePtr features_;
};

}  // namespace bastide::server
