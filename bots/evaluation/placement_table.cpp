#include "bots/evaluation/placement_table.h"

#include <algorithm>
#include <bit>

#include "engine/board/board.h"

namespace bastide {

namespace {

bool lays_plainly(const Rules& rules) {
  return rules.plain_majorities && rules.tie_breaks.empty() && rules.worth.of_a_seat.empty() &&
         rules.worth.road_tiles == distinct_tiles && rules.tile_placed.empty() &&
         rules.tile_barred.empty() && rules.step_two_closed.empty() &&
         rules.prepare_place.empty() && rules.more_placements.empty() &&
         rules.board_touches.empty() && rules.before_ending.empty() &&
         std::ranges::all_of(rules.faces, [](const Face& face) {
           return face.shareable == 0 && face.ends == 0 && face.bridge == 0;
         });
}

}  // namespace

PlacementTable::PlacementTable(Evaluator& evaluator)
    : evaluator_(evaluator),
      rules_(evaluator.rules_),
      weights_(evaluator.weights_),
      players_(rules_.player_count()) {
  suits_ = evaluator.plain_turns_ && evaluator.plain_values_ && lays_plainly(rules_) &&
           evaluator.counted_pieces_ == std::vector{PieceKind::meeple};
  if (!suits_) return;
  const Layout& layout = rules_.layout;
  known_.resize(layout.max_segments + 1u);
  visited_.resize(layout.max_segments + 1u);
  weighed_.resize(layout.max_segments + 1u);
  seen_tile_.resize(layout.max_tiles + 1u);
  cells_.resize(layout.max_cells + std::size_t{kNeighbours});
}

// --- The position ------------------------------------------------------------------

void PlacementTable::look(const GameState& s) {
  state_ = &s;
  ++node_;
  trial_ = 1;
  // Cells may be opened by a tile.
  words_ = (s.core->cells + kNeighbours + 63) / 64;
  cell_sets_.assign(static_cast<std::size_t>(words_), 0);
  group_cells_.resize(static_cast<std::size_t>(words_) * kMaxSegments);
  cities_.clear();
  weighed_count_ = 0;
  held_.clear();
  threats_.clear();
  evaluator_.note_what_is_left(s);
  if (evaluator_.left_ > 0) {
    evaluator_.note_stock(s);
    note_cells();
  }
  note_held();
  note_threats();
}

void PlacementTable::note_cells() {
  const GameState& s = *state_;
  for (CellIndex c = 0; c < s.core->cells; ++c) {
    CellView& view = cells_[c];
    view.count = 0;
    view.changed = 0;
    view.fits = evaluator_.tiles_for(s.cell_masks[c]);
    view.fit = evaluator_.fit_of_count_[static_cast<std::size_t>(view.fits)];
    const OpenCell& cell = s.cells[c];
    for (unsigned sides = cell.present; sides != 0; sides &= sides - 1)
      for (const SegmentId behind : cell.behind[std::countr_zero(sides)]) {
        if (behind == kNone) continue;
        const FeatureId feature = feature_of(s, behind);
        const auto end = view.features.begin() + view.count;
        if (std::find(view.features.begin(), end, feature) != end) continue;
        view.features[view.count++] = feature;
        Known& at = known(feature);
        if (at.cells == 0) {
          at.cells = static_cast<std::uint32_t>(cell_sets_.size());
          cell_sets_.resize(cell_sets_.size() + static_cast<std::size_t>(words_));
        }
        cell_sets_[at.cells + c / 64u] |= std::uint64_t{1} << c % 64;
      }
  }
}

void PlacementTable::note_held() {
  const GameState& s = *state_;
  for (int i = 0; i < s.core->pieces; ++i) {
    const FeatureId feature = feature_of(s, s.pieces[i].segment);
    Known& at = known(feature);
    if (at.is_held) continue;
    at.is_held = true;
    const Prospect& is = as_it_is(feature);
    held_.push_back({feature, false, &is, &is, shares_of(is)});
  }
}

void PlacementTable::note_threats() {
  for (HeldIndex i = 0; i < held_.size(); ++i)
    for (HeldIndex j = 0; j < i; ++j) {
      const Prospect& a = *held_[i].is;
      const Prospect& b = *held_[j].is;
      if (a.kind != b.kind || leading_seats(a.strengths) == leading_seats(b.strengths)) continue;
      const std::uint64_t* cells = cells_of(held_[i].feature);
      const std::uint64_t* others = cells_of(held_[j].feature);
      for_common_cells(cells, others, words_, [&](CellIndex cell) {
        Threat& threat = threats_.emplace_back();
        threat = {i, j, cell, {}};
        evaluator_.add_threat(a, b, chance_to_join(cells_[cell].fits), threat.gains);
      });
    }
}

const Prospect& PlacementTable::as_it_is(FeatureId feature) {
  Known& at = known(feature);
  Prospect& is = weighed(at).is;
  if (!at.is_weighed) {
    at.is_weighed = true;
    weigh_feature(is, feature);
  }
  return is;
}

PlacementTable::Weighed& PlacementTable::weighed(Known& of) {
  if (of.weighed == kNoSlot) of.weighed = weighed_count_++;
  return weighed_[of.weighed];
}

// By the cells as they are noted now.
void PlacementTable::weigh_feature(Prospect& prospect, FeatureId id) {
  const Feature& feature = state_->features[id];
  prospect = {};
  prospect.feature = id;
  prospect.kind = feature.kind;
  prospect.strengths = feature.occupants;
  fit_cells(cells_of(id), prospect);
  if (feature.kind == SegmentKind::field)
    weigh_field(prospect, {&id, 1}, nullptr, 0);
  else if (is_cloister(feature.kind))
    weigh_cloister(prospect, tile_of(*state_, feature.head).at, feature.open);
  else
    weigh_plainly(prospect, feature.open, tiles_of(id) + feature.pennants);
}

int PlacementTable::tiles_of(FeatureId feature) {
  Known& at = known(feature);
  if (at.tiles == 0) at.tiles = static_cast<std::uint16_t>(distinct_tiles(*state_, feature));
  return at.tiles;
}

// Each once, finished or not.
std::span<const FeatureId> PlacementTable::cities_at(FeatureId field) {
  const GameState& s = *state_;
  Known& at = known(field);
  if (at.first_city == kUnknown) {
    at.first_city = static_cast<std::uint32_t>(cities_.size());
    for (const SegmentId id : segments_of(s, field)) {
      const PlacedTile& tile = tile_of(s, id);
      unsigned touches = rules_.face(tile.type, tile.rotation).segments[tile.local(id)].touches;
      for (; touches != 0; touches &= touches - 1) {
        const FeatureId city = feature_of(s, tile.segment(std::countr_zero(touches)));
        if (std::find(cities_.begin() + at.first_city, cities_.end(), city) == cities_.end())
          cities_.push_back(city);
      }
    }
    at.city_count = static_cast<std::uint16_t>(cities_.size() - at.first_city);
  }
  return {cities_.data() + at.first_city, at.city_count};
}

Points PlacementTable::shares_of(const Prospect& prospect) const {
  Points shares{};
  share_points(weights_, prospect.strengths, 1, players_, evaluator_.left_ == 0, 1, shares);
  return shares;
}

void PlacementTable::weigh_plainly(Prospect& prospect, int open, int now) const {
  const int finished = prospect.kind == SegmentKind::city ? 2 * now : now;
  evaluator_.weigh_worth(prospect, open, now, finished, 1);
}

}  // namespace bastide
