#include "bots/bot.h"

#include <array>

namespace bastide {

namespace {

using Maker = std::unique_ptr<Bot> (*)();
constexpr std::array<std::string_view, 2> kNames{"random", "greedy"};
constexpr std::array<Maker, 2> kMakers{make_random_bot, make_greedy_bot};

}  // namespace

std::unique_ptr<Bot> make_bot(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return kMakers[i]();
  return nullptr;
}

std::span<const std::string_view> bot_names() { return kNames; }

}  // namespace bastide
