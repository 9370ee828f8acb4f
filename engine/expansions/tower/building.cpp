// Foundations, floors and guards.
#include <bit>

#include "engine/board/own_pieces.h"
#include "engine/expansions/tower/parts.h"
#include "engine/scoring/pieces.h"

namespace bastide::tower {
namespace {

void note_foundation(const Rules& rules, GameState& s, TileIndex tile) {
  if (!rules.tiles[s.tiles[tile].type].has(Mark::tower)) return;
  auto& state = rules.ext<TowerState>(s);
  ++state.towers;
  ++state.open;
  all_towers(rules, s).back() = {tile, 0, 0};
}

void note_all_foundations(const Rules& rules, GameState& s) {
  for (TileIndex tile = 0; tile < s.core->tiles; ++tile) note_foundation(rules, s, tile);
}

void note_new_foundation(const Rules& rules, GameState& s, EventSink*) {
  note_foundation(rules, s, s.core->placed);
}

// --- Step 2 ------------------------------------------------------------------------

// TOWER-10..17, TOWER-32..34: a floor on any foundation or open tower, a guard of any kind in hand
// (TOWER-39) on any open tower.
void list_towers(const Rules& rules, const GameState& s, Options& out) {
  const std::uint32_t in_hand = kinds_in_hand(s, s.core->active);
  const std::uint32_t guards = in_hand & rules.guard_kinds;
  const std::uint32_t floors = (in_hand & piece_bit(PieceKind::floor)) != 0 ? 1 : 0;
  const auto guard_count = static_cast<std::uint32_t>(std::popcount(guards));
  const auto& state = rules.ext<TowerState>(s);
  if (out.skip(state.open * floors + state.open_built * guard_count)) return;
  for (const Tower& tower : all_towers(rules, s)) {
    const bool is_built = tower.floors != 0;
    if (!is_open(tower) || out.skip(floors + (is_built ? guard_count : 0))) continue;
    const Pos at = s.tiles[tower.tile].at;
    if (floors != 0) out.add({.kind = ActionKind::tower, .at = at});
    if (is_built)
      out.add_bits(guards, [&](int kind) {
        return Action::meeple(static_cast<PieceKind>(kind), at, seg_of(Spot::tower));
      });
  }
}

// The capture is asked after it, in a step of its own (TOWER-18, Q-TW-7, Q-TW-10).
Flow answer_tower(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const Seat seat = s.core->active;
  const int number = tower_on(rules, s, find_tile(s, action.at));
  Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  --s.core->players[seat].supply[PieceKind::floor];
  auto& state = rules.ext<TowerState>(s);
  change_tower(state, tower, static_cast<std::uint16_t>(tower.floors + 1), tower.guards);
  state.built = static_cast<std::uint16_t>(number + 1);
  tell(events, s, EventKind::tower_built, seat, {.at = action.at, .value = tower.floors});
  return Flow::proceed;
}

Flow answer_guard(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const Seat seat = s.core->active;
  const std::uint32_t tile = find_tile(s, action.at);
  post_guard(rules, s, tower_on(rules, s, tile), seat, action.piece);
  tell(events, s, EventKind::deployed, seat,
       {.piece = action.piece, .segment = s.tiles[tile].first_segment, .seg = action.seg});
  return Flow::proceed;
}

// --- Guards that leave ---------------------------------------------------------------

// TOWER-37: for whatever reason, the tower is open again.
void open_tower(const Rules& rules, GameState& s, const PlacedPiece& piece, EventSink*) {
  if (!is_on_spot(piece, Spot::tower)) return;
  const int number = tower_on(rules, s, s.segments[piece.segment].tile);
  Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  change_tower(rules.ext<TowerState>(s), tower, tower.floors, 0);
}

void open_all_towers(const Rules& rules, GameState& s) {
  for (Tower& tower : all_towers(rules, s))
    change_tower(rules.ext<TowerState>(s), tower, tower.floors, 0);
}

// TOWER-4: floors on the map are nobody's. The first player stands for them all, so that none is
// lost; everybody else has what he has.
int floors_elsewhere(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  if (kind != PieceKind::floor) return 0;
  if (seat != 0) return rules.supply[kind] - s.core->players[seat].supply[kind];
  int floors = 0;
  for (const Tower& tower : all_towers(rules, s)) floors += tower.floors;
  for (int other = 1; other < rules.player_count(); ++other)
    floors -= rules.supply[kind] - s.core->players[other].supply[kind];
  return floors;
}

}  // namespace

// TOWER-38: on the tile, on no feature.
void post_guard(const Rules& rules, GameState& s, int number, Seat owner, PieceKind kind) {
  Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  change_tower(rules.ext<TowerState>(s), tower, tower.floors, 1);
  --s.core->players[owner].supply[kind];
  put_piece(rules, s,
            {kind, owner, s.tiles[tower.tile].first_segment, Standing::on_tile, TowerState::kModule,
             static_cast<std::uint16_t>(Spot::tower)});
}

void install_building(Rules& rules) {
  rules.marks_in_play |= mark_bit(Mark::tower);
  rules.game_begins.push_back(note_all_foundations);
  rules.tile_placed.push_back(note_new_foundation);
  rules.meeple_options.push_back(list_towers);
  rules.meeple_answers[ActionKind::tower] = answer_tower;
  rules.spot_answers[Spot::tower] = answer_guard;
  rules.piece_left.push_back(open_tower);
  rules.go_home.push_back(open_all_towers);
  rules.pieces_elsewhere.push_back(floors_elsewhere);
  rules.write_tile.push_back(write_floors);
}

}  // namespace bastide::tower
