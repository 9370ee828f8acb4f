// The Princess and the Dragon: volcanoes and a dragon that eats, princesses that send knights away,
// portals to any tile, and a fairy.
#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/rules/module.h"

namespace bastide::princess_dragon {

bool are_alike(const GameState& s, const PlacedPiece& a, const PlacedPiece& b) {
  return a.segment == b.segment && a.owner == b.owner && a.kind == b.kind &&
         seg_of(s, a) == seg_of(s, b);
}

bool stands_first_of_its_like(const GameState& s, int i) {
  for (int j = 0; j < i; ++j)
    if (are_alike(s, s.pieces[j], s.pieces[i])) return false;
  return true;
}

namespace {

std::optional<SetupError> install(Rules& rules, const Setup&) {
  install_dragon(rules);
  install_princess(rules);
  install_portal(rules);
  install_fairy(rules);
  rules.marks_in_play |= mark_bit(Mark::volcano) | mark_bit(Mark::dragon) |
                         mark_bit(Mark::princess) | mark_bit(Mark::portal);
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::princess_dragon

bastide::ModuleRules bastide::module_princess_dragon() {
  return {.install = princess_dragon::install,
          .state_bytes = bytes_of<princess_dragon::PrincessDragonState>};
}
