#include "engine/rules/module.h"

namespace bastide::abbey_mayor {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::abbey_mayor

bastide::ModuleRules bastide::module_abbey_mayor() { return {.install = abbey_mayor::install}; }
