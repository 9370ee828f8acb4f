// What takes long, in slices: a bot's answer, an opinion that grows, a review. Between two slices
// the host hears what is asked of it meanwhile. A job has its own copy of the position: the game
// may go on.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bots/bot.h"
#include "review/analysis.h"
#include "review/review.h"
#include "wasm/fault.h"
#include "wasm/played_game.h"

namespace bastide::wasm {

class Job {
 public:
  virtual ~Job() = default;
  // False: there is nothing left to do.
  virtual bool go_on(std::chrono::milliseconds slice) = 0;
  // JSON: how far it is; at the end, the result.
  virtual std::string report() = 0;
};

using Begun = std::variant<std::unique_ptr<Job>, Fault>;

Begun begin_choice(const PlayedGame& game, std::string_view bot, std::uint64_t seed);
// What SearchOptions and ReviewOptions of packages/engine/src/types.ts say, as JSON.
Begun begin_analysis(const PlayedGame& game, std::string_view options);
Begun begin_review(const PlayedGame& game, std::string_view options);

}  // namespace bastide::wasm
