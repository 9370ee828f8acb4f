// A bot that is another program, spoken to by the bot protocol (docs/bots.md).
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "bots/bot.h"

namespace bastide {

struct ExternalOptions {
  std::string command;
  std::chrono::milliseconds think{1000};     // told to the bot
  std::chrono::milliseconds grace{200};      // on top of it, for the way there and back
  std::chrono::milliseconds greeting{5000};  // to start and say hello
};

std::unique_ptr<Bot> make_external_bot(const ExternalOptions& options);

}  // namespace bastide
