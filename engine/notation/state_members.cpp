#include "engine/notation/state_members.h"

#include <vector>

namespace bastide {

namespace {

// In the order in which the members are written.
const std::vector<StateMember>& members() {
  static const std::vector<StateMember> all{};
  return all;
}

}  // namespace

void add_module_members(const Rules& rules, const GameState& s, Json& state) {
  for (const StateMember& member : members())
    if (rules.on(member.module)) member.add(rules, s, state);
}

}  // namespace bastide
