// The wheel: where the pig is likely to stop, what the sectors will give by what stands on the
// table, and what a meeple on a crown may hope for.
#include <algorithm>
#include <array>

#include "bots/evaluation/outlook/outlook.h"
#include "engine/expansions/wheel/view.h"

namespace bastide {

namespace {

using wheel::kMaxCrowns;
using wheel::kSectors;
using wheel::WheelState;

constexpr int kMostMoves = 24;  // of the pig that are looked at
constexpr int kLongestMove = 3;

using Chances = std::array<double, kSectors>;

// The pig's moves still in the stock.
struct Moves {
  std::array<double, kLongestMove + 1> share{};  // by length
  double left = 0;

  explicit Moves(const Table& table) {
    for (std::size_t t = 0; t < table.rules.tiles.size(); ++t) {
      const int icon = table.rules.tiles[t].def->wheel;
      if (icon == 0 || icon > kLongestMove) continue;
      share[static_cast<std::size_t>(icon)] += table.state.stock[t];
      left += table.state.stock[t];
    }
    for (double& one : share) one /= std::max(left, 1.0);
  }
  // Where the pig is after one more move.
  Chances after(const Chances& before) const {
    Chances next{};
    for (std::size_t from = 0; from < kSectors; ++from)
      for (std::size_t icon = 1; icon <= kLongestMove; ++icon)
        next[(from + icon) % kSectors] += before[from] * share[icon];
    return next;
  }
};

class PigOutlook {
 public:
  PigOutlook(const Table& table, const WheelState& wheel)
      : moves_(table), a_tile_(moves_.left / std::max(table.left, 1)), pig_(wheel.pig) {
    count_ = std::min(kMostMoves, static_cast<int>(moves_.left));
    Chances at{};
    at[pig_] = 1;
    for (int i = 0; i < count_; ++i) {
      at = moves_.after(at);
      visits_[static_cast<std::size_t>(i + 1)] = visits_[static_cast<std::size_t>(i)];
      for (std::size_t s = 0; s < kSectors; ++s)
        visits_[static_cast<std::size_t>(i + 1)][s] += at[s];
    }
  }

  // Visits to be expected while so many tiles are drawn.
  double visits(int sector, double tiles) const {
    const double moves = std::min<double>(count_, tiles * a_tile_);
    const auto whole = static_cast<std::size_t>(moves);
    const auto s = static_cast<std::size_t>(sector);
    const double low = visits_[whole][s];
    if (static_cast<int>(whole) >= count_) return low;
    return low + (moves - static_cast<double>(whole)) * (visits_[whole + 1][s] - low);
  }

  // The chance that the pig comes there at all before the stock is empty.
  double reaches(int sector) const {
    const auto target = static_cast<std::size_t>(sector);
    Chances at{};
    at[pig_] = 1;
    double reached = 0;
    for (int i = 0; i < count_; ++i) {
      at = moves_.after(at);
      reached += at[target];
      at[target] = 0;
    }
    return reached;
  }

 private:
  Moves moves_;
  double a_tile_;  // moves, on average
  std::size_t pig_;
  int count_ = 0;
  std::array<Chances, kMostMoves + 1> visits_{};
};

struct Sectors {
  int taxes = static_cast<int>(Sector::taxes);
  int famine = static_cast<int>(Sector::famine);
  int storm = static_cast<int>(Sector::storm);
  int inquisition = static_cast<int>(Sector::inquisition);
  int plague = static_cast<int>(Sector::plague);
};

const Sectors& sectors() {
  static const Sectors all;
  return all;
}

struct Wheel {
  const Table& table;
  const WheelState& state;
  PigOutlook pig;
  double weight;  // of the points that sectors will give

  void give(Points& points, Seat seat, int sector, double each, double tiles) const {
    points[seat] += weight * each * pig.visits(sector, tiles);
  }
};

// Knights pay for each other, monks alone, farmers by the cities they feed.
void add_piece(const Wheel& w, const PlacedPiece& piece, Points& points) {
  const Prospect* prospect = w.table.under(piece);
  if (prospect == nullptr || !is_on_feature(piece)) return;
  const Feature& feature = w.table.state.features[prospect->feature];
  const double tiles = w.table.lifetime(*prospect);
  switch (prospect->kind) {
    case SegmentKind::city:
      w.give(points, piece.owner, sectors().taxes,
             number_of_seat(feature.occupants, piece.owner) + feature.pennants, tiles);
      break;
    case SegmentKind::field:
      w.give(points, piece.owner, sectors().famine,
             finished_cities_at(w.table.rules, w.table.state, prospect->feature), w.table.left);
      break;
    case SegmentKind::monastery:
    case SegmentKind::shrine:
    case SegmentKind::abbey:
      w.give(points, piece.owner, sectors().inquisition, 2, tiles);
      break;
    default:
      break;
  }
}

// Whoever has a piece that stands for little gives that one.
void add_plague(const Wheel& w, Seat seat, Points& points) {
  const GameState& s = w.table.state;
  double cheapest = 0;
  bool any = false;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.owner != seat || !is_in_reach(piece) || !wheel::is_figure(w.table.rules, piece.kind))
      continue;
    const double change = w.table.departure(piece)[seat];
    if (!any || change > cheapest) cheapest = change;
    any = true;
  }
  w.give(points, seat, sectors().plague, cheapest, w.table.players());
}

void add_crowns(const Wheel& w, Gains& gains) {
  for (int sector = 0; sector < kSectors; ++sector) {
    const auto& crowns = w.state.crowns[sector];
    if (crowns[0] == 0) continue;
    const double reached = w.pig.reaches(sector);
    const bool alone = wheel::crowns_of(sector) > 1 && crowns[1] == 0;
    for (int i = 0; i < kMaxCrowns && crowns[i] != 0; ++i) {
      const int seat = crowns[i] - 1;
      gains.points[seat] += w.table.weights[Weight::wheel_crown] * (alone ? 6 : 3) * reached;
      gains.pieces[seat] += w.table.weights[Weight::returning] * reached;
    }
  }
}

}  // namespace

void weigh_wheel(const Table& table, Gains& gains) {
  const auto& state = table.rules.ext<WheelState>(table.state);
  const Wheel w{table, state, PigOutlook(table, state), table.weights[Weight::wheel_sectors]};
  for (int i = 0; i < table.state.core->pieces; ++i)
    add_piece(w, table.state.pieces[i], gains.points);
  for (int seat = 0; seat < table.players(); ++seat) {
    double figures = 0;
    for (int kind = 0; kind < kPieceKinds; ++kind)
      if (wheel::is_figure(table.rules, static_cast<PieceKind>(kind)))
        figures += table.state.core->players[seat].supply[kind];
    w.give(gains.points, static_cast<Seat>(seat), sectors().storm, figures, table.players());
    add_plague(w, static_cast<Seat>(seat), gains.points);
  }
  add_crowns(w, gains);
}

}  // namespace bastide
