// The members of a state that expansions add (dragon, fairy, count, wheel …). This is the one place
// where notation learns of a module: a module with something to show has a row in the table of
// state_members.cpp, and its row is used when the module is in play.
#pragma once

#include "engine/game/game.h"
#include "engine/notation/form.h"

namespace bastide {

struct StateMember {
  ModuleId module;
  void (*add)(const Rules&, const GameState&, Json& state);
};

void add_module_members(const Rules& rules, const GameState& s, Json& state);

}  // namespace bastide
