// What others may ask of the set.
#pragma once

#include <cstdlib>
#include <span>

#include "engine/board/board.h"
#include "engine/expansions/tower/state.h"
#include "engine/rules/rules.h"

namespace bastide::tower {

inline constexpr int kRansom = 3;  // TOWER-47, TOWER-49

// The foundations on the map, in the order in which their tiles were laid.
inline std::span<Tower> all_towers(const Rules& rules, GameState& s) {
  auto& state = rules.ext<TowerState>(s);
  return {reinterpret_cast<Tower*>(&state + 1), state.towers};
}
inline std::span<const Tower> all_towers(const Rules& rules, const GameState& s) {
  const auto& state = rules.ext<TowerState>(s);
  return {reinterpret_cast<const Tower*>(&state + 1), state.towers};
}
// The one on a tile, or kNoTower.
inline constexpr int kNoTower = -1;
inline int tower_on(const Rules& rules, const GameState& s, std::uint32_t tile) {
  const std::span<const Tower> towers = all_towers(rules, s);
  for (std::size_t i = 0; i < towers.size(); ++i)
    if (towers[i].tile == tile) return static_cast<int>(i);
  return kNoTower;
}

inline bool is_open(const Tower& tower) { return tower.guards == 0; }

// TOWER-20..22: its own cell, and in a straight line as many cells as it is high, whatever lies
// there or does not.
inline bool is_in_range(const GameState& s, const Tower& tower, Pos at) {
  const Pos from = s.tiles[tower.tile].at;
  const int dx = std::abs(at.x - from.x), dy = std::abs(at.y - from.y);
  return (dx == 0 || dy == 0) && dx + dy <= tower.floors;
}

// TOWER-23, TOWER-27, Q-TW-8, X-40, X-72: persons on tiles, wherever they stand. Who has come to a
// feature as a whole stands on no tile.
inline bool may_be_captured(const Rules& rules, const PlacedPiece& piece) {
  return rules.traits[piece.kind].person && is_in_reach(piece) && !is_from_afar(piece);
}

// TOWER-47, TOWER-51, TOWER-52: whether the active player may buy somebody free now.
bool has_paid(const Rules& rules, const GameState& s, Seat seat);
bool may_pay(const Rules& rules, const GameState& s, Seat seat);

}  // namespace bastide::tower
