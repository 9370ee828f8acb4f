// Something that answers decisions. A state holds no order of the stock, only which tiles have not
// been seen; so a bot may be given the state itself and still knows no more than a player.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

class Bot {
 public:
  virtual ~Bot() = default;

  // One of the legal answers to the present decision, which is that of actor(state). All chance
  // comes from `rng`: the same state and generator give the same answer. Not thread-safe.
  virtual Action choose(const Rules& rules, const GameState& state, Rng& rng) = 0;
  virtual std::string_view name() const = 0;
};

// Null if there is no bot of that name.
std::unique_ptr<Bot> make_bot(std::string_view name);
std::span<const std::string_view> bot_names();

std::unique_ptr<Bot> make_random_bot();
std::unique_ptr<Bot> make_greedy_bot();

}  // namespace bastide
