#include "engine/scoring/pieces.h"

#include <algorithm>

#include "engine/board/board.h"
#include "engine/scoring/majority.h"

namespace bastide {
namespace {

std::uint32_t claim_of(const Rules& rules, const PlacedPiece& piece) {
  return occupies(rules, piece) ? one_of_seat(piece.owner) : 0;
}

PlacedPiece lift_piece(const Rules& rules, GameState& s, int index) {
  const PlacedPiece piece = s.pieces[index];
  s.features[feature_of(s, piece.segment)].occupants -= claim_of(rules, piece);
  s.pieces[index] = s.pieces[--s.core->pieces];
  ++s.core->players[piece.owner].supply[piece.kind];
  return piece;
}

}  // namespace

void put_piece(const Rules& rules, GameState& s, const PlacedPiece& piece) {
  s.pieces[s.core->pieces++] = piece;
  s.features[feature_of(s, piece.segment)].occupants += claim_of(rules, piece);
}

void send_home(const Rules& rules, GameState& s, int index, EventKind why, EventSink* events) {
  const PlacedPiece piece = lift_piece(rules, s, index);
  if (events != nullptr)
    tell(events, s, why, piece.owner,
         {.piece = piece.kind, .segment = piece.segment, .seg = seg_of(s, piece)});
  for (PieceLeft hook : rules.piece_left) hook(rules, s, piece, events);
}

void take_up(const Rules& rules, GameState& s, int index, EventSink* events) {
  const PlacedPiece piece = lift_piece(rules, s, index);
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
  while (s.core->pieces > 0) lift_piece(rules, s, s.core->pieces - 1);
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
