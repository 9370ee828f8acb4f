#include "engine/scoring/pieces.h"

#include <algorithm>

#include "engine/board/board.h"
#include "engine/scoring/majority.h"

namespace bastide {
namespace {

std::uint32_t claim_of(const Rules& rules, const PlacedPiece& piece) {
  return occupies(rules, piece) ? one_of_seat(piece.owner) : 0;
}

// Off the map, and nowhere yet.
PlacedPiece lift_piece(const Rules& rules, GameState& s, int index) {
  const PlacedPiece piece = s.pieces[index];
  s.features[feature_of(s, piece.segment)].occupants -= claim_of(rules, piece);
  s.pieces[index] = s.pieces[--s.core->pieces];
  return piece;
}

PlacedPiece take_home(const Rules& rules, GameState& s, int index) {
  const PlacedPiece piece = lift_piece(rules, s, index);
  ++s.core->players[piece.owner].supply[piece.kind];
  return piece;
}

void tell_left(const Rules& rules, GameState& s, const PlacedPiece& piece, EventKind why,
               Seat holder, EventSink* events) {
  if (events != nullptr)
    tell(
        events, s, why, piece.owner,
        {.piece = piece.kind, .segment = piece.segment, .seg = seg_of(s, piece), .holder = holder});
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece, events);
}

}  // namespace

void put_piece(const Rules& rules, GameState& s, const PlacedPiece& piece) {
  s.pieces[s.core->pieces++] = piece;
  s.features[feature_of(s, piece.segment)].occupants += claim_of(rules, piece);
}

void send_home(const Rules& rules, GameState& s, int index, EventKind why, EventSink* events) {
  tell_left(rules, s, take_home(rules, s, index), why, kNobody, events);
}

void carry_off(const Rules& rules, GameState& s, int index, Seat holder, EventKind why,
               EventSink* events) {
  tell_left(rules, s, lift_piece(rules, s, index), why, holder, events);
}

void take_up(const Rules& rules, GameState& s, int index, EventSink* events) {
  const PlacedPiece piece = take_home(rules, s, index);
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece, events);
}

void send_all_home(const Rules& rules, GameState& s, FeatureId f, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i) {
    if (feature_of(s, s.pieces[i].segment) != f || !occupies(rules, s.pieces[i])) continue;
    send_home(rules, s, i, EventKind::returned, events);
    i = std::min<int>(i, s.core->pieces);  // who leaves may draw others after him
  }
}

void clear_pieces(const Rules& rules, GameState& s) {
  while (s.core->pieces > 0) take_home(rules, s, s.core->pieces - 1);
}

void enter_building(const Rules& rules, GameState& s, int index, Standing standing, ModuleId keeper,
                    int number, EventSink* events) {
  PlacedPiece& piece = s.pieces[index];
  const PlacedPiece before = piece;
  piece.standing = standing;
  piece.keeper = keeper;
  piece.detail = static_cast<std::uint16_t>(number);
  s.features[feature_of(s, piece.segment)].occupants +=
      claim_of(rules, piece) - claim_of(rules, before);
  const PlacedPiece after = piece;
  for (PieceMoved hook : rules.piece_moved) hook(rules, s, before, after, events);
}

}  // namespace bastide
