#include "bots/evaluation/evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bots/evaluation/arithmetic.h"
#include "engine/board/board.h"
#include "engine/scoring/score.h"

namespace bastide {

namespace {

constexpr double kHopeless = -6;  // logarithm of the chance of a cell that no tile fits

bool is_cloister(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
         kind == SegmentKind::shrine || kind == SegmentKind::abbey;
}

bool can_be_finished(SegmentKind kind) {
  return kind == SegmentKind::city || kind == SegmentKind::road || is_cloister(kind);
}

}  // namespace

double lead(const Points& points, int players, Seat seat) {
  double others = 0, best = -1e9;
  for (int other = 0; other < players; ++other) {
    if (other == seat) continue;
    others += points[other];
    best = std::max(best, points[other]);
  }
  return points[seat] - (best + others / (players - 1)) / 2;
}

double winning_chance(const Weights& weights, double lead, int tiles_left) {
  const double spread = weights[Weight::spread] +
                        weights[Weight::spread_tiles] * std::sqrt(static_cast<double>(tiles_left));
  return sigmoid(1.7 * lead / spread);  // 1.7: the logistic curve nearest to the normal one
}

Evaluator::Evaluator(const Rules& rules, const Weights& weights)
    : rules_(rules), weights_(weights), scratch_(rules.layout) {
  int total = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
    const TileInPlay& tile = rules.tiles[t];
    if (tile.copies == 0) continue;
    total += tile.copies;
    std::vector<EdgeWord> words;
    for (int r = 0; r < tile.rotation_count; ++r)
      words.push_back(rules.face(static_cast<TileType>(t), tile.rotations[r]).edges);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    const auto same = std::find_if(classes_.begin(), classes_.end(),
                                   [&](const EdgeClass& c) { return c.words == words; });
    EdgeClass& of = same != classes_.end() ? *same : classes_.emplace_back();
    of.words = std::move(words);
    of.types.push_back(static_cast<TileType>(t));
  }
  other_points_ = !rules.before_final.empty() || !rules.after_final.empty();
  plain_values_ = rules.score_terms.empty();
  plain_turns_ = !other_points_ && rules.special_pieces.empty() && rules.meeple_options.empty() &&
                 rules.next_part.empty() && rules.feature_scored.empty() &&
                 std::all_of(rules.score_stages.begin(), rules.score_stages.end(),
                             [](BeforeScoring stage) { return stage == nullptr; });
  for (int fits = 0; fits <= total; ++fits) {
    const double drawn = static_cast<double>(fits) / rules.player_count();
    fit_of_count_.push_back(
        fits == 0 ? kHopeless : std::max(kHopeless, portable_log(1 - portable_exp(-drawn))));
  }
  slot_of_.assign(rules.layout.max_segments + 1u, kNoSlot);
  visited_.assign(rules.layout.max_segments + 1u, 0);
  known_fits_.resize(1u << 16);
}

Points Evaluator::project(const GameState& s) {
  prospects_.clear();
  if (!is_over(s)) {
    look(s);
    const Points points = sum_up(s);
    for (const Prospect& prospect : prospects_) slot_of_[prospect.feature] = kNoSlot;
    return points;
  }
  Points points{};
  for (int seat = 0; seat < rules_.player_count(); ++seat)
    points[seat] = s.core->players[seat].score;
  return points;
}

