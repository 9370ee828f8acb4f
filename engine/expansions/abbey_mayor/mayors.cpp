// Mayors: as strong as their city has pennants.
#include "engine/expansions/abbey_mayor/parts.h"

namespace bastide::abbey_mayor {
namespace {

// MAYOR-4..6, MAYOR-10, Z-56: at the moment of scoring, over the whole city; none counts nothing.
int pennants_of(const Rules&, const GameState& s, FeatureId city) {
  return s.features[city].pennants;
}

}  // namespace

// MAYOR-1..3, X-10, X-34: a person for cities alone, whatever they show.
void install_mayors(Rules& rules, int each) {
  bring_piece(rules, PieceKind::mayor, each,
              {.suits = kind_bit(SegmentKind::city),
               .person = true,
               .living = true,
               .strength_on = pennants_of});
}

}  // namespace bastide::abbey_mayor
