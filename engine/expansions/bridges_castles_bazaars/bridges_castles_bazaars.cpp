#include "engine/expansions/bridges_castles_bazaars/bridges_castles_bazaars.h"

#include "engine/expansions/bridges_castles_bazaars/parts.h"

namespace bastide::bridges_castles_bazaars {

std::optional<SetupError> install(Rules& rules, const Setup& setup) {
  for (const SetChoice& choice : setup.sets)
    if (choice.name == "castles_bridges")  // Q-X-21
      return SetupError{
          "The sets \"bridges_castles_bazaars\" and \"castles_bridges\" cannot be played together: "
          "both have bridges and castles, with different rules."};
  const std::uint8_t each = rules.player_count() <= 4 ? 3 : 2;  // BCB-3
  for (const PieceKind kind : {PieceKind::bridge, PieceKind::castle}) {
    rules.supply[static_cast<int>(kind)] = each;
    rules.piece_in_play[static_cast<int>(kind)] = true;
  }
  rules.extra_segments += each * static_cast<unsigned>(rules.player_count());
  install_bridges(rules);
  install_castles(rules);
  install_domains(rules);
  install_bazaar(rules);
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace bastide::bridges_castles_bazaars
