#include "engine/expansions/princess_dragon/princess_dragon.h"

#include "engine/expansions/princess_dragon/parts.h"

namespace bastide::princess_dragon {

bool stands_first_of_its_like(const GameState& s, int i) {
  const PlacedPiece& piece = s.pieces[i];
  for (int j = 0; j < i; ++j) {
    const PlacedPiece& other = s.pieces[j];
    if (other.segment == piece.segment && other.owner == piece.owner && other.kind == piece.kind)
      return false;
  }
  return true;
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  install_dragon(rules);
  install_princess(rules);
  install_portal(rules);
  install_fairy(rules);
  rules.write_state.push_back(write_state);
  rules.load_words.push_back(load_word);
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace bastide::princess_dragon
