// One placement: what it joins, what that changes around it, and who gets what of it.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "bots/evaluation/placement_table.h"
#include "engine/board/board.h"

namespace bastide {

double PlacementTable::best_lead(const Action& placement) {
  const auto cell = static_cast<CellIndex>(find_cell(*state_, placement.at));
  const Face& face = rules_.face(placement.tile, placement.value);
  ++trial_;
  join(state_->cells[cell], face);
  open_neighbours(cell, face);
  weigh_groups(placement.at, face);
  weigh_held(placement.at);
  const Points points = sum_up();
  const double best = best_claim(points);
  close_neighbours();
  return best;
}

// What the tile would join, as lay_tile does it.
void PlacementTable::join(const OpenCell& cell, const Face& face) {
  group_count_ = face.segment_count;
  for (int i = 0; i < group_count_; ++i) {
    Group& group = groups_[i];
    group.segments = static_cast<GroupMask>(1u << i);
    group.open = face.segments[i].open_ends;
    group.part_count = 0;
    group_of_[i] = static_cast<std::uint8_t>(i);
  }
  for (unsigned sides = cell.present; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    for (int j = 0; j < face.join_count[side]; ++j) {
      const auto [segment, slot] = face.joins[side][j];
      const FeatureId feature = feature_of(*state_, cell.behind[side][slot]);
      const int mine = group_of_[segment];
      Group& group = groups_[mine];
      group.open -= 2;
      Known& other = known(feature);
      if (other.joined == trial_) {
        if (other.group != mine) unite(mine, other.group);
        continue;
      }
      other.joined = trial_;
      other.group = static_cast<std::uint8_t>(mine);
      group.parts[group.part_count++] = feature;
    }
  }
  for (int g = 0; g < group_count_; ++g)
    if (groups_[g].segments != 0) gather(groups_[g], face);
}

void PlacementTable::unite(int into, int from) {
  Group& kept = groups_[into];
  Group& gone = groups_[from];
  kept.open += gone.open;
  for (const FeatureId part : gone.features()) {
    known_[part].group = static_cast<std::uint8_t>(into);
    kept.parts[kept.part_count++] = part;
  }
  for (unsigned bits = gone.segments; bits != 0; bits &= bits - 1)
    group_of_[std::countr_zero(bits)] = static_cast<std::uint8_t>(into);
  kept.segments |= gone.segments;
  gone.segments = 0;
}

void PlacementTable::gather(Group& group, const Face& face) {
  Prospect& prospect = group.prospect;
  prospect = {};
  prospect.kind = face.segments[std::countr_zero(group.segments)].kind;
  bool is_free = true;
  for (const FeatureId part : group.features()) {
    const Feature& feature = state_->features[part];
    prospect.strengths += feature.occupants;
    group.open += feature.open;
    is_free = is_free && bastide::is_free(feature);
  }
  const bool has_meeple =
      state_->core->players[state_->core->active].supply[PieceKind::meeple] != 0;
  group.may_be_claimed = is_free && has_meeple && (group.segments & face.claimable) != 0;
}

// Without the new one. A tile with segments in two of the parts counts once.
int PlacementTable::tiles_of(const Group& group) {
  const GameState& s = *state_;
  const auto may_share = [&](FeatureId part) { return s.features[part].siblings != 0; };
  int tiles = 0;
  if (std::ranges::count_if(group.features(), may_share) < 2) {
    for (const FeatureId part : group.features()) tiles += tiles_of(part);
    return tiles;
  }
  ++walk_;
  for (const FeatureId part : group.features())
    for (const SegmentId id : segments_of(s, part)) {
      const TileIndex tile = s.segments[id].tile;
      tiles += seen_tile_[tile] != walk_;
      seen_tile_[tile] = walk_;
    }
  return tiles;
}

// The cells beside the tile learn what they must show.
void PlacementTable::open_neighbours(CellIndex cell, const Face& face) {
  closed_ = cell;
  neighbour_count_ = 0;
  if (evaluator_.left_ == 0) return;
  const GameState& s = *state_;
  cells_[cell].changed = trial_;
  CellIndex fresh = s.core->cells;
  for (unsigned sides = ~s.cells[cell].present & 0xFu; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    const Pos at = neighbour(s.cells[cell].at, static_cast<Side>(side));
    const std::uint32_t found = find_cell(s, at);
    const bool is_new = found == kNotThere;
    const CellIndex c = is_new ? fresh++ : static_cast<CellIndex>(found);
    CellView& view = cells_[c];
    if (is_new) view.count = 0;
    neighbours_[neighbour_count_++] = {c, side, at, view.fits, view.fit};
    const Outward& out = face.outward[side];
    const EdgeWord mask = is_new ? kAdmitsAnything : s.cell_masks[c];
    view.fits = evaluator_.tiles_for(mask & out.admits);
    view.fit = evaluator_.fit_of_count_[static_cast<std::size_t>(view.fits)];
    view.changed = trial_;
    for (int i = 0; i < view.count; ++i) known(view.features[i]).touched = trial_;
  }
}

void PlacementTable::close_neighbours() {
  for (int i = 0; i < neighbour_count_; ++i) {
    CellView& view = cells_[neighbours_[i].cell];
    view.fits = neighbours_[i].fits_before;
    view.fit = neighbours_[i].fit_before;
  }
  neighbour_count_ = 0;
  closed_ = kNone;
}

// Those of its parts but the one that is closed, and those that the tile opens to it.
void PlacementTable::gather_cells(int g, const Face& face) {
  std::uint64_t* cells = cells_of_group(g);
  std::fill_n(cells, words_, 0);
  for (const FeatureId part : groups_[g].features()) {
    const std::uint64_t* more = cells_of(part);
    for (int w = 0; w < words_; ++w) cells[w] |= more[w];
  }
  cells[closed_ / 64] &= ~(std::uint64_t{1} << closed_ % 64);
  for (int i = 0; i < neighbour_count_; ++i) {
    const CellIndex cell = neighbours_[i].cell;
    for (const std::uint8_t segment : face.slots[neighbours_[i].side])
      if (segment != kNoSegment && group_of_[segment] == g)
        cells[cell / 64] |= std::uint64_t{1} << cell % 64;
  }
  fit_cells(cells, groups_[g].prospect);
}

// Of a field their number is enough.
void PlacementTable::fit_cells(const std::uint64_t* cells, Prospect& prospect) const {
  if (prospect.kind == SegmentKind::field) {
    for (int w = 0; w < words_; ++w) prospect.cells += std::popcount(cells[w]);
    return;
  }
  for_common_cells(cells, cells, words_,
                   [&](CellIndex cell) { Evaluator::note_cell(prospect, cells_[cell].fit); });
}

// Cities first: fields count on them, whoever holds these.
void PlacementTable::weigh_groups(Pos laid, const Face& face) {
  for (int g = 0; g < group_count_; ++g) {
    Group& group = groups_[g];
    Prospect& prospect = group.prospect;
    if (group.segments == 0 || (prospect.kind != SegmentKind::city && !group.matters())) continue;
    if (is_cloister(prospect.kind)) {
      weigh_cloister(prospect, laid, 8 - tiles_around(*state_, laid));
      std::fill_n(cells_of_group(g), words_, 0);
      continue;
    }
    gather_cells(g, face);
    if (prospect.kind == SegmentKind::field) continue;
    int now = 1 + tiles_of(group);
    for (const FeatureId part : group.features()) now += state_->features[part].pennants;
    for (unsigned bits = group.segments; bits != 0; bits &= bits - 1)
      now += face.segments[std::countr_zero(bits)].pennants;
    weigh_plainly(prospect, group.open, now);
  }
  for (int g = 0; g < group_count_; ++g) {
    Group& group = groups_[g];
    if (group.segments != 0 && group.prospect.kind == SegmentKind::field && group.matters())
      weigh_field(group.prospect, group.features(), &face, group.segments);
  }
}

// `open`: cells around it that are empty, that of the tile not among them.
void PlacementTable::weigh_cloister(Prospect& prospect, Pos at, int open) {
  for (int dx = -1; dx <= 1 && evaluator_.left_ > 0; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Pos there{static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)};
      const std::uint32_t found = find_cell(*state_, there);
      if (found != kNotThere && found != closed_) Evaluator::note_cell(prospect, cells_[found].fit);
      for (int i = 0; i < neighbour_count_ && found == kNotThere; ++i)
        if (neighbours_[i].at == there)
          Evaluator::note_cell(prospect, cells_[neighbours_[i].cell].fit);
    }
  weigh_plainly(prospect, open, 9 - open);
}

