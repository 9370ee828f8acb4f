// How a game ended, as it is kept with its table: nobody has to replay a game to know who won.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/game/game.h"
#include "engine/notation/form.h"
#include "engine/notation/json_state.h"

namespace bastide::server {

struct GameResult {
  std::vector<int> winners;  // seats; nobody where the game was given up
  std::vector<int> scores;   // by seat
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

// Of a position. Before its end nobody wins.
GameResult result_of(const Rules& rules, const GameState& s, SeatBits cannot_win);
std::string result_text(const GameResult& result);  // as docs/wire.md §10.1 has it
GameResult read_result(const Json& value, const Path& path, std::optional<FormError>& error);

}  // namespace bastide::server
