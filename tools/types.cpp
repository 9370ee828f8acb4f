// bastide types: the messages of the server as TypeScript, for the web client.
#include <fmt/core.h>

#include "server/message/typescript.h"
#include "tools/commands.h"

namespace bastide::tools {

int run_types() {
  fmt::print("{}", server::typescript());
  return kExitOk;
}

}  // namespace bastide::tools
