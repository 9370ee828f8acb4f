#include <array>

#include "engine/game/modules.h"

namespace bastide {

std::span<const ModuleDef> all_modules() {
  static const auto modules = std::to_array<ModuleDef>({
#define MODULE(name) {ModuleId::name, module_##name()},
#include "engine/core/words.inc"
  });
  return modules;
}

}  // namespace bastide
