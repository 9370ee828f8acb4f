// Template: what the set is, in a sentence for those who read the code.
#include "engine/expansions/toy/state.h"
#include "engine/rules/module.h"

namespace bastide::toy {
namespace {

// TOY-1: every tile placed is counted.
void count_tile(const Rules& rules, GameState& s, EventSink*) {
  ++rules.ext<ToyState>(s).tiles_seen;
}

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  out.number("toy", rules.ext<ToyState>(s).tiles_seen);
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.tile_placed.push_back(count_tile);
  speak(rules, {.state = write_state});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::toy

bastide::ModuleRules bastide::module_toy() {
  return {.install = toy::install, .state_bytes = bytes_of<toy::ToyState>};
}
