#include "engine/rules/module.h"

namespace bastide::traders_builders {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::traders_builders

bastide::ModuleRules bastide::module_traders_builders() { return {.install = traders_builders::install}; }
