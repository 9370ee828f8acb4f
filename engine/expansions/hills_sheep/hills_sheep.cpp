#include "engine/rules/module.h"

namespace bastide::hills_sheep {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::hills_sheep

bastide::ModuleRules bastide::module_hills_sheep() { return {.install = hills_sheep::install}; }
