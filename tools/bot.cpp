// bastide bot NAME: one of our bots, speaking the bot protocol on standard input and output.
#include <iostream>

#include "protocol/serve.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

int run_bot(const BotOptions& options) {
  auto bot = build_bot(options.name);
  if (const auto* wrong = std::get_if<std::string>(&bot)) {
    complain(*wrong);
    return kExitMalformed;
  }
  ServeOptions serve;
  serve.ponder = options.ponder;
  serve.seed = options.seed;
  serve_bot(std::get<0>(std::move(bot)), serve, std::cin, std::cout);
  return kExitOk;
}

}  // namespace bastide::tools
