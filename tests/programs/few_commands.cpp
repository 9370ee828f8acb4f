// The bastide command of builds without tools (BASTIDE_TOOLS=OFF): what the tests of the bot
// protocol start, and the signature, so that both run under the sanitizers.
//   bastide bot NAME [--seed N]
//   bastide bench --signature-only
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string_view>

#include "bots/bot.h"
#include "protocol/serve.h"
#include "engine/game/signature.h"

namespace {

int serve(const char* name, const char* seed) {
  auto bot = bastide::make_bot(name);
  if (bot == nullptr) {
    std::fprintf(stderr, "bastide: there is no bot '%s'\n", name);
    return 2;
  }
  bastide::ServeOptions options;
  if (seed != nullptr) options.seed = std::strtoull(seed, nullptr, 10);
  bastide::serve_bot(std::move(bot), options, std::cin, std::cout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const auto is = [&](std::size_t i, std::string_view word) {
    return i < arguments.size() && arguments[i] == word;
  };
  if (is(1, "bench") && is(2, "--signature-only")) {
    std::printf("%016llx\n", static_cast<unsigned long long>(bastide::signature()));
    return 0;
  }
  if (is(1, "bot") && arguments.size() > 2)
    return serve(arguments[2], is(3, "--seed") && arguments.size() > 4 ? arguments[4] : nullptr);
  std::fputs("bastide: this build knows only 'bot NAME --seed N' and 'bench --signature-only'\n",
             stderr);
  return 2;
}