// What is on the table, whoever holds it.
void Evaluator::look(const GameState& s) {
  left_ = tiles_left(s);
  over_ = 1 - static_cast<double>(left_) / static_cast<double>(fit_of_count_.size());
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

// Who holds it.
Points Evaluator::sum_up(const GameState& s) {
  Points points{};
  const int players = rules_.player_count();
  for (int seat = 0; seat < players; ++seat) points[seat] = s.core->players[seat].score;
  for (const Prospect& prospect : prospects_) share(prospect, points);
  add_threats(points);
  add_pieces(s, points);
  if (other_points_) add_other_points(s, points);
  if (s.core->active < players && left_ > 0) points[s.core->active] += weights_[Weight::tempo];
  return points;
}

// One look at the table serves all answers: they differ in one claim and in one piece.
double Evaluator::best_lead_with_piece(const GameState& s) {
  prospects_.clear();
  const PlacedTile& tile = s.tiles[s.core->placed];
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1)
    prospect_of(s, feature_of(s, tile.segment(std::countr_zero(bits))));
  look(s);
  const Seat seat = s.core->actor;
  const int players = rules_.player_count();
  const Points without = sum_up(s);
  const double time = piece_time();
  const double pieces = pieces_of(s, seat);
  double best = lead(without, players, seat);
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1) {
    const FeatureId feature = feature_of(s, tile.segment(std::countr_zero(bits)));
    Prospect& prospect = prospects_[slot_of_[feature]];
    prospect.claims = claim_of(seat);
    Points with = without;
    share(prospect, with);
    for (const Threat& threat : threats_)
      if (&prospects_[threat.a] == &prospect || &prospects_[threat.b] == &prospect)
        add_threat(threat, with);
    prospect.claims = 0;
    // The piece is gone, but for the chance that it comes home; at once, if the feature is
    // complete.
    const double comes_home = s.features[feature].open == 0 && prospect.kind != SegmentKind::field
                                  ? 1
                                  : weights_[Weight::returning] * prospect.chance;
    with[seat] += time * (piece_worth(pieces - 1 + comes_home) - piece_worth(pieces));
    best = std::max(best, lead(with, players, seat));
  }
  for (const Prospect& prospect : prospects_) slot_of_[prospect.feature] = kNoSlot;
  return best;
}

// --- What is held ------------------------------------------------------------------

std::uint16_t Evaluator::prospect_of(const GameState& s, FeatureId feature) {
  if (slot_of_[feature] != kNoSlot) return slot_of_[feature];
  const auto slot = static_cast<std::uint16_t>(prospects_.size());
  slot_of_[feature] = slot;
  Prospect& prospect = prospects_.emplace_back();
  prospect.feature = feature;
  prospect.kind = s.features[feature].kind;
  prospect.claims = s.features[feature].claims;
  return slot;
}

void Evaluator::find_prospects(const GameState& s) {
  field_cities_.clear();
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].standing == Standing::standing)
      prospect_of(s, feature_of(s, s.pieces[i].segment));
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
  for (EdgeClass& of : classes_) {
    of.copies = 0;
    for (const TileType type : of.types) of.copies += s.stock[type];
  }
}

// In any rotation; tiles of all stacks that are still to come.
int Evaluator::tiles_that_fit(const GameState& s, CellIndex cell) {
  const EdgeWord mask = s.cell_masks[cell];
  KnownFit& known = known_fits_[mask];
  if (known.stock == stock_) return static_cast<int>(known.fits);
  int fits = 0;
  for (const EdgeClass& of : classes_)
    for (const EdgeWord edges : of.words)
      if ((edges & mask) == edges) {
        fits += of.copies;
        break;
      }
  known = {stock_, static_cast<std::uint32_t>(fits)};
  return fits;
}

void Evaluator::note_cell(Prospect& prospect, double fit) const {
  ++prospect.cells;
  prospect.all_fit += fit;
  prospect.hardest_fit = std::min(prospect.hardest_fit, fit);
}

void Evaluator::visit_cells(const GameState& s) {
  for (int cell = 0; cell < s.core->cells; ++cell) visit_cell(s, static_cast<CellIndex>(cell));
  for (Prospect& prospect : prospects_)
    if (is_cloister(prospect.kind)) visit_cloister(s, prospect);
}