// Of a feature that is no field.
const Prospect& PlacementTable::as_it_would_be(FeatureId feature) {
  Known& at = known(feature);
  if (at.joined == trial_) return groups_[at.group].prospect;
  if (at.touched != trial_) return as_it_is(feature);
  Prospect& would_be = weighed(at).would_be;
  if (at.reweighed != trial_) {
    at.reweighed = trial_;
    weigh_feature(would_be, feature);
  }
  return would_be;
}

void PlacementTable::weigh_held(Pos laid) {
  for (Held& held : held_) {
    Known& at = known_[held.feature];
    held.joined = at.joined == trial_;
    held.now = held.is;
    if (held.joined) continue;
    const Prospect& is = *held.is;
    Prospect& would_be = weighed(at).would_be;
    if (is.kind == SegmentKind::field) {
      if (!cities_differ(held.feature)) continue;
      would_be = is;
      weigh_field(would_be, {&held.feature, 1}, nullptr, 0);
      held.now = &would_be;
    } else if (is_cloister(is.kind)) {
      const Feature& feature = state_->features[held.feature];
      const Pos centre = tile_of(*state_, feature.head).at;
      const int away = std::max(std::abs(centre.x - laid.x), std::abs(centre.y - laid.y));
      if (away > 2) continue;  // the cells beside the tile are too far away, too
      would_be = {};
      would_be.kind = is.kind;
      would_be.strengths = is.strengths;
      weigh_cloister(would_be, centre, feature.open - (away == 1 ? 1 : 0));
      held.now = &would_be;
    } else {
      held.now = &as_it_would_be(held.feature);
    }
  }
}

