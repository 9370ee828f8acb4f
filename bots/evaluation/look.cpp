// What is on the table, whoever holds it: features, the open cells at them, the tiles that fit.
#include <algorithm>
#include <bit>
#include <iterator>

#include "bots/evaluation/arithmetic.h"
#include "bots/evaluation/evaluator.h"
#include "engine/board/board.h"

namespace bastide {

namespace {

// Each once, in the order in which they came.
std::uint16_t* without_repetitions(std::uint16_t* begin, std::uint16_t* end) {
  std::uint16_t* kept = begin;
  for (const std::uint16_t* at = begin; at != end; ++at)
    if (std::find(begin, kept, *at) == kept) *kept++ = *at;
  return kept;
}

}  // namespace

void Evaluator::note_what_is_left(const GameState& s) {
  left_ = tiles_left(s);
  over_ = 1 - static_cast<double>(left_) / static_cast<double>(fit_of_count_.size());
  most_chance_ = static_cast<double>(left_) / (left_ + 1);
  growing_ = std::min(1.0, left_ / 12.0);
  piece_time_ = piece_time();
  abbeys_ = 0;
  if (rules_.piece_in_play[PieceKind::abbey])
    for (int seat = 0; seat < rules_.player_count(); ++seat)
      abbeys_ += s.core->players[seat].supply[PieceKind::abbey];
}

void Evaluator::look(const GameState& s) {
  note_what_is_left(s);
  looked_at_.clear();
  for (const Outlook& outlook : outlooks_)
    if (outlook.look != nullptr) outlook.look(rules_, s, looked_at_);
  for (const FeatureId feature : looked_at_) prospect_of(s, feature);
  find_prospects(s);
  threats_.clear();
  if (left_ > 0) {
    note_stock(s);
    visit_cells(s);
  }
  for (Prospect& prospect : prospects_)
    if (prospect.kind != SegmentKind::field) weigh(s, prospect);
  for (std::uint16_t slot = 0; slot < prospects_.size(); ++slot)
    if (prospects_[slot].kind == SegmentKind::field) weigh_field(s, slot);
}

void Evaluator::survey(const GameState& s) {
  prospects_.clear();
  if (is_over(s)) return;
  for (FeatureId id = 0; id < s.core->features; ++id) {
    const Feature& feature = s.features[id];
    if (feature.segments == 0) continue;
    const bool field = feature.kind == SegmentKind::field && rules_.options.fields;
    if (field || (can_be_finished(feature.kind) && feature.open > 0)) prospect_of(s, id);
  }
  look(s);
  for (const Prospect& prospect : prospects_) slot_of_[prospect.feature] = kNoSlot;
}

std::vector<Evaluator::CellFit> Evaluator::open_cells(const GameState& s) {
  std::vector<CellFit> out;
  note_what_is_left(s);
  note_stock(s);
  for (int i = 0; i < s.core->cells; ++i) {
    const auto cell = static_cast<CellIndex>(i);
    const int fits = tiles_that_fit(s, cell);
    const double fit = fit_at(s, cell, fits);
    const bool hopeless = left_ == 0 || fit <= kHopeless;
    out.push_back(
        {s.cells[cell].at, fits, types_that_fit(s, cell), hopeless ? 0 : portable_exp(fit)});
  }
  return out;
}

std::vector<TileType> Evaluator::types_that_fit(const GameState& s, CellIndex cell) const {
  const EdgeWord mask = s.cell_masks[cell];
  std::vector<TileType> out;
  for (const EdgeClass& of : classes_)
    if (std::ranges::any_of(of.words, [&](EdgeWord edges) { return (edges & mask) == edges; }))
      std::ranges::copy_if(of.types, std::back_inserter(out),
                           [&](TileType type) { return s.stock[type] > 0; });
  std::ranges::sort(out);
  return out;
}

// --- What is held ------------------------------------------------------------------

std::uint16_t Evaluator::prospect_of(const GameState& s, FeatureId feature) {
  if (slot_of_[feature] != kNoSlot) return slot_of_[feature];
  const auto slot = static_cast<std::uint16_t>(prospects_.size());
  slot_of_[feature] = slot;
  Prospect& prospect = prospects_.emplace_back();
  prospect.feature = feature;
  prospect.kind = s.features[feature].kind;
  prospect.strengths = strength_word(rules_, s, feature);
  if (!rules_.tie_breaks.empty())
    prospect.favoured = holders_of_tie(rules_, s, feature, leading_seats(prospect.strengths));
  return slot;
}

void Evaluator::find_prospects(const GameState& s) {
  field_cities_.clear();
  for (int i = 0; i < s.core->pieces; ++i)
    if (is_on_feature(s.pieces[i])) prospect_of(s, feature_of(s, s.pieces[i].segment));
  finished_cities_.assign(prospects_.size(), 0);
  const auto held = static_cast<std::uint16_t>(prospects_.size());
  for (std::uint16_t slot = 0; slot < held; ++slot)
    if (prospects_[slot].kind == SegmentKind::field) visit_cities(s, slot);
}

// The cities at a field, each once: how many are finished, and which may be.
void Evaluator::visit_cities(const GameState& s, std::uint16_t field) {
  ++walk_;
  const FeatureId feature = prospects_[field].feature;
  const SegmentId head = s.features[feature].head;
  SegmentId id = head;
  do {
    const PlacedTile& tile = s.tiles[s.segments[id].tile];
    unsigned touches =
        rules_.face(tile.type, tile.rotation).segments[id - tile.first_segment].touches;
    for (; touches != 0; touches &= touches - 1)
      visit_city(
          s, field,
          feature_of(s, static_cast<SegmentId>(tile.first_segment + std::countr_zero(touches))));
    id = s.segments[id].next;
  } while (id != head);
  for (const BoardTouch& touch : rules_.board_touches)
    if (feature_of(s, touch.field) == feature) visit_city(s, field, feature_of(s, touch.city));
}

void Evaluator::visit_city(const GameState& s, std::uint16_t field, FeatureId city) {
  if (visited_[city] == walk_) return;
  visited_[city] = walk_;
  if (s.features[city].kind == SegmentKind::carcassonne || s.features[city].open == 0)
    ++finished_cities_[field];
  else
    field_cities_.push_back({field, prospect_of(s, city)});
}

// --- Open cells --------------------------------------------------------------------

void Evaluator::note_stock(const GameState& s) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull;
  for (std::size_t t = 0; t < rules_.tiles.size(); ++t)
    hash = (hash ^ s.stock[t]) * 0xBF58476D1CE4E5B9ull, hash ^= hash >> 29;
  const auto stock = static_cast<std::uint32_t>(hash >> 32) | 1u;
  if (stock == stock_) return;
  stock_ = stock;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    copies_[i] = 0;
    for (const TileType type : classes_[i].types) copies_[i] += s.stock[type];
  }
}

