#include "engine/rules/module.h"

namespace bastide::circus {
namespace {

std::optional<SetupError> install(Rules&, const Setup&) { return std::nullopt; }

}  // namespace
}  // namespace bastide::circus

bastide::ModuleRules bastide::module_circus() { return {.install = circus::install}; }
