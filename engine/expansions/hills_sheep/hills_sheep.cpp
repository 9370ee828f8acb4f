// Hills & Sheep: shepherds with flocks, hills that break ties and hide tiles, vineyards beside
// monasteries.
#include "engine/expansions/hills_sheep/parts.h"
#include "engine/rules/module.h"

namespace bastide::hills_sheep {
namespace {

int vineyards_around(const Rules& rules, const GameState& s, Pos at) {
  int vineyards = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const std::uint32_t tile = find_tile(
          s, {static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)});
      // Q-HS-10: the tile in the middle bears none.
      if (tile != kNotThere && rules.tiles[s.tiles[tile].type].has(Mark::vineyard)) ++vineyards;
    }
  return vineyards;
}

// VINE-1..3, X-52, Y-93: completed monasteries and their like; no gardens (VINE-6).
void add_vineyards(const Rules& rules, const GameState& s, FeatureId f, bool finished,
                   Sheet& sheet) {
  const SegmentKind kind = s.features[f].kind;
  if (!finished ||
      (kind != SegmentKind::monastery && kind != SegmentKind::shrine && kind != SegmentKind::abbey))
    return;
  const int vineyards = vineyards_around(rules, s, tile_of(s, s.features[f].head).at);
  sheet.add(Term::vineyards, vineyards, 3 * vineyards);
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  install_flocks(rules);
  install_hills(rules);
  rules.marks_in_play |= mark_bit(Mark::vineyard);
  rules.worth.addition.push_back(add_vineyards);
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::hills_sheep

bastide::ModuleRules bastide::module_hills_sheep() {
  return {.install = hills_sheep::install, .state_bytes = bytes_of<hills_sheep::HillsSheepState>};
}
