// Pieces coming to the map, moving there and going home.
#pragma once

#include "engine/rules/rules.h"

namespace bastide {

// From wherever it was: supplies are the caller's concern.
void put_piece(const Rules& rules, GameState& s, const PlacedPiece& piece);

// A piece goes back to its owner's supply. The last of the pieces takes its place in the list.
void send_home(const Rules& rules, GameState& s, int piece_index, EventKind why, EventSink* events);
// The same, untold: whoever calls it tells what becomes of the piece.
void take_up(const Rules& rules, GameState& s, int piece_index, EventSink* events);
// It leaves the map in the same way, and its owner does not get it: the caller keeps it for the
// holder.
void carry_off(const Rules& rules, GameState& s, int piece_index, Seat holder, EventKind why,
               EventSink* events);
// SCORE-7: the persons on a feature.
void send_all_home(const Rules& rules, GameState& s, FeatureId feature, EventSink* events);
// Everything, when the game is over; nothing is told.
void clear_pieces(const Rules& rules, GameState& s);

// A piece goes into a module's building on the segment where it is. Others may leave the map
// because of it: what the numbers of pieces mean may change.
void enter_building(const Rules& rules, GameState& s, int piece_index, Standing standing,
                    ModuleId keeper, int number, EventSink* events);

}  // namespace bastide
