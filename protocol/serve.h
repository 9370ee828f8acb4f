// The other end of the bot protocol: one of our bots, speaking on two streams.
#pragma once

#include <iosfwd>
#include <memory>

#include "bots/bot.h"

namespace bastide {

struct ServeOptions {
  bool ponder = false;     // think while others decide
  std::uint64_t seed = 1;  // of the bot's own chance
};

// Until `bye` or the end of the input. What it cannot use is answered with an info message.
void serve_bot(std::unique_ptr<Bot> bot, const ServeOptions& options, std::istream& in,
               std::ostream& out);

}  // namespace bastide
