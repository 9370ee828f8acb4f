// Setups and their rules, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "engine/game/setup.h"

namespace bastide {

inline Setup setup_of(const std::vector<std::string>& sets, int players) {
  Setup setup;
  for (const std::string& name : sets) setup.sets.push_back({name, 1});
  for (int i = 0; i < players; ++i) setup.players.push_back({"player " + std::to_string(i)});
  return setup;
}

inline RulesPtr rules_of(const Setup& setup) {
  auto compiled = compile(setup);
  if (const auto* error = std::get_if<SetupError>(&compiled)) {
    ADD_FAILURE() << error->reason;
    return nullptr;
  }
  return std::get<RulesPtr>(compiled);
}

inline RulesPtr rules_of(const std::vector<std::string>& sets, int players) {
  return rules_of(setup_of(sets, players));
}

// Why no game can be made of the setup; empty if it can.
inline std::string refusal_of(const Setup& setup) {
  const auto compiled = compile(setup);
  const auto* error = std::get_if<SetupError>(&compiled);
  return error != nullptr ? error->reason : "";
}

}  // namespace bastide
