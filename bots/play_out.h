// A game between bots, from any state to its end.
#pragma once

#include <memory>
#include <span>

#include "bots/bot.h"
#include "bots/dealer.h"

namespace bastide {

// The dealer and the bots draw from generators of their own, so that the tiles that come do not
// depend on how many random numbers a bot uses.
struct GameRng {
  explicit GameRng(Rng source) : dealer(source.next()), bots(source.next()) {}
  Rng dealer;
  Rng bots;
};

// One bot a seat. `on_action(state, action)` sees every action before it is applied.
template <class OnAction>
void play_out(const Rules& rules, GameState& state, std::span<const std::unique_ptr<Bot>> bots,
              GameRng& rng, EventSink* events, OnAction&& on_action) {
  while (!is_over(state)) {
    const Seat seat = actor(state);
    const Action action = seat == kDealer ? deal(rules, state, rng.dealer)
                                          : bots[seat]->choose(rules, state, rng.bots);
    on_action(static_cast<const GameState&>(state), action);
    for (const auto& bot : bots) bot->observe(rules, state, action);
    apply_assume_legal(rules, state, action, events);
  }
}

inline void play_out(const Rules& rules, GameState& state,
                     std::span<const std::unique_ptr<Bot>> bots, GameRng& rng) {
  play_out(rules, state, bots, rng, nullptr, [](const GameState&, const Action&) {});
}

}  // namespace bastide
