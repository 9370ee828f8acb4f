// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/princess_dragon/state.h"
#include "engine/expansions/princess_dragon/view.h"
#include "engine/rules/rules.h"

namespace bastide::princess_dragon {

void install_dragon(Rules& rules);
void install_princess(Rules& rules);
void install_portal(Rules& rules);
void install_fairy(Rules& rules);

// Whether the tile laid in this turn carries the mark.
inline bool placed_has(const Rules& rules, const GameState& s, Mark mark) {
  const TileIndex placed = s.core->placed;
  return placed != kNone && rules.tiles[s.tiles[placed].type].has(mark);
}

// Two pieces that nobody can tell apart are one answer: whether piece i is the first of its like.
bool are_alike(const GameState& s, const PlacedPiece& a, const PlacedPiece& b);
bool stands_first_of_its_like(const GameState& s, int i);
inline bool is_first_of_its_like(const GameState& s, int i) {
  const PlacedPiece& piece = s.pieces[i];
  const Feature& feature = s.features[s.segments[piece.segment].feature];
  const bool alone = piece.standing != Standing::on_tile &&  // occupants are those of the feature
                     number_of_seat(feature.occupants, piece.owner) < 2;
  return alone || stands_first_of_its_like(s, i);
}

// Fairy
void put_fairy(const Rules& rules, GameState& s, Pos at, const PlacedPiece& beside);

// Portal: whether a piece may go there through it, if its kind may stand there and nobody does.
// PORTAL-5; Q-PD-10: what this very tile has completed can still be reached.
bool is_just_completed(const Rules& rules, const GameState& s, FeatureId feature);
inline bool portal_reaches(const Rules& rules, const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  return feature.open != 0 || feature.kind == SegmentKind::field || is_just_completed(rules, s, f);
}

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::princess_dragon