bool PlacementTable::cities_differ(FeatureId field) {
  return std::ranges::any_of(cities_at(field), [&](FeatureId city) {
    return known_[city].joined == trial_ || known_[city].touched == trial_;
  });
}

// `face`, `segments`: of the tile, where it would be part of the field.
void PlacementTable::weigh_field(Prospect& field, std::span<const FeatureId> parts,
                                 const Face* face, GroupMask segments) {
  ++walk_;
  finished_ = 0;
  chances_ = 0;
  for (const FeatureId part : parts)
    for (const FeatureId city : cities_at(part)) count_city(city);
  for (unsigned bits = segments; bits != 0; bits &= bits - 1) {
    unsigned touches = face->segments[std::countr_zero(bits)].touches;
    for (; touches != 0; touches &= touches - 1)
      count_group(groups_[group_of_[std::countr_zero(touches)]]);
  }
  evaluator_.weigh_cities(field, finished_, chances_, 3 * finished_, 3);
}

void PlacementTable::count_city(FeatureId city) {
  if (known(city).joined == trial_) return count_group(groups_[known_[city].group]);
  if (visited_[city] == walk_) return;
  visited_[city] = walk_;
  if (is_finished(*state_, city))
    ++finished_;
  else
    chances_ += as_it_would_be(city).chance;
}

void PlacementTable::count_group(Group& group) {
  if (group.visited == walk_) return;
  group.visited = walk_;
  if (group.prospect.complete)
    ++finished_;
  else
    chances_ += group.prospect.chance;
}

// --- Who gets it -------------------------------------------------------------------

