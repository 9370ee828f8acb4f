// The bots of a page.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "bots/bot.h"

namespace bastide::wasm {

// As build_bot; but the strongest level, which elsewhere thinks for a second, has a number of
// simulations, so that it is as strong on every machine.
std::variant<std::unique_ptr<Bot>, std::string> bot_here(std::string_view text);

}  // namespace bastide::wasm
