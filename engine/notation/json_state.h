// A state as JSON: everything that lies open on the table. The order of the stock is no part of it.
#pragma once

#include "engine/game/game.h"
#include "engine/notation/form.h"

namespace bastide {

// A bit per seat that cannot win: it resigned, say. Where nobody can, all can.
using SeatBits = std::uint32_t;

// What may be left out: a client that has the tiles needs the new ones only, and a table may keep
// what its players are to count for themselves.
struct StateParts {
  bool tiles = true;
  bool features = true;
  bool by_tile = true;  // in `left`
  SeatBits cannot_win = 0;
};
Json state_to_json(const Rules& rules, const GameState& s, const StateParts& parts = {});

// Parts of it
Json tile_to_json(const Rules& rules, const GameState& s, TileIndex tile);
Json scores_to_json(const Rules& rules, const GameState& s);    // [12, 7]
Json supplies_to_json(const Rules& rules, const GameState& s);  // [{"meeple":5}, …]
Json features_to_json(const Rules& rules, const GameState& s, bool with_segments = false);
// The seats with the highest score of those who can win.
Json winners_to_json(const Rules& rules, const GameState& s, SeatBits cannot_win = 0);
std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

}  // namespace bastide