Points PlacementTable::sum_up() {
  const CoreState& core = *state_->core;
  Points points{};
  for (int seat = 0; seat < players_; ++seat) {
    points[seat] = core.players[seat].score;
    pieces_[seat] = core.players[seat].supply[PieceKind::meeple];
  }
  for (const Held& held : held_) {
    if (held.joined) continue;
    add_pieces(*held.now);
    if (held.now->complete)
      evaluator_.share(*held.now, points);
    else
      for (int seat = 0; seat < players_; ++seat)
        points[seat] += held.shares[seat] * held.now->points;
  }
  for (int g = 0; g < group_count_; ++g) {
    const Prospect& prospect = groups_[g].prospect;
    if (groups_[g].segments == 0 || prospect.strengths == 0) continue;
    add_pieces(prospect);
    evaluator_.share(prospect, points);
  }
  add_threats(points);
  for (int seat = 0; seat < players_; ++seat)
    points[seat] += evaluator_.piece_time_ * evaluator_.piece_worth(pieces_[seat]);
  const int next = core.active + 1 == players_ ? 0 : core.active + 1;
  if (evaluator_.left_ > 0) points[next] += weights_[Weight::tempo];
  return points;
}

void PlacementTable::add_pieces(const Prospect& prospect) {
  const double home = coming_home(weights_, prospect);
  for (int seat = 0; seat < players_; ++seat)
    pieces_[seat] += number_of_seat(prospect.strengths, seat) * home;
}

// What lies at the closed cell is joined, so nothing threatens there any more.
void PlacementTable::add_threats(Points& points) {
  for (const Threat& threat : threats_) {
    const Held& a = held_[threat.a];
    const Held& b = held_[threat.b];
    if (a.joined || b.joined) continue;
    const CellView& cell = cells_[threat.cell];
    if (a.now == a.is && b.now == b.is && cell.changed != trial_)
      for (int seat = 0; seat < players_; ++seat) points[seat] += threat.gains[seat];
    else
      evaluator_.add_threat(*a.now, *b.now, chance_to_join(cell.fits), points);
  }
  for (int g = 0; g < group_count_; ++g)
    if (groups_[g].segments != 0 && groups_[g].prospect.strengths != 0)
      add_group_threats(g, g + 1, points);
}

void PlacementTable::add_group_threats(int g, int first_other, Points& points) {
  const Prospect& mine = groups_[g].prospect;
  const std::uint64_t* cells = cells_of_group(g);
  for (const Held& other : held_)
    if (!other.joined && other.is->kind == mine.kind)
      add_threats_between(cells, mine, cells_of(other.feature), *other.now, points);
  for (int other = first_other; other < group_count_; ++other) {
    const Group& group = groups_[other];
    if (other != g && group.segments != 0 && group.prospect.kind == mine.kind)
      add_threats_between(cells, mine, cells_of_group(other), group.prospect, points);
  }
}

void PlacementTable::add_threats_between(const std::uint64_t* cells, const Prospect& a,
                                         const std::uint64_t* others, const Prospect& b,
                                         Points& points) const {
  if (b.strengths == 0) return;
  double chances = 0;
  for_common_cells(cells, others, words_,
                   [&](CellIndex cell) { chances += chance_to_join(cells_[cell].fits); });
  if (chances > 0) evaluator_.add_threat(a, b, chances, points);
}

double PlacementTable::best_claim(const Points& without) {
  const Seat seat = state_->core->active;
  double best = lead(without, players_, seat);
  for (int g = 0; g < group_count_; ++g) {
    Group& group = groups_[g];
    if (group.segments == 0 || !group.may_be_claimed) continue;
    Points with = without;
    evaluator_.claim(group.prospect, seat, pieces_[seat], with);
    group.prospect.strengths = one_of_seat(seat);
    add_group_threats(g, 0, with);
    group.prospect.strengths = 0;
    best = std::max(best, lead(with, players_, seat));
  }
  return best;
}

}  // namespace bastide
