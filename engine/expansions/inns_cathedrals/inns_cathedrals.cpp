// Inns & Cathedrals: roads and cities that are worth more, or nothing; the large meeple; a sixth
// player.
#include "engine/rules/module.h"

namespace bastide::inns_cathedrals {
namespace {

bool has_inn(const Feature& feature) {
  return feature.kind == SegmentKind::road && feature.has(FeatureMark::inn);
}
bool has_cathedral(const Feature& feature) {
  return feature.kind == SegmentKind::city && feature.has(FeatureMark::cathedral);
}

// INN-1, INN-2: a point more for each tile. CATHEDRAL-1, CATHEDRAL-2: for each tile and pennant.
void raise_value(const Rules&, const GameState& s, FeatureId f, bool finished, Sheet& sheet) {
  if (!finished) return;
  const int tiles = sheet.count_of(Term::tiles);
  if (has_inn(s.features[f])) sheet.add(Term::inn, tiles, tiles);
  if (!has_cathedral(s.features[f])) return;
  const int raised = tiles + sheet.count_of(Term::pennants);
  sheet.add(Term::cathedral, raised, raised);
}

// INN-3, CATHEDRAL-3: bridges and whatever else is added there included (Y-8).
bool is_spoilt(const Rules&, const GameState& s, FeatureId f, bool finished) {
  return !finished && (has_inn(s.features[f]) || has_cathedral(s.features[f]));
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  // X-25, Y-4: inns that other sets print are inns, too.
  rules.feature_marks |= mark_bit(FeatureMark::inn) | mark_bit(FeatureMark::cathedral);
  rules.worth.scale.push_back(raise_value);
  rules.worth.nothing.push_back(is_spoilt);
  if (rules.options.large_meeple)  // IC-2, BIG-3..5, Q-IC-3
    bring_piece(rules, PieceKind::big, 1,
                {.suits = kMeeplePlaces,
                 .person = true,
                 .meeple = true,
                 .guard = true,
                 .living = true,
                 .strength = 2});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::inns_cathedrals

bastide::ModuleRules bastide::module_inns_cathedrals() {
  return {.install = inns_cathedrals::install, .most_players = kMaxPlayers};  // IC-3
}
