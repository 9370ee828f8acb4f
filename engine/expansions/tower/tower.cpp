// The Tower: floors on foundations anywhere on the map, meeples captured from them, guards,
// prisoners and their ransom.
#include "engine/expansions/tower/parts.h"
#include "engine/rules/module.h"

namespace bastide::tower {
namespace {

// TOWER-3: by the number of players; as many with several copies of the set (Q-IC-4).
int floors_each(const Setup& setup) {
  constexpr int kFloors[kMaxPlayers + 1] = {0, 0, 10, 9, 7, 6, 5};
  return kFloors[setup.players.size()];
}

// As many foundations as the tiles of all sets bring.
std::uint32_t state_bytes(const Setup& setup) {
  std::uint32_t foundations = 0;
  for (const SetChoice& choice : setup.sets)
    if (const SetDef* set = catalogue().find_set(choice.name))
      for (const TileDef& tile : set->tiles)
        if (tile.has(Mark::tower))
          foundations += static_cast<std::uint32_t>(choice.copies * tile.count);
  return static_cast<std::uint32_t>(sizeof(TowerState) + foundations * sizeof(Tower));
}

std::optional<SetupError> install(Rules& rules, const Setup& setup) {
  bring_piece(rules, PieceKind::floor, floors_each(setup), {});
  install_building(rules);
  install_prisoners(rules);
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::tower

bastide::ModuleRules bastide::module_tower() {
  return {.install = tower::install, .state_bytes = tower::state_bytes};
}