void Evaluator::visit_cell(const GameState& s, CellIndex c) {
  const OpenCell& cell = s.cells[c];
  std::uint16_t slots[4 * kSlots];
  int count = 0;
  for (unsigned sides = cell.present; sides != 0; sides &= sides - 1) {
    SegmentId last = kNone;
    for (const SegmentId behind : cell.behind[std::countr_zero(sides)]) {
      if (behind == last || behind == kNone) continue;
      last = behind;
      const std::uint16_t slot = slot_of_[s.segments[behind].feature];
      if (slot == kNoSlot || std::find(slots, slots + count, slot) != slots + count) continue;
      slots[count++] = slot;
    }
  }
  if (count == 0) return;
  const int fits = tiles_that_fit(s, c);
  const double fit = fit_of_count_[fits];
  for (int i = 0; i < count; ++i) note_cell(prospects_[slots[i]], fit);
  if (count > 1) note_threats(slots, count, fits);
}

void Evaluator::note_threats(const std::uint16_t* slots, int count, double fits) {
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (prospects_[slots[i]].kind == prospects_[slots[j]].kind)
        threats_.push_back({slots[i], slots[j], fits / (fits + 4)});
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
      const std::uint32_t cell = find_cell(s, at);
      if (cell != kNotThere)
        note_cell(prospect, fit_of_count_[tiles_that_fit(s, static_cast<CellIndex>(cell))]);
    }
}

// --- What it is worth --------------------------------------------------------------

void Evaluator::weigh(const GameState& s, Prospect& prospect) const {
  const Feature& feature = s.features[prospect.feature];
  if (!can_be_finished(prospect.kind)) return;
  const double now = value_of(rules_, s, prospect.feature, false).total();
  const double finished = !plain_values_ ? value_of(rules_, s, prospect.feature, true).total()
                          : prospect.kind == SegmentKind::city ? 2 * now
                                                               : now;
  if (feature.open == 0) {  // completed by the tile just laid, and not scored yet
    prospect.chance = 1;
    prospect.points = finished;
    return;
  }
  if (left_ == 0) {
    prospect.points = now;
    return;
  }
  const bool cloister = is_cloister(prospect.kind);
  const int open = cloister ? feature.open : prospect.cells;
  const std::uint32_t first = leading_seats(prospect.claims);
  prospect.terms = {1,
                    static_cast<double>(open),
                    open == 1 ? 1.0 : 0.0,
                    prospect.all_fit,
                    prospect.hardest_fit,
                    over_,
                    (first & (first - 1)) != 0 ? 1.0 : 0.0};
  const Weight odds = cloister                             ? Weight::cloister_odds
                      : prospect.kind == SegmentKind::city ? Weight::city_odds
                                                           : Weight::road_odds;
  double log_odds = 0;
  for (int i = 0; i < kOddsTerms; ++i)
    log_odds += weights_.at(odds, i) * prospect.terms[static_cast<std::size_t>(i)];
  prospect.chance = std::min(sigmoid(log_odds), static_cast<double>(left_) / (left_ + 1));
  const double each = cloister                             ? 1.0
                      : prospect.kind == SegmentKind::city ? weights_[Weight::city_growth]
                                                           : weights_[Weight::road_growth];
  const double share_left = std::min(1.0, left_ / 12.0);
  const double growth = open * each * share_left;
  const double stays = now + growth * weights_[Weight::unfinished_growth] *
                                 (prospect.kind == SegmentKind::city ? 0.5 : 1.0);
  prospect.points =
      prospect.chance * (finished + (cloister ? open : growth)) + (1 - prospect.chance) * stays;
}

void Evaluator::weigh_field(const GameState& s, std::uint16_t slot) {
  Prospect& field = prospects_[slot];
  const int finished = finished_cities_[slot];
  const double now =
      plain_values_ ? 3 * finished : value_of(rules_, s, field.feature, false).total();
  // Modules may give more than three points a city: the others count like those.
  const double each = finished > 0 ? now / finished : 3.0;
  field.points = now;
  for (const FieldCity& fc : field_cities_)
    if (fc.field == slot)
      field.points += each * weights_[Weight::field_city] * prospects_[fc.city].chance;
  field.points += weights_[Weight::field_growth] * std::min(field.cells, 12) * (1 - over_);
}

