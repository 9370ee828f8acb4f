// The members of a state that expansions add (dragon, fairy, count, wheel …): each module in play
// writes its own through Rules::write_state and the like, and here they become members of JSON.
#pragma once

#include "engine/game/game.h"
#include "engine/notation/form.h"

namespace bastide {

void add_module_members(const Rules& rules, const GameState& s, Json& state);
void add_module_members(const Rules& rules, const GameState& s, Seat seat, Json& player);
// And of one piece on the map (flock).
void add_piece_members(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                       Json& json);
// Of a tile on the map (floors).
void add_tile_members(const Rules& rules, const GameState& s, TileIndex tile, Json& json);

}  // namespace bastide
