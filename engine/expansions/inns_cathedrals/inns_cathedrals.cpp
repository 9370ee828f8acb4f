#include "engine/rules/module.h"

namespace bastide::inns_cathedrals {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::inns_cathedrals

bastide::ModuleRules bastide::module_inns_cathedrals() { return {.install = inns_cathedrals::install}; }
