// Builders and pigs: figures that stand where a person of their owner stands, and no longer.
#include <algorithm>

#include "engine/board/own_pieces.h"
#include "engine/expansions/traders_builders/parts.h"
#include "engine/rules/module.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::traders_builders {
namespace {

constexpr std::uint16_t kBuilderPlaces = kind_bit(SegmentKind::road) | kind_bit(SegmentKind::city);

bool has_person(const GameState& s, Seat seat, FeatureId f) {
  return number_of_seat(s.features[f].occupants, seat) != 0;
}

// BUILDER-3, BUILDER-4, Q-TB-2: where something is left to build.
bool builder_may_join(const Rules&, const GameState& s, Seat, FeatureId f) {
  return !is_finished(s, f);
}

// --- Going home ------------------------------------------------------------------

// BUILDER-13, BUILDER-14, PIG-7: the last own person has left the feature. Others of the same seat
// who leave with him are told from the last one by a look at the feature, so that a crowd that goes
// home costs one search a seat.
void leave_with(const Rules& rules, GameState& s, const PlacedPiece& person, EventSink* events) {
  const FeatureId f = feature_of(s, person.segment);
  if (has_person(s, person.owner, f)) return;
  const bool is_field = s.features[f].kind == SegmentKind::field;
  const int figure =
      find_figure(rules, s, is_field ? PieceKind::pig : PieceKind::builder, person.owner);
  if (figure == kNoPiece || feature_of(s, s.pieces[figure].segment) != f) return;
  send_home(rules, s, figure, EventKind::returned, events);
}

void person_left(const Rules& rules, GameState& s, const PlacedPiece& piece, EventSink* events) {
  if (occupies(rules, piece)) leave_with(rules, s, piece, events);
}

// Y-48: whoever moves into a castle is no knight any more. Y-53: in a granary he is still a farmer.
void person_moved(const Rules& rules, GameState& s, const PlacedPiece& from, const PlacedPiece& to,
                  EventSink* events) {
  if (occupies(rules, from) && !occupies(rules, to)) leave_with(rules, s, from, events);
}

// --- What pigs are worth ---------------------------------------------------------

// PIG-4..6, X-69: one point more for each completed city, castles among them.
void add_pig(const Rules& rules, const GameState& s, FeatureId f, bool, Seat seat,
             const Sheet& common, Sheet& own) {
  if (s.features[f].kind != SegmentKind::field) return;
  const int pig = find_figure(rules, s, PieceKind::pig, seat);
  if (pig == kNoPiece || feature_of(s, s.pieces[pig].segment) != f) return;
  const int cities = common.count_of(Term::cities);
  own.add(Term::pig, cities, cities);
}

// Q-X-5: the herd of a field, once however many lie on it.
void add_herd(const Rules&, const GameState& s, FeatureId f, bool, Sheet& sheet) {
  if (!s.features[f].has(FeatureMark::pig_herd)) return;
  const int cities = sheet.count_of(Term::cities);
  sheet.add(Term::pig_herd, cities, cities);
}

void install_herds(Rules& rules) {
  const bool any = std::ranges::any_of(
      rules.tiles, [](const TileInPlay& tile) { return tile.def->has(Mark::pig_herd); });
  if (!any || !rules.options.fields) return;
  rules.marks_in_play |= mark_bit(Mark::pig_herd);
  rules.feature_marks |= mark_bit(FeatureMark::pig_herd);
  rules.worth.addition.push_back(add_herd);
}

// --- Refusals --------------------------------------------------------------------

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const bool is_builder = action.piece == PieceKind::builder;
  if (s.core->decision != DecisionKind::meeple || action.kind != ActionKind::meeple) return "";
  if (!is_builder && action.piece != PieceKind::pig) return "";
  const FeatureId f = feature_on_placed(s, action);
  if (f == kNone) return "";
  if ((rules.traits[action.piece].stands_on & kind_bit(s.features[f].kind)) == 0)
    return is_builder ? "a builder works on roads and in cities only" : "a pig stays on fields";
  if (!has_person(s, s.core->active, f))
    return is_builder ? "no meeple of yours stands on that road or city"
                      : "no farmer of yours stands on that field";
  return is_builder && is_finished(s, f) ? "that road or city is complete" : "";
}

}  // namespace

int find_figure(const Rules& rules, const GameState& s, PieceKind kind, Seat seat) {
  if (s.core->players[seat].supply[kind] == rules.supply[kind]) return kNoPiece;  // one each
  return find_among_own(s, piece_bit(kind), seat, [](const PlacedPiece&) { return true; });
}

// TB-3, TB-5, X-7, X-8: no persons, but the dragon eats them; where an own person is (BUILDER-1,
// BUILDER-2, PIG-1, PIG-2). They are as many with several copies of the set (Q-TB-7).
void install_figures(Rules& rules) {
  bring_piece(
      rules, PieceKind::builder, 1,
      {.suits = kBuilderPlaces, .living = true, .beside_own = true, .may_join = builder_may_join});
  if (rules.options.pigs && rules.options.fields) {  // Q-TB-10, PIG-9
    bring_piece(rules, PieceKind::pig, 1,
                {.suits = kind_bit(SegmentKind::field), .living = true, .beside_own = true});
    rules.worth.of_a_seat.push_back(add_pig);
  }
  install_herds(rules);
  rules.piece_left.push_back(person_left);
  rules.piece_moved.push_back(person_moved);
  speak(rules, {.refusal = explain});
}

}  // namespace bastide::traders_builders
