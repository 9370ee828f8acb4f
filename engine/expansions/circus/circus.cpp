// The Circus: a big top that pays whoever is around it, pyramids of acrobats, and ringmasters.
#include "engine/expansions/circus/parts.h"
#include "engine/rules/module.h"
#include "engine/scoring/score.h"

namespace bastide::circus {
namespace {

// RINGMASTER-5, RINGMASTER-8: whoever holds the feature, and whenever it is scored.
void pay_ringmasters(const Rules& rules, GameState& s, FeatureId f, bool, EventSink* events) {
  if (s.features[f].occupants == 0) return;
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (piece.kind != PieceKind::ringmaster || !is_on_feature(piece) ||
        feature_of(s, piece.segment) != f)
      continue;
    const Sheet sheet = bonus_of(rules, s, piece);
    if (sheet.total() != 0)
      give_points(s, piece.owner, ScoreFor::ringmaster, sheet, piece.segment, events);
  }
}

// As many stages as the tiles of all sets bring.
std::uint32_t state_bytes(const Setup& setup) {
  std::uint32_t stages = 0;
  for (const SetChoice& choice : setup.sets)
    if (const SetDef* set = catalogue().find_set(choice.name))
      for (const TileDef& tile : set->tiles)
        if (tile.has(Mark::acrobats))
          stages += static_cast<std::uint32_t>(choice.copies * tile.count);
  return static_cast<std::uint32_t>(sizeof(CircusState) + stages * sizeof(Stage));
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  install_big_top(rules);
  install_acrobats(rules);
  install_ringmaster(rules);
  if (rules.options.circus_meeples)  // Q-CI-10
    rules.supply[PieceKind::meeple] =
        static_cast<std::uint8_t>(rules.supply[PieceKind::meeple] + 2);
  speak(rules, {.state = write_state, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace

// RINGMASTER-3, RINGMASTER-4, RINGMASTER-11: two points for each of both kinds of tiles around his
// own, which is that of the segment he joined if he came from Carcassonne (Z-62).
Sheet bonus_of(const Rules& rules, const GameState& s, const PlacedPiece& ringmaster) {
  int circuses = 0, acrobats = 0;
  for_tiles_around(s, tile_of(s, ringmaster.segment).at, [&](std::uint32_t tile) {
    circuses += has_mark(rules, s, tile, Mark::circus) ? 1 : 0;
    acrobats += has_mark(rules, s, tile, Mark::acrobats) ? 1 : 0;
  });
  Sheet sheet;
  sheet.add(Term::circus, circuses, 2 * circuses);
  sheet.add(Term::acrobats, acrobats, 2 * acrobats);
  return sheet;
}

// CIRCUS-3, RINGMASTER-1, RINGMASTER-2: everywhere where meeples go, so no gardens; on towers, too
// (Z-110).
void install_ringmaster(Rules& rules) {
  bring_piece(rules, PieceKind::ringmaster, 1,
              {.suits = kMeeplePlaces, .person = true, .guard = true, .living = true});
  rules.after_scoring_rules[AfterScoring::ringmaster] = pay_ringmasters;
}

}  // namespace bastide::circus

bastide::ModuleRules bastide::module_circus() {
  return {.install = circus::install, .state_bytes = circus::state_bytes};
}
