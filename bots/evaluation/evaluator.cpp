#include "bots/evaluation/evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bots/evaluation/arithmetic.h"
#include "engine/board/board.h"
#include "engine/scoring/score.h"

namespace bastide {

namespace {

double piece_share(const Rules& rules, const Weights& weights, PieceKind kind) {
  if (!rules.piece_in_play[kind] || !rules.traits[kind].person) return 0;
  switch (kind) {
    case PieceKind::abbot:
      return 0;
    case PieceKind::mayor:
      return weights[Weight::mayor];
    case PieceKind::wagon:
      return weights[Weight::wagon];
    default:
      return 1;
  }
}

// Those of the base game before the end.
bool has_plain_steps(const Rules& rules) {
  return std::all_of(rules.steps.begin(), rules.steps.begin() + rules.ending_index, [](Step step) {
    return step == Step::draw || step == Step::place || step == Step::meeple ||
           step == Step::score || step == Step::end_turn;
  });
}

}  // namespace

double winning_chance(const Weights& weights, double lead, int tiles_left) {
  const double spread = weights[Weight::spread] +
                        weights[Weight::spread_tiles] * std::sqrt(static_cast<double>(tiles_left));
  return sigmoid(1.7 * lead / spread);  // 1.7: the logistic curve nearest to the normal one
}

Evaluator::Evaluator(const Rules& rules, const Weights& weights)
    : rules_(rules), weights_(weights) {
  int total = 0;
  for (std::size_t t = 0; t < rules.stocked_types(); ++t) {
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
  plain_values_ = rules.worth.is_plain();
  for_each<PieceKind>([&](PieceKind kind) {
    piece_shares_[kind] = piece_share(rules, weights, kind);
    if (piece_shares_[kind] != 0) counted_pieces_.push_back(kind);
  });
  outlooks_ = outlooks_for(rules);
  plain_turns_ = outlooks_.empty() && has_plain_steps(rules) && rules.plain_ending &&
                 rules.go_home.empty() && rules.special_pieces.empty() &&
                 rules.meeple_options.empty() && rules.parts.empty() &&
                 rules.feature_scored.empty() &&
                 std::all_of(rules.score_stages.begin(), rules.score_stages.end(),
                             [](BeforeScoring stage) { return stage == nullptr; });
  for (int fits = 0; fits <= total; ++fits) {
    const double drawn = static_cast<double>(fits) / rules.player_count();
    fit_of_count_.push_back(
        fits == 0 ? kHopeless : std::max(kHopeless, portable_log(1 - portable_exp(-drawn))));
  }
  slot_of_.assign(rules.layout.max_segments + 1u, kNoSlot);
  visited_.assign(rules.layout.max_segments + 1u, 0);
  for (int i = 0; i < kPiecesOfWorth; ++i)
    worth_of_pieces_[i + 1] = worth_of_pieces_[i] + weights.at(Weight::supply, i);
  copies_.resize(classes_.size());
  known_fits_.resize(1u << kKnownFitBits);
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

// Who holds it.
Points Evaluator::sum_up(const GameState& s) {
  Points points{};
  const int players = rules_.player_count();
  for (int seat = 0; seat < players; ++seat) points[seat] = s.core->players[seat].score;
  for (const Prospect& prospect : prospects_) share(prospect, points);
  add_threats(points);
  if (outlooks_.empty())
    add_pieces(s, points);
  else
    add_outlooks(s, points);
  const Seat next = who_is_next(s);
  if (next < players && left_ > 0) points[next] += weights_[Weight::tempo];
  return points;
}

// Who moves next when what is asked now has been answered.
Seat Evaluator::who_is_next(const GameState& s) const {
  const bool last_question = plain_turns_ && decision(s) == DecisionKind::meeple;
  const int next = s.core->active + (last_question ? 1 : 0);
  return static_cast<Seat>(next == rules_.player_count() ? 0 : next);
}

// One look at the table serves all answers: they differ in one claim and in one piece.
void Evaluator::leads_with_piece(const GameState& s, std::vector<double>& out) {
  out.clear();
  prospects_.clear();
  const PlacedTile& tile = s.tiles[s.core->placed];
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1)
    prospect_of(s, feature_of(s, tile.segment(std::countr_zero(bits))));
  look(s);
  const Seat seat = s.core->actor;
  const Points without = sum_up(s);
  const double pieces = pieces_of(s, seat);
  for (unsigned bits = s.core->meeple_options; bits != 0; bits &= bits - 1) {
    const FeatureId feature = feature_of(s, tile.segment(std::countr_zero(bits)));
    Prospect& prospect = prospects_[slot_of_[feature]];
    Points with = without;
    claim(prospect, seat, pieces, with);
    prospect.strengths = one_of_seat(seat);
    for (const Threat& threat : threats_)
      if (&prospects_[threat.a] == &prospect || &prospects_[threat.b] == &prospect)
        add_threat(prospects_[threat.a], prospects_[threat.b], threat.chance, with);
    prospect.strengths = 0;
    out.push_back(lead(with, rules_.player_count(), seat));
  }
  out.push_back(lead(without, rules_.player_count(), seat));
  for (const Prospect& prospect : prospects_) slot_of_[prospect.feature] = kNoSlot;
}

double Evaluator::best_lead_with_piece(const GameState& s) {
  leads_with_piece(s, leads_);
  return *std::max_element(leads_.begin(), leads_.end());
}

// A piece of so many goes to a free feature, threats apart: it is gone but for the chance that it
// comes home; at once, if the feature is complete.
void Evaluator::claim(const Prospect& prospect, Seat seat, double pieces, Points& points) const {
  points[seat] += prospect.points;
  const double stay = pieces - 1 + coming_home(weights_, prospect);
  points[seat] += piece_time_ * (piece_worth(stay) - piece_worth(pieces));
}

// --- What it is worth --------------------------------------------------------------

// By how much a tile of the finished feature is worth more than in the base game (inns,
// cathedrals).
double Evaluator::tile_scale(const Feature& feature, SegmentKind kind, double finished) const {
  if (plain_values_ || feature.segments == 0) return 1;
  const double plain =
      kind == SegmentKind::city ? 2.0 * (feature.segments + feature.pennants) : feature.segments;
  return std::clamp(finished / plain, 1.0, 2.0);
}

void Evaluator::weigh(const GameState& s, Prospect& prospect) const {
  const Feature& feature = s.features[prospect.feature];
  if (!can_be_finished(prospect.kind)) return;
  const double now = value_of(rules_, s, prospect.feature, false).total();
  const double finished = !plain_values_ ? value_of(rules_, s, prospect.feature, true).total()
                          : prospect.kind == SegmentKind::city ? 2 * now
                                                               : now;
  weigh_worth(prospect, feature.open, now, finished, tile_scale(feature, prospect.kind, finished));
}

// `open`: ends, or cells around a cloister. `scale`: tile_scale.
void Evaluator::weigh_worth(Prospect& prospect, int open, double now, double finished,
                            double scale) const {
  prospect.complete = open == 0;
  if (prospect.complete) {
    prospect.chance = 1;
    prospect.points = finished;
    return;
  }
  prospect.chance = 0;
  if (left_ == 0) {
    prospect.points = now;
    return;
  }
  const bool cloister = is_cloister(prospect.kind);
  if (!cloister) open = prospect.cells;
  const std::uint32_t first = leading_seats(prospect.strengths);
  const std::array<double, kOddsTerms> terms = {1,
                                                static_cast<double>(open),
                                                open == 1 ? 1.0 : 0.0,
                                                prospect.all_fit,
                                                prospect.hardest_fit,
                                                over_,
                                                (first & (first - 1)) != 0 ? 1.0 : 0.0};
  prospect.terms = terms;
  const Weight odds = cloister                             ? Weight::cloister_odds
                      : prospect.kind == SegmentKind::city ? Weight::city_odds
                                                           : Weight::road_odds;
  // Term by term: a loop would be made to wait for the array to reach the memory.
  const auto term = [&](std::size_t i) {
    return weights_.at(odds, static_cast<int>(i)) * terms[i];
  };
  static_assert(kOddsTerms == 7);
  const double log_odds = (term(0) + term(5)) + (term(1) + term(2)) + (term(3) + term(4)) + term(6);
  prospect.chance = std::min(sigmoid(log_odds), most_chance_);
  const double each = cloister                             ? 1.0
                      : prospect.kind == SegmentKind::city ? weights_[Weight::city_growth]
                                                           : weights_[Weight::road_growth];
  const double growth = open * each * growing_ * scale;
  const double grows = growth * weights_[Weight::unfinished_growth] *
                       (prospect.kind == SegmentKind::city ? 0.5 : 1.0);
  const double stays = now > 0 ? now + grows : 0;  // what is void stays so, however it grows
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
  double chances = 0;
  for (const FieldCity& fc : field_cities_)
    if (fc.field == slot) chances += prospects_[fc.city].chance;
  weigh_cities(field, finished, chances, now, each);
}

// `chances`: of the cities that may be finished yet, summed. `each`: points of one.
void Evaluator::weigh_cities(Prospect& field, int finished, double chances, double now,
                             double each) const {
  const double to_come = weights_[Weight::field_city] * chances;
  field.cities = finished + to_come;
  field.points = now + each * to_come;
  field.points += weights_[Weight::field_growth] * std::min(field.cells, 12) * (1 - over_);
}

void Evaluator::share(const Prospect& prospect, Points& points) const {
  share_points(weights_, prospect.strengths, prospect.points, rules_.player_count(),
               left_ == 0 || prospect.complete, 1, points, prospect.favoured);
}

void Evaluator::add_threats(Points& points) const {
  for (const Threat& threat : threats_)
    add_threat(prospects_[threat.a], prospects_[threat.b], threat.chance, points);
}

// Joined, the stronger takes what the weaker holds; equals both get all of it.
void Evaluator::add_threat(const Prospect& a, const Prospect& b, double joined_by,
                           Points& points) const {
  if (a.strengths == 0 || b.strengths == 0) return;
  const std::uint32_t holds_a = leading_seats(a.strengths), holds_b = leading_seats(b.strengths);
  if (holds_a == holds_b) return;
  const Weight weight = a.kind == SegmentKind::field  ? Weight::merge_field
                        : a.kind == SegmentKind::city ? Weight::merge_city
                                                      : Weight::merge_road;
  const double chance = weights_[weight] * joined_by * (1 - over_);
  const std::uint32_t joined = leading_seats(a.strengths + b.strengths);
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
  if (pieces <= 0) return 0;
  const int whole = std::min(static_cast<int>(pieces), kPiecesOfWorth);
  if (whole == kPiecesOfWorth) return worth_of_pieces_[kPiecesOfWorth];
  return worth_of_pieces_[whole] + weights_.at(Weight::supply, whole) * (pieces - whole);
}

double Evaluator::piece_time() const {
  const double turns = static_cast<double>(left_) / rules_.player_count();
  return std::min(1.0, turns / weights_[Weight::supply_turns]);
}

// In hand, and those that are likely to come home. Abbots are another matter.
double Evaluator::pieces_of(const GameState& s, Seat seat) const {
  double pieces = 0;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.owner != seat || piece_shares_[piece.kind] == 0 || !is_on_feature(piece)) continue;
    const FeatureId feature = feature_of(s, piece.segment);
    if (slot_of_[feature] == kNoSlot) continue;
    pieces += piece_shares_[piece.kind] * coming_home(weights_, prospects_[slot_of_[feature]]);
  }
  for (const PieceKind kind : counted_pieces_)
    pieces += piece_shares_[kind] * s.core->players[seat].supply[kind];
  return pieces;
}

void Evaluator::add_pieces(const GameState& s, Points& points) const {
  for (int seat = 0; seat < rules_.player_count(); ++seat)
    points[seat] += piece_time_ * piece_worth(pieces_of(s, static_cast<Seat>(seat)));
}

// What the sets promise, and the pieces, those that come home by them included.
void Evaluator::add_outlooks(const GameState& s, Points& points) {
  const double time = piece_time_;
  const int players = rules_.player_count();
  Points pieces{};
  Table table{rules_, s, weights_, prospects_, slot_of_, piece_shares_, left_, over_, time, {}};
  for (int seat = 0; seat < players; ++seat) {
    pieces[seat] = pieces_of(s, static_cast<Seat>(seat));
    table.next_piece[seat] = time * (piece_worth(pieces[seat] + 1) - piece_worth(pieces[seat]));
  }
  Gains gains{points, {}};
  for (const Outlook& outlook : outlooks_) outlook.weigh(table, gains);
  for (int seat = 0; seat < players; ++seat)
    points[seat] = gains.points[seat] + time * piece_worth(pieces[seat] + gains.pieces[seat]);
}

}  // namespace bastide
