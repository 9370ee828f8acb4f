// All placements of the drawn tile, judged without laying it. Laying a tile changes little: the
// features it joins, the odds of those at the cells around it, and what depends on them. So the
// table is looked at once for a position, and each placement takes the difference. The numbers are
// those of the evaluator after the placement, but for rounding.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/evaluation/evaluator.h"

namespace bastide {

class PlacementTable {
 public:
  explicit PlacementTable(Evaluator& evaluator);

  // Whether laying a tile does nothing in this game but what this table sees.
  bool suits() const { return suits_; }
  // The position in which the placements are asked for. It must stay until they have been judged.
  void look(const GameState& s);
  // The best lead that the placement promises, with the best meeple on the tile or none.
  double best_lead(const Action& placement);

 private:
  static constexpr int kNeighbours = 4;
  static constexpr int kMostBehind = 4 * kSlots;  // features behind the sides of a cell
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  using HeldIndex = std::uint16_t;
  using GroupMask = std::uint16_t;

  struct Known {                          // of a feature, in the present position
    std::uint32_t node = 0;               // the position it was noted in
    std::uint32_t cells = 0;              // where its set of cells begins
    std::uint32_t first_city = kUnknown;  // of a field
    std::uint16_t city_count = 0;
    std::uint16_t tiles = 0;  // distinct; 0: not counted yet
    std::uint16_t weighed = kNoSlot;
    bool is_weighed = false;  // as it is, not only in a trial
    bool is_held = false;
    // The last trials in which it was joined to a group of the tile's, lay at a cell that changed,
    // and was weighed because of that
    std::uint32_t joined = 0, touched = 0, reweighed = 0;
    std::uint8_t group = 0;
  };
  struct Weighed {
    Prospect is, would_be;  // now, and in the present trial
  };
  struct CellView {
    std::uint8_t count = 0;
    std::array<FeatureId, kMostBehind> features;
    int fits = 0;
    double fit = 0;
    std::uint32_t changed = 0;  // the last trial that did
  };
  struct Held {
    FeatureId feature;
    bool joined = false;            // in the present trial, to a group ...
    const Prospect* now = nullptr;  // ... or else as it would be
    const Prospect* is = nullptr;
    Points shares{};  // of its points, by seat
  };
  struct Threat {
    HeldIndex a, b;
    CellIndex cell;
    Points gains{};  // as it is
  };
  struct Group {  // a feature as the tile would make it
    Prospect prospect;
    GroupMask segments = 0;  // of the face; none: united with another group
    int open = 0;
    int part_count = 0;
    std::array<FeatureId, kMostBehind> parts;  // features as they are
    bool may_be_claimed = false;
    std::uint64_t visited = 0;  // the last walk that came by
    bool matters() const { return prospect.strengths != 0 || may_be_claimed; }
    std::span<const FeatureId> features() const {
      return {parts.data(), static_cast<std::size_t>(part_count)};
    }
  };
  struct Neighbour {  // an empty cell beside the tile
    CellIndex cell;   // those that are not open yet come after all others
    int side;
    Pos at;
    int fits_before;
    double fit_before;
  };

  // Calls see(cell) for each cell of both sets.
  template <class See>
  static void for_common_cells(const std::uint64_t* a, const std::uint64_t* b, int words, See see) {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t left = a[w] & b[w]; left != 0; left &= left - 1)
        see(static_cast<CellIndex>(64 * w + std::countr_zero(left)));
  }

  // The position
  Known& known(FeatureId feature) {
    Known& known = known_[feature];
    if (known.node != node_) {
      known.node = node_;
      known.cells = 0;
      known.first_city = kUnknown;
      known.weighed = kNoSlot;
      known.tiles = 0;
      known.is_weighed = known.is_held = false;
      known.joined = known.touched = known.reweighed = 0;
    }
    return known;
  }
  void note_cells();
  void note_held();
  void note_threats();
  Weighed& weighed(Known& of);
  const Prospect& as_it_is(FeatureId feature);
  void weigh_feature(Prospect& prospect, FeatureId feature);
  int tiles_of(FeatureId feature);
  std::span<const FeatureId> cities_at(FeatureId field);
  Points shares_of(const Prospect& prospect) const;
  void weigh_plainly(Prospect& prospect, int open, int now) const;

  // A trial
  void join(const OpenCell& cell, const Face& face);
  void unite(int into, int from);
  void gather(Group& group, const Face& face);
  int tiles_of(const Group& group);
  void open_neighbours(CellIndex cell, const Face& face);
  void close_neighbours();
  void gather_cells(int g, const Face& face);
  void fit_cells(const std::uint64_t* cells, Prospect& prospect) const;
  void weigh_groups(Pos laid, const Face& face);
  void weigh_cloister(Prospect& prospect, Pos at, int open);
  const Prospect& as_it_would_be(FeatureId feature);
  void weigh_held(Pos laid);
  bool cities_differ(FeatureId field);
  void weigh_field(Prospect& field, std::span<const FeatureId> parts, const Face* face,
                   GroupMask segments);
  void count_city(FeatureId city);
  void count_group(Group& group);
  Points sum_up();
  void add_pieces(const Prospect& prospect);
  void add_threats(Points& points);
  void add_threats_between(const std::uint64_t* cells, const Prospect& a,
                           const std::uint64_t* others, const Prospect& b, Points& points) const;
  const std::uint64_t* cells_of(FeatureId feature) {
    return cell_sets_.data() + known(feature).cells;
  }
  std::uint64_t* cells_of_group(int g) {
    return group_cells_.data() + static_cast<std::size_t>(g * words_);
  }
  void add_group_threats(int g, int first_other, Points& points);
  double best_claim(const Points& without);

  Evaluator& evaluator_;
  const Rules& rules_;
  const Weights& weights_;
  const int players_;
  bool suits_;

  const GameState* state_ = nullptr;
  std::uint32_t node_ = 0;
  std::uint32_t trial_ = 0;  // in this position
  std::uint64_t walk_ = 0;
  std::vector<Known> known_;              // by feature
  std::vector<CellView> cells_;           // open ones, and room for the neighbours
  int words_ = 0;                         // of a set of cells, a bit each
  std::vector<std::uint64_t> cell_sets_;  // by feature; the first one is empty
  std::vector<std::uint64_t> group_cells_;
  std::vector<FeatureId> cities_;
  std::vector<Weighed> weighed_;
  std::uint16_t weighed_count_ = 0;
  std::vector<std::uint64_t> visited_;    // by feature: the last walk that came by
  std::vector<std::uint64_t> seen_tile_;  // by tile
  std::vector<Held> held_;
  std::vector<Threat> threats_;
  // Of the present trial
  std::array<Group, kMaxSegments> groups_;
  std::array<std::uint8_t, kMaxSegments> group_of_;  // by segment of the face
  int group_count_ = 0;
  std::array<Neighbour, kNeighbours> neighbours_;
  int neighbour_count_ = 0;
  CellIndex closed_ = kNone;  // where the tile would lie
  int finished_ = 0;          // cities of the field that is weighed ...
  double chances_ = 0;        // ... and the chances of the others
  Points pieces_{};           // in hand or likely to come home
};

}  // namespace bastide
