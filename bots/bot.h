// Something that answers decisions. A state holds no order of the stock, only which tiles have not
// been seen; so a bot may be given the state itself and still knows no more than a player.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "bots/evaluation/weights.h"
#include "engine/core/rng.h"
#include "engine/game/game.h"

namespace bastide {

class Bot {
 public:
  virtual ~Bot() = default;

  // One of the legal answers to the present decision, which is that of actor(state). All chance
  // comes from `rng`: the same state and generator give the same answer, unless the bot's budget is
  // time. Not thread-safe.
  virtual Action choose(const Rules& rules, const GameState& state, Rng& rng) = 0;
  // The same answer in slices, for a host that has one thread for everything: `begin_answer` may
  // answer at once, and else `go_on` is called until it does, with about so much time for each
  // call. Rules, state and generator must stay until then.
  virtual std::optional<Action> begin_answer(const Rules& rules, const GameState& state, Rng& rng) {
    return choose(rules, state, rng);
  }
  virtual std::optional<Action> go_on(std::chrono::milliseconds /*slice*/) { return std::nullopt; }
  virtual std::string_view name() const = 0;

  // A new game begins, with the bot in this seat; what was learnt about the last one is forgotten.
  virtual void begin(const Setup& /*setup*/, const Rules& /*rules*/, Seat /*seat*/) {}
  // Every action of the game as it becomes public, the bot's own as well, before it is applied.
  virtual void observe(const Rules& /*rules*/, const GameState& /*before*/,
                       const Action& /*action*/) {}
  // How long the next answer may take. Only bots whose budget is time care.
  virtual void allow(std::chrono::milliseconds /*time*/) {}
  // From now on `choose` answers with what it has found so far as soon as this is set; null: never.
  virtual void heed(const std::atomic<bool>* /*stop*/) {}
  // Thinks about a position in which others are to decide, until `stop` is set.
  virtual void ponder(const Rules& /*rules*/, const GameState& /*state*/, Rng& /*rng*/,
                      const std::atomic<bool>& /*stop*/) {}
  // Why the bot has lost by its own fault (a program that answers nonsense); empty if it has not.
  virtual std::string_view forfeit() const { return {}; }
};

// A bot by name, with settings after colons: "greedy", "mcts:nodes=2000:threads=2", "level3".
// The error is one sentence that says what there is.
std::variant<std::unique_ptr<Bot>, std::string> build_bot(std::string_view text);
std::unique_ptr<Bot> make_bot(std::string_view text);  // null on error
std::span<const std::string_view> bot_names();

std::unique_ptr<Bot> make_random_bot();
std::unique_ptr<Bot> make_greedy_bot();
// temperature 0: always the best
std::unique_ptr<Bot> make_judge_bot(const Weights& weights = default_weights(),
                                    double temperature = 0);

}  // namespace bastide
