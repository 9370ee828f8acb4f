// What a position promises: the points that each seat can expect at the end of the game. Points
// now, features held with the odds of finishing them from the tiles left, fields with their likely
// cities, pieces in hand, joins that threaten. One evaluator a thread: it keeps its working memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/evaluation/outlook/outlook.h"
#include "bots/evaluation/prospect.h"
#include "engine/game/game.h"

namespace bastide {

class Evaluator {
 public:
  explicit Evaluator(const Rules& rules, const Weights& weights = default_weights());

  // At any decision, best at the end of a turn. The points of a finished game are the score.
  Points project(const GameState& s);
  // At the question of the piece: the best lead that a meeple on the tile, or none, promises to the
  // one who answers, by one look at the table. Exact where plain_turns(); elsewhere it overlooks
  // the answers that sets add and what they do before the turn ends.
  double best_lead_with_piece(const GameState& s);
  // The lead of each of these answers, meeples in the order of `legal` and none of them last.
  void leads_with_piece(const GameState& s, std::vector<double>& out);
  bool plain_turns() const { return plain_turns_; }
  // For those who look on: everything that can still be finished, and all fields, held or not. What
  // is held promises the same as to `project`.
  void survey(const GameState& s);
  struct CellFit {
    Pos at;
    int fits = 0;                 // tiles still to come ...
    std::vector<TileType> types;  // ... of these types
    double chance = 0;            // that it is filled, as the odds of features count it
  };
  std::vector<CellFit> open_cells(const GameState& s);
  // What the last call found.
  std::span<const Prospect> prospects() const { return prospects_; }

  const Rules& rules() const { return rules_; }
  const Weights& weights() const { return weights_; }

 private:
  friend class PlacementTable;  // the same numbers for a tile that is not laid yet

  static constexpr double kHopeless = -6;  // logarithm of the chance of a cell that no tile fits

  struct EdgeClass {  // tiles that show the same sides, turned or not
    std::vector<EdgeWord> words;
    std::vector<TileType> types;
  };
  // Cells that admit the same sides admit the same tiles. There are many more masks than a game
  // meets: those met last are kept, each where its bits say.
  struct KnownFit {
    std::uint64_t classes = 0;  // that fit, of the first 64
    std::uint32_t stock = 0;    // the tiles left by which `fits` was counted
    std::uint16_t fits = 0;
    EdgeWord mask = 0;
  };
  static constexpr int kKnownFitBits = 11;
  struct FieldCity {
    std::uint16_t field, city;  // prospects
  };
  struct Threat {
    std::uint16_t a, b;  // prospects that one tile could join
    double chance;
  };

  void look(const GameState& s);
  void note_what_is_left(const GameState& s);
  Points sum_up(const GameState& s);
  Seat who_is_next(const GameState& s) const;
  void claim(const Prospect& prospect, Seat seat, double pieces, Points& points) const;
  void find_prospects(const GameState& s);
  void visit_cities(const GameState& s, std::uint16_t field);
  void visit_city(const GameState& s, std::uint16_t field, FeatureId city);
  std::uint16_t prospect_of(const GameState& s, FeatureId feature);
  void note_stock(const GameState& s);
  int tiles_that_fit(const GameState& s, CellIndex cell) { return tiles_for(s.cell_masks[cell]); }
  KnownFit& known_fit(EdgeWord mask) {
    return known_fits_[(mask * 40503u & 0xFFFFu) >> (16 - kKnownFitBits)];
  }
  int tiles_for(EdgeWord mask) {
    const KnownFit& known = known_fit(mask);
    return known.stock == stock_ && known.mask == mask ? known.fits : count_tiles_for(mask);
  }
  int count_tiles_for(EdgeWord mask);
  std::vector<TileType> types_that_fit(const GameState& s, CellIndex cell) const;
  double fit_at(const GameState& s, CellIndex cell, int fits) const;
  void visit_cells(const GameState& s);
  void visit_cell(const GameState& s, CellIndex cell);
  static void note_cell(Prospect& prospect, double fit) {
    ++prospect.cells;
    prospect.all_fit += fit;
    prospect.hardest_fit = std::min(prospect.hardest_fit, fit);
  }
  void note_threats(const std::uint16_t* slots, int count, int fits);
  void visit_cloister(const GameState& s, Prospect& prospect);
  void weigh(const GameState& s, Prospect& prospect) const;
  void weigh_worth(Prospect& prospect, int open, double now, double finished, double scale) const;
  double tile_scale(const Feature& feature, SegmentKind kind, double finished) const;
  void weigh_field(const GameState& s, std::uint16_t slot);
  void weigh_cities(Prospect& field, int finished, double chances, double now, double each) const;
  void share(const Prospect& prospect, Points& points) const;
  void add_threats(Points& points) const;
  void add_pieces(const GameState& s, Points& points) const;
  void add_threat(const Prospect& a, const Prospect& b, double joined_by, Points& points) const;
  double piece_worth(double pieces) const;
  double piece_time() const;
  double pieces_of(const GameState& s, Seat seat) const;
  void add_outlooks(const GameState& s, Points& points);

  const Rules& rules_;
  const Weights weights_;
  std::vector<EdgeClass> classes_;
  bool plain_values_ = false;  // no module changes what features are worth
  bool plain_turns_ = false;
  std::vector<Outlook> outlooks_;
  PieceShares piece_shares_{};
  std::vector<PieceKind> counted_pieces_;  // those with a share
  static constexpr int kPiecesOfWorth = 7;
  std::array<double, kPiecesOfWorth + 1> worth_of_pieces_{};  // so many in hand

  // Working memory
  int left_ = 0;                      // tiles unseen
  double over_ = 0;                   // share of the game that is over
  double most_chance_ = 0;            // that anything has to be finished
  double growing_ = 0;                // share of its growth that a feature can still have
  double piece_time_ = 0;             // share of its worth that a piece in hand still has
  int abbeys_ = 0;                    // in hand: each may fill a hole like a tile that fits
  std::vector<double> fit_of_count_;  // logarithm of the chance, by the number of fitting tiles
  std::vector<int> copies_;           // left in the stock, by class
  std::vector<KnownFit> known_fits_;
  std::uint32_t stock_ = 0;             // stands for the tiles left; never 0
  std::vector<std::uint16_t> slot_of_;  // by feature; kNoSlot
  std::vector<Prospect> prospects_;
  std::vector<int> finished_cities_;    // by prospect, of fields
  std::vector<std::uint32_t> visited_;  // by feature: the last walk that came by
  std::uint32_t walk_ = 0;
  std::vector<FieldCity> field_cities_;
  std::vector<Threat> threats_;
  std::vector<FeatureId> looked_at_;  // because of an outlook
  std::vector<double> leads_;
};

// How far a seat is ahead: of the best other, and of the others on average, half each.
inline double lead(const Points& points, int players, Seat seat) {
  double others = 0, best = -1e9;
  for (int other = 0; other < players; ++other) {
    if (other == seat) continue;
    others += points[other];
    best = std::max(best, points[other]);
  }
  return points[seat] - (best + others / (players - 1)) / 2;
}
// Chance of winning with that lead and so many tiles left; a tie counts half.
double winning_chance(const Weights& weights, double lead, int tiles_left);

}  // namespace bastide
