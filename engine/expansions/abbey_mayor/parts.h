// The parts of the set, as they see one another.
#pragma once

#include <string>
#include <string_view>

#include "engine/expansions/abbey_mayor/view.h"
#include "engine/rules/corners.h"

namespace bastide::abbey_mayor {

void install_abbeys(Rules& rules, int each);
void install_mayors(Rules& rules, int each);
void install_wagons(Rules& rules, int each);
void install_barns(Rules& rules, int each);

// Abbeys
TileType abbey_tile(const Rules& rules);

// Wagons: the one that is asked about, and what it may move to.
int next_wagon(const Rules& rules, const GameState& s);
bool is_target(const Rules& rules, const GameState& s, FeatureId f);

// Barns. A corner of a tile is called by its number (corners.h) and by its spot.
constexpr Spot spot_at(int corner) {
  return static_cast<Spot>(static_cast<int>(Spot::corner_ne) + corner);
}
constexpr bool is_corner(Spot spot) { return spot >= Spot::corner_ne && spot <= Spot::corner_nw; }
constexpr int corner_at(Spot spot) {
  return static_cast<int>(spot) - static_cast<int>(Spot::corner_ne);
}
// BARN-10: barns are all that closes fields.
inline bool has_barn(const GameState& s, FeatureId f) {
  return s.features[f].kind == SegmentKind::field && s.features[f].has(FeatureMark::closed);
}
Pos point_of(const GameState& s, const PlacedPiece& barn);
void put_barn(const Rules& rules, GameState& s, TileIndex tile, int corner, Seat owner);

// Words: the public state, loaded positions, refusals.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out);
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out);
void write_field(const Rules& rules, const GameState& s, FeatureId f, FieldWriter& out);
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value);
std::string explain(const Rules& rules, const GameState& s, const Action& action);

}  // namespace bastide::abbey_mayor
