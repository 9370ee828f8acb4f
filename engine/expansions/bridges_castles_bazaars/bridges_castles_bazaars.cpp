// Bridges, Castles and Bazaars: roads over fields, castles instead of small cities, auctions.
#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/rules/module.h"

namespace bastide::bridges_castles_bazaars {

namespace {

std::optional<SetupError> install(Rules& rules, const Setup&) {
  const std::uint8_t each = rules.player_count() <= 4 ? 3 : 2;  // BCB-3
  for (const PieceKind kind : {PieceKind::bridge, PieceKind::castle}) {
    rules.supply[kind] = each;
    rules.piece_in_play[kind] = true;
  }
  rules.extra_segments += each * static_cast<unsigned>(rules.player_count());
  install_bridges(rules);
  install_castles(rules);
  install_domains(rules);
  install_bazaar(rules);
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::bridges_castles_bazaars

bastide::ModuleRules bastide::module_bridges_castles_bazaars() {
  return {.install = bridges_castles_bazaars::install,
          .state_bytes = bytes_of<bridges_castles_bazaars::BcbState>,
          .alone_with = "bridges and castles"};
}
