// Castles of both kinds: what the first feature finished around a castle is likely to give its
// lord, and what a lady will bring when she comes home.
#include <algorithm>

#include "bots/evaluation/arithmetic.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/board/board.h"
#include "engine/expansions/bridges_castles_bazaars/state.h"

namespace bastide {

namespace {

using bridges_castles_bazaars::BcbState;
using bridges_castles_bazaars::Castle;

// Calls see(tile) for the tiles of its domain: two along the castle and three across it.
template <class See>
void for_domain(const GameState& s, const Castle& castle, See see) {
  const bool vertical = castle.cells[0].x == castle.cells[1].x;
  for (const Pos cell : castle.cells)
    for (int across = -1; across <= 1; ++across) {
      const Pos at{static_cast<std::int16_t>(cell.x + (vertical ? across : 0)),
                   static_cast<std::int16_t>(cell.y + (vertical ? 0 : across))};
      if (const std::uint32_t tile = find_tile(s, at); tile != kNotThere) see(s.tiles[tile]);
    }
}

template <class See>
void for_open_features(const GameState& s, const Castle& castle, See see) {
  for_domain(s, castle, [&](const PlacedTile& tile) {
    for (int i = 0; tile.has_segment(i); ++i) {
      const FeatureId f = feature_of(s, tile.segment(i));
      if (can_be_finished(s.features[f].kind) && s.features[f].open != 0) see(f);
    }
  });
}

// What is finished first counts: the likelier a feature, the sooner.
struct Awaited {
  double none = 1;  // chance that nothing is finished
  double speed = 0, points = 0;

  void add(double chance, double worth) {
    const double hazard = -portable_log(1 - chance);
    none *= 1 - chance;
    speed += hazard;
    points += hazard * worth;
  }
  double chance() const { return 1 - none; }
  double expected() const { return speed > 0 ? chance() * points / speed : 0; }
};

Awaited awaited_at(const Table& table, const Castle& castle) {
  Awaited awaited;
  std::uint16_t seen[64];
  int count = 0;
  for_open_features(table.state, castle, [&](FeatureId f) {
    const std::uint16_t slot = table.slot_of[f];
    if (slot == kNoSlot || count == 64 || std::find(seen, seen + count, slot) != seen + count)
      return;
    seen[count++] = slot;
    awaited.add(std::min(table.prospects[slot].chance, 0.99), table.prospects[slot].points);
  });
  return awaited;
}

}  // namespace

void look_at_domains(const Rules& rules, const GameState& s, std::vector<FeatureId>& features) {
  const auto& bcb = rules.ext<BcbState>(s);
  for (int i = 0; i < bcb.castle_count; ++i)
    if (bcb.castles[i].completed == 0)
      for_open_features(s, bcb.castles[i], [&](FeatureId f) { features.push_back(f); });
}

// Features that will come to lie in the domain later count as a hope that fades with the game.
void weigh_castles(const Table& table, Gains& gains) {
  const auto& bcb = table.rules.ext<BcbState>(table.state);
  const Weights& w = table.weights;
  for (int i = 0; i < bcb.castle_count; ++i) {
    const Castle& castle = bcb.castles[i];
    if (castle.completed != 0) continue;
    Awaited awaited = awaited_at(table, castle);
    const double hope = w[Weight::castle_hope] * table.left / (table.left + 10.0);
    awaited.add(std::min(hope, 0.95), w[Weight::castle_points]);
    gains.points[castle.owner] += awaited.expected();
    gains.pieces[castle.owner] += w[Weight::returning] * awaited.chance();
  }
}

// CB-CASTLE-10: a point for every lady and every knight, when she is called home instead of putting
// down a piece. That may be in any turn.
void weigh_ladies(const Table& table, Gains& gains) {
  const GameState& s = table.state;
  int worth = 0;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.standing == Standing::sheltered ||
        (is_on_feature(piece) &&
         s.features[feature_of(s, piece.segment)].kind == SegmentKind::city))
      ++worth;
  }
  Points turns{};
  for (int seat = 0; seat < table.players(); ++seat)
    turns[seat] = static_cast<double>(table.left) / table.players();
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.standing != Standing::sheltered || turns[piece.owner] <= 0) continue;
    const double sure = std::min(1.0, turns[piece.owner]);  // a turn of one's own for each of them
    turns[piece.owner] -= 1;
    gains.points[piece.owner] += table.weights[Weight::lady] * sure * worth;
    gains.pieces[piece.owner] += table.weights[Weight::lady_home] * sure;
  }
}

}  // namespace bastide
