// Traders & Builders: goods for whoever completes a city, builders that earn a second part of the
// turn, pigs that make a field richer for their owner.
#include "engine/expansions/traders_builders/parts.h"
#include "engine/rules/module.h"

namespace bastide::traders_builders {
namespace {

std::optional<SetupError> install(Rules& rules, const Setup&) {
  install_goods(rules);
  install_figures(rules);
  install_double_turn(rules);
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::traders_builders

bastide::ModuleRules bastide::module_traders_builders() {
  return {.install = traders_builders::install,
          .state_bytes = bytes_of<traders_builders::TradersBuildersState>};
}
