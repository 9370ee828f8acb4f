#include "engine/rules/module.h"

namespace bastide::tower {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::tower

bastide::ModuleRules bastide::module_tower() { return {.install = tower::install}; }
