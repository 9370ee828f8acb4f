// The wire as TypeScript: what `bastide types` prints and web/src/wire.ts holds.
#pragma once

#include <string>

namespace bastide::server {

std::string typescript();

}  // namespace bastide::server