void Evaluator::share(const Prospect& prospect, Points& points) const {
  if (prospect.claims == 0) return;
  const std::uint32_t first = leading_seats(prospect.claims);
  const bool tied = (first & (first - 1)) != 0;
  const int most = claims_by(prospect.claims, std::countr_zero(first));
  for (int seat = 0; seat < rules_.player_count(); ++seat) {
    const int strength = claims_by(prospect.claims, seat);
    if (strength == 0) continue;
    double part = 0;
    if (strength == most)
      part = tied ? weights_[Weight::tie] : 1;
    else if (strength == most - 1 && left_ > 0)
      part = weights_[Weight::behind];
    points[seat] += part * prospect.points;
  }
}

void Evaluator::add_threats(Points& points) const {
  for (const Threat& threat : threats_) add_threat(threat, points);
}

// Joined, the stronger takes what the weaker holds; equals both get all of it.
void Evaluator::add_threat(const Threat& threat, Points& points) const {
  const Prospect& a = prospects_[threat.a];
  const Prospect& b = prospects_[threat.b];
  if (a.claims == 0 || b.claims == 0) return;
  const std::uint32_t holds_a = leading_seats(a.claims), holds_b = leading_seats(b.claims);
  if (holds_a == holds_b) return;
  const Weight weight = a.kind == SegmentKind::field  ? Weight::merge_field
                        : a.kind == SegmentKind::city ? Weight::merge_city
                                                      : Weight::merge_road;
  const double chance = weights_[weight] * threat.chance * (1 - over_);
  const std::uint32_t joined = leading_seats(a.claims + b.claims);
  for (int seat = 0; seat < rules_.player_count(); ++seat) {
    const double before = ((holds_a >> seat & 1) != 0 ? a.points : 0.0) +
                          ((holds_b >> seat & 1) != 0 ? b.points : 0.0);
    const double after = (joined >> seat & 1) != 0 ? a.points + b.points : 0.0;
    points[seat] += chance * (after - before);
  }
}

// What a number of pieces in hand is worth while there are plenty of turns: the first ones are
// dear.
double Evaluator::piece_worth(double pieces) const {
  double worth = 0;
  for (int i = 0; i < 7 && pieces > 0; ++i, pieces -= 1)
    worth += weights_.at(Weight::supply, i) * std::min(1.0, pieces);
  return worth;
}

double Evaluator::piece_time() const {
  const double turns = static_cast<double>(left_) / rules_.player_count();
  return std::min(1.0, turns / weights_[Weight::supply_turns]);
}

// In hand, and those that are likely to come home.
double Evaluator::pieces_of(const GameState& s, Seat seat) const {
  double pieces = 0;
  for (int i = 0; i < s.core->pieces; ++i) {
    if (s.pieces[i].owner != seat) continue;
    const FeatureId feature = feature_of(s, s.pieces[i].segment);
    if (slot_of_[feature] == kNoSlot) continue;
    const Prospect& prospect = prospects_[slot_of_[feature]];
    pieces += can_be_finished(prospect.kind) && s.features[feature].open == 0
                  ? 1
                  : weights_[Weight::returning] * prospect.chance;
  }
  for (const PieceKind kind : {PieceKind::meeple, PieceKind::abbot, PieceKind::big})
    pieces += s.core->players[seat].supply[static_cast<int>(kind)];
  return pieces;
}

void Evaluator::add_pieces(const GameState& s, Points& points) const {
  const double time = piece_time();
  for (int seat = 0; seat < rules_.player_count(); ++seat)
    points[seat] += time * piece_worth(pieces_of(s, static_cast<Seat>(seat)));
}

// Points that modules would give if the game ended now (king, robber, crowns, castles, fairy ...).
void Evaluator::add_other_points(const GameState& s, Points& points) {
  scratch_ = s;
  score_final(rules_, scratch_, nullptr);
  for (int seat = 0; seat < rules_.player_count(); ++seat) {
    double gain = scratch_.core->players[seat].score - s.core->players[seat].score;
    for (const Prospect& prospect : prospects_)
      if ((leading_seats(prospect.claims) >> seat & 1) != 0)
        gain -= value_of(rules_, s, prospect.feature, false).total();
    points[seat] += gain;
  }
}

}  // namespace bastide
