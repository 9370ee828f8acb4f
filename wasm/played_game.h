// A game that the page keeps: its setup, the line of actions that was played, and the position at
// its end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/notation/record.h"
#include "wasm/fault.h"

namespace bastide::wasm {

class PlayedGame {
 public:
  using Begun = std::variant<std::unique_ptr<PlayedGame>, Fault>;
  static Begun begin(Setup setup);
  static Begun open(const Record& record);

  const Setup& setup() const { return setup_; }
  const Rules& rules() const { return *rules_; }
  const RulesPtr& shared_rules() const { return rules_; }
  const GameState& state() const { return state_; }
  const std::vector<Action>& actions() const { return actions_; }

  // Keeps so many actions of the line, and plays these after them. Where one is refused, nothing
  // has changed.
  std::optional<Fault> go(std::size_t keep, const std::vector<NamedAction>& more);

  Record record() const;
  // What packages/engine/src/types.ts calls so, as JSON.
  std::string description() const;  // {"setup":…,"rules":…,"seq":…}
  std::string moment() const;
  std::string entries(std::size_t from) const;
  std::string outcomes() const;
  std::string evaluation() const;
  // The mean points by seat of so many games from here to the end, with every answer at random.
  std::string playouts(std::uint32_t count, std::uint64_t seed) const;

 private:
  PlayedGame(Setup setup, RulesPtr rules);
  GameState state_after(std::size_t actions) const;

  Setup setup_;
  RulesPtr rules_;
  GameState state_;
  std::vector<Action> actions_;
  std::vector<std::string> entries_;
};

}  // namespace bastide::wasm