// In any rotation; tiles of all stacks that are still to come.
int Evaluator::count_tiles_for(EdgeWord mask) {
  const auto fits = [mask](const EdgeClass& of) {
    return std::ranges::any_of(of.words,
                               [mask](EdgeWord edges) { return (edges & mask) == edges; });
  };
  constexpr std::size_t kBits = 64;
  KnownFit& known = known_fit(mask);
  if (known.stock == 0 || known.mask != mask) {
    known = {0, 0, 0, mask};
    for (std::size_t i = 0; i < std::min(kBits, classes_.size()); ++i)
      known.classes |= std::uint64_t{fits(classes_[i])} << i;
  }
  int count = 0;
  for (std::uint64_t bits = known.classes; bits != 0; bits &= bits - 1)
    count += copies_[static_cast<std::size_t>(std::countr_zero(bits))];
  for (std::size_t i = kBits; i < classes_.size(); ++i)
    if (fits(classes_[i])) count += copies_[i];
  known.stock = stock_;
  known.fits = static_cast<std::uint16_t>(count);
  return count;
}

// The logarithm of the chance that the cell is filled.
double Evaluator::fit_at(const GameState& s, CellIndex cell, int fits) const {
  if (abbeys_ != 0 && s.cells[cell].present == 0xF)
    fits = std::min(fits + abbeys_, static_cast<int>(fit_of_count_.size()) - 1);
  return fit_of_count_[static_cast<std::size_t>(fits)];
}

void Evaluator::visit_cells(const GameState& s) {
  for (int cell = 0; cell < s.core->cells; ++cell) visit_cell(s, static_cast<CellIndex>(cell));
  for (Prospect& prospect : prospects_)
    if (is_cloister(prospect.kind)) visit_cloister(s, prospect);
}

void Evaluator::visit_cell(const GameState& s, CellIndex c) {
  const OpenCell& cell = s.cells[c];
  std::uint16_t slots[4 * kSlots + 1];
  int found = 0;
  for (unsigned sides = cell.present; sides != 0; sides &= sides - 1) {
    SegmentId last = kNone;
    for (const SegmentId behind : cell.behind[std::countr_zero(sides)]) {
      if (behind == last || behind == kNone) continue;
      last = behind;
      // Whether it counts cannot be foreseen: it is written anyway and kept if it does.
      slots[found] = slot_of_[s.segments[behind].feature];
      found += slots[found] != kNoSlot;
    }
  }
  if (found == 0) return;
  const int count = static_cast<int>(without_repetitions(slots, slots + found) - slots);
  const int fits = tiles_that_fit(s, c);
  const double fit = fit_at(s, c, fits);
  for (int i = 0; i < count; ++i) note_cell(prospects_[slots[i]], fit);
  if (count > 1) note_threats(slots, count, fits);
}

void Evaluator::note_threats(const std::uint16_t* slots, int count, int fits) {
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (prospects_[slots[i]].kind == prospects_[slots[j]].kind)
        threats_.push_back({slots[i], slots[j], chance_to_join(fits)});
}

// A cell that no tile touches yet takes whatever comes.
void Evaluator::visit_cloister(const GameState& s, Prospect& prospect) {
  const Pos centre = s.tiles[s.segments[s.features[prospect.feature].head].tile].at;
  prospect.cells = 0;
  prospect.all_fit = prospect.hardest_fit = 0;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Pos at{static_cast<std::int16_t>(centre.x + dx),
                   static_cast<std::int16_t>(centre.y + dy)};
      const std::uint32_t found = find_cell(s, at);
      if (found == kNotThere) continue;
      const auto cell = static_cast<CellIndex>(found);
      note_cell(prospect, fit_at(s, cell, tiles_that_fit(s, cell)));
    }
}

}  // namespace bastide
