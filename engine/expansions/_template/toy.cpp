// Template: hooks and steps of a module. docs/adding-an-expansion.md walks through it.
#include "engine/expansions/_template/toy.h"

#include "engine/expansions/_template/state.h"

namespace bastide::toy {
namespace {

// TOY-1: every tile placed is counted.
void count_tile(const Rules& rules, GameState& s, EventSink*) {
  ++rules.ext<ToyState>(s).tiles_seen;
}

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  out.number("toy", rules.ext<ToyState>(s).tiles_seen);
}

}  // namespace

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.tile_placed.push_back(count_tile);
  rules.write_state.push_back(write_state);
  return std::nullopt;
}

}  // namespace bastide::toy
