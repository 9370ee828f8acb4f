// A side of a table with several seats, made of bots that know one seat only: one for each.
#pragma once

#include <functional>
#include <memory>

#include "bots/bot.h"

namespace bastide::tools {

// The side that begins in seat 0 or 1 has every second seat from there on.
std::unique_ptr<Bot> one_each(std::function<std::unique_ptr<Bot>()> make);

}  // namespace bastide::tools
