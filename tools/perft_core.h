// Counting action sequences, chance included: each different draw counts as one action.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game/game.h"

namespace bastide::tools {

// Sequences multiply by ten to fifty an action: nobody waits for more than this.
inline constexpr int kMaxPerftDepth = 12;

// Keeps a state and a list for every depth, made once.
class PerftCounter {
 public:
  PerftCounter(const Rules& rules, int depth);

  // Sequences of exactly `depth` actions; those that the end of the game cuts short do not count.
  std::uint64_t count(const GameState& s, int depth);
  // Those that begin with this action.
  std::uint64_t after(const GameState& s, const Action& first, int depth);

 private:
  const Rules& rules_;
  std::vector<GameState> states_;
  std::vector<std::vector<Action>> answers_;
};

}  // namespace bastide::tools
