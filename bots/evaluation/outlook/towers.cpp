// Towers: who is likely to be captured, what prisoners cost, and floors in hand.
#include <algorithm>

#include "bots/evaluation/evaluator.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/tower/view.h"

namespace bastide {

namespace {

using tower::kRansom;
using tower::Tower;
using tower::TowerState;

constexpr double kFloorTurns = 8;  // own turns from which a floor has its full worth
constexpr double kLater = 10;      // tiles in which a piece within reach is taken, if at all

int held(const TowerState& state, Seat holder, Seat owner) {
  int count = 0;
  for (const std::uint8_t of_kind : state.prisoners[holder][owner]) count += of_kind;
  return count;
}

// Chance that the owner will pay for a prisoner of the kind: a ransom counts twice, since another
// one gets it.
double bought_free(const Table& table, Seat owner, PieceKind kind) {
  const double more = table.one_more(owner, kind);
  return table.weights[Weight::prisoner] * std::clamp((more - kRansom) / (2.0 * kRansom), 0.0, 1.0);
}

// How everybody's points change if the captor takes the piece off the map (TOWER-25, 26, 42).
Points capture(const Table& table, const PlacedPiece& piece, Seat captor) {
  const auto& state = table.rules.ext<TowerState>(table.state);
  const Seat owner = piece.owner;
  Points change = table.departure(piece);
  if (owner == captor) return change;
  if (held(state, owner, captor) != 0) {  // exchanged
    change[captor] += table.next_piece[captor];
    return change;
  }
  const double free = bought_free(table, owner, piece.kind);
  change[owner] -= (1 - free) * table.one_more(owner, piece.kind) + free * kRansom;
  change[captor] += free * kRansom;
  return change;
}

void add(Points& points, const Points& change, double times, int players) {
  for (int seat = 0; seat < players; ++seat) points[seat] += times * change[seat];
}

// --- The capture that is asked for -----------------------------------------------------

void add_capture_now(const Table& table, Points& points) {
  const GameState& s = table.state;
  const Seat captor = s.core->actor;
  const Tower& built = tower::all_towers(table.rules, s)[table.rules.ext<TowerState>(s).built - 1u];
  Points best{};
  double best_lead = 0;
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (!tower::may_be_captured(table.rules, piece) ||
        !tower::is_in_range(s, built, tile_of(s, piece.segment).at))
      continue;
    const Points change = capture(table, piece, captor);
    const double ahead = lead(change, table.players(), captor);
    if (ahead <= best_lead) continue;
    best_lead = ahead;
    best = change;
  }
  add(points, best, 1, table.players());
}

// --- Captures to come --------------------------------------------------------------------

// Whether one more floor on an open tower would do.
bool is_within_reach(const Table& table, Pos at) {
  for (Tower tower : tower::all_towers(table.rules, table.state)) {
    if (!tower::is_open(tower)) continue;
    ++tower.floors;
    if (tower::is_in_range(table.state, tower, at)) return true;
  }
  return false;
}

Seat next_to_move(const Table& table) {
  const CoreState& g = *table.state.core;
  return g.placed == kNone ? g.active : static_cast<Seat>((g.active + 1) % table.players());
}

// The one who is next takes what hurts most, if that is worth a floor and doing without a piece;
// later anybody may.
struct Danger {
  const Table& table;
  Seat next;
  double price;
  Points best{};
  double best_lead = 0;

  void see(const PlacedPiece& piece, Points& points) {
    const Prospect* prospect = table.under(piece);
    const double lifetime = prospect == nullptr ? table.left : table.lifetime(*prospect);
    const double soon = std::min(1.0, lifetime / kLater);
    for (Seat captor = 0; captor < table.players(); ++captor) {
      if (captor == piece.owner || table.state.core->players[captor].supply[PieceKind::floor] == 0)
        continue;
      const Points change = capture(table, piece, captor);
      const double ahead = lead(change, table.players(), captor) - price;
      if (ahead <= 0) continue;
      add(points, change, table.weights[Weight::tower_later] * soon, table.players());
      if (captor != next || ahead <= best_lead) continue;
      best_lead = ahead;
      best = change;
    }
  }
};

void add_danger(const Table& table, Points& points) {
  if (table.left == 0) return;
  const double price = 2 * table.weights[Weight::floor] + 2;
  Danger danger{table, next_to_move(table), price};
  for (const PlacedPiece& piece : all_pieces(table.state))
    if (tower::may_be_captured(table.rules, piece) &&
        is_within_reach(table, tile_of(table.state, piece.segment).at))
      danger.see(piece, points);
  add(points, danger.best, table.weights[Weight::tower_next], table.players());
}

// --- Prisoners ---------------------------------------------------------------------------

void add_prisoners(const Table& table, Gains& gains) {
  const auto& state = table.rules.ext<TowerState>(table.state);
  for (Seat owner = 0; owner < table.players(); ++owner) {
    if (state.held[owner] == 0) continue;
    for (Seat holder = 0; holder < table.players(); ++holder)
      for_each<PieceKind>([&](PieceKind kind) {
        const int count = state.prisoners[holder][owner][static_cast<std::size_t>(kind)];
        if (count == 0) return;
        const double free = count * bought_free(table, owner, kind);
        gains.pieces[owner] += free * table.piece_shares[kind];
        gains.points[owner] -= free * kRansom;
        gains.points[holder] += free * kRansom;
      });
  }
}

}  // namespace

void weigh_towers(const Table& table, Gains& gains) {
  const GameState& s = table.state;
  const double time = std::min(1.0, table.left / (kFloorTurns * table.players()));
  for (int seat = 0; seat < table.players(); ++seat)
    gains.points[seat] +=
        time * table.weights[Weight::floor] * s.core->players[seat].supply[PieceKind::floor];
  add_prisoners(table, gains);
  if (s.core->decision == DecisionKind::capture) add_capture_now(table, gains.points);
  add_danger(table, gains.points);
}

}  // namespace bastide
