// The Princess and the Dragon: who is likely to be eaten, in the flight that is on and in later
// ones, and what the fairy's company is worth.
#include <algorithm>
#include <cstdlib>

#include "bots/evaluation/arithmetic.h"
#include "bots/evaluation/evaluator.h"
#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/princess_dragon/view.h"

namespace bastide {

namespace {

using princess_dragon::kFlightMoves;
using princess_dragon::PrincessDragonState;

struct Prey {
  Pos at;
  Points change;    // of everybody's points, if it is eaten
  double lifetime;  // tiles
};

constexpr int kMostPrey = 96;
struct Hunt {
  Prey prey[kMostPrey];  // not cleared: that would take longer than the rest
  int count = 0;
};

Pos place_of(const GameState& s, const PlacedPiece& piece) {
  return s.tiles[s.segments[piece.segment].tile].at;
}

int steps_between(Pos a, Pos b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

void find_prey(const Table& table, Hunt& hunt) {
  const GameState& s = table.state;
  for (int i = 0; i < s.core->pieces && hunt.count < kMostPrey; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (!is_in_reach(piece) || !table.rules.traits[piece.kind].living) continue;
    const Prospect* prospect = table.under(piece);
    if (prospect == nullptr) {  // on a spot of its tile
      hunt.prey[hunt.count++] = {place_of(s, piece), table.departure(piece),
                                 static_cast<double>(table.left)};
      continue;
    }
    if (can_be_finished(prospect->kind) && s.features[prospect->feature].open == 0 &&
        !table.rules.options.dragon_move_after_scoring &&
        table.rules.ext<PrincessDragonState>(s).visited_count == 0)
      continue;  // about to be scored
    hunt.prey[hunt.count++] = {place_of(s, piece), table.departure(piece),
                               table.lifetime(*prospect)};
  }
}

// --- The flight that is on -----------------------------------------------------------

// Everybody steers for their own lead, to the end of the flight. What was eaten before is seen by
// the evaluation already.
class Flight {
 public:
  Flight(const Table& table, const Hunt& hunt, const Points& points)
      : table_(table), hunt_(hunt), points_(points) {
    const auto& p = table.rules.ext<PrincessDragonState>(table.state);
    const int made = p.visited_count - 1;
    path_[0] = p.dragon;
    moves_ = kFlightMoves - made;
    first_mover_ = static_cast<Seat>((table.state.core->active + made) % table.players());
  }

  Points outcome() { return best(0); }

 private:
  bool may_fly(Pos to, int depth) const {
    return std::find(path_, path_ + depth + 1, to) == path_ + depth + 1 &&
           princess_dragon::may_enter(table_.rules, table_.state, to);
  }

  void eat(Pos at, Points& change) const {
    for (int i = 0; i < hunt_.count; ++i)
      if (hunt_.prey[i].at == at)
        for (int seat = 0; seat < table_.players(); ++seat)
          change[seat] += hunt_.prey[i].change[seat];
  }

  double lead_after(const Points& change, Seat seat) const {
    Points all = points_;
    for (int i = 0; i < table_.players(); ++i) all[i] += change[i];
    return lead(all, table_.players(), seat);
  }

  // Somebody whom the dragon could still come to: without, the rest of the flight changes nothing.
  bool prey_within(int steps, Pos from) const {
    for (int i = 0; i < hunt_.count; ++i) {
      const int way = steps_between(from, hunt_.prey[i].at);
      if (way != 0 && way <= steps) return true;
    }
    return false;
  }

  Points best(int depth) {
    Points found{};
    if (!prey_within(moves_ - depth, path_[depth])) return found;
    const auto mover = static_cast<Seat>((first_mover_ + depth) % table_.players());
    double best_lead = 0;
    bool any = false;
    for (int side = 0; side < kSides; ++side) {
      const Pos to = neighbour(path_[depth], static_cast<Side>(side));
      if (!may_fly(to, depth)) continue;
      path_[depth + 1] = to;
      Points change = best(depth + 1);
      eat(to, change);
      const double reached = lead_after(change, mover);
      if (any && reached <= best_lead) continue;
      any = true;
      best_lead = reached;
      found = change;
    }
    return found;
  }

  const Table& table_;
  const Hunt& hunt_;
  const Points& points_;
  Seat first_mover_ = 0;
  int moves_ = 0;
  Pos path_[kFlightMoves + 1];
};

void add_flight(const Table& table, const Hunt& hunt, Points& points) {
  const Points eaten = Flight(table, hunt, points).outcome();
  for (int seat = 0; seat < table.players(); ++seat) points[seat] += eaten[seat];
}

// --- Flights to come ---------------------------------------------------------------

int dragons_left(const Table& table) {
  int count = 0;
  for (std::size_t t = 0; t < table.rules.tiles.size(); ++t)
    if (table.rules.tiles[t].has(Mark::dragon))
      count += table.state.stock[t] + table.state.aside[t];
  return count;
}

double chance_to_be_eaten(const Table& table, const PrincessDragonState& p, const Prey& prey,
                          double dragons) {
  const Weights& w = table.weights;
  const double flights = dragons * prey.lifetime / std::max(table.left, 1);
  const double first = 1 - portable_exp(-flights);
  double reach = w[Weight::dragon_far];
  if (p.visited_count != 0 || p.dragon_in_play == 0) {
    reach = w[Weight::dragon_far];
  } else if (p.fairy_in_play != 0 && prey.at == p.fairy) {
    reach = 0;
  } else {
    const int steps = std::max(steps_between(p.dragon, prey.at), 1);
    reach += w[Weight::dragon_near] * portable_exp(-w[Weight::dragon_fade] * steps);
  }
  const double later = std::max(0.0, flights - first);
  return 1 - (1 - first * std::min(reach, 1.0)) * portable_exp(-later * w[Weight::dragon_far]);
}

void add_danger(const Table& table, const Hunt& hunt, Points& points) {
  const auto& p = table.rules.ext<PrincessDragonState>(table.state);
  const double dragons = dragons_left(table);
  if (dragons == 0) return;
  for (int i = 0; i < hunt.count; ++i) {
    const double chance = chance_to_be_eaten(table, p, hunt.prey[i], dragons);
    for (int seat = 0; seat < table.players(); ++seat)
      points[seat] += chance * hunt.prey[i].change[seat];
  }
}

// --- The fairy -----------------------------------------------------------------------

bool is_beside_fairy(const Table& table, const PrincessDragonState& p, const PlacedPiece& piece) {
  if (!table.rules.options.fairy_placement_tile)
    return princess_dragon::is_protege(table.state, p, piece);
  return place_of(table.state, piece) == p.fairy && table.rules.traits[piece.kind].person;
}

// A point at the next turn if nobody calls her away, and the bonus if she still stands there when
// the feature is finished; in the last turn, if it is scored at the end.
double fairy_worth(const Table& table, const PlacedPiece& piece) {
  const Prospect* prospect = table.under(piece);
  if (table.left == 0) {
    const bool scored = prospect != nullptr && (prospect->kind == SegmentKind::field ||
                                                table.rules.options.fairy_final_all);
    return scored ? 3 : 0;
  }
  const double finish = prospect == nullptr ? 0 : prospect->chance;
  return table.weights[Weight::fairy_turn] + 3 * table.weights[Weight::fairy_bonus] * finish;
}

void add_fairy(const Table& table, Points& points) {
  const GameState& s = table.state;
  const auto& p = table.rules.ext<PrincessDragonState>(s);
  if (p.fairy_in_play == 0) return;
  unsigned paid = 0;  // once a player
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (((paid >> piece.owner) & 1u) != 0 || !is_beside_fairy(table, p, piece)) continue;
    paid |= 1u << piece.owner;
    points[piece.owner] += fairy_worth(table, piece);
  }
}

}  // namespace

void weigh_dragon(const Table& table, Gains& gains) {
  const auto& p = table.rules.ext<PrincessDragonState>(table.state);
  Hunt hunt;
  find_prey(table, hunt);
  add_danger(table, hunt, gains.points);
  add_fairy(table, gains.points);
  if (p.visited_count != 0) add_flight(table, hunt, gains.points);
}

}  // namespace bastide
