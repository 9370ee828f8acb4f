// What a rule module hands to the composition. The module of a set is a function of its name,
//
//   bastide::ModuleRules bastide::module_abbot() { return {.install = abbot::install}; }
//
// which MODULE(abbot) in the words of the set brings into the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/rules/rules.h"

namespace bastide {

struct ModuleRules {
  // Adds steps, decisions and hooks, moves tiles to other stacks, sets supplies. Runs only when
  // the module is on, before faces are made. May refuse the setup with a sentence.
  std::optional<SetupError> (*install)(Rules&, const Setup&);
  // Its plain data in every state, which may follow from the copies of sets and the players.
  std::uint32_t (*state_bytes)(const Setup&) = nullptr;
  // What it lays in the place of the start tile: the word for `start`, and how people call it.
  // Two modules that begin the map differently exclude each other.
  std::string_view start = {};
  std::string_view begins_with = {};
  // What only one module in play may bring: "castles and bridges".
  std::string_view alone_with = {};
  int most_players = kUsualPlayers;  // how many have pieces where it is in play
  bool needs_base = true;            // false: its tiles make a game by themselves
};

struct ModuleDef {
  ModuleId id;
  ModuleRules rules;
  std::string_view set() const { return name_of(id); }  // the set that switches it on
};

// What people read and write of a module in play: its members of the public state, what else of its
// state matters for play, words in loaded positions, and why an action is refused.
struct ModuleWords {
  WriteState state = nullptr;
  WriteState hidden = nullptr;
  LoadWord loaded = nullptr;
  Explain refusal = nullptr;
};
inline void speak(Rules& rules, const ModuleWords& words) {
  if (words.state != nullptr) rules.write_state.push_back(words.state);
  if (words.hidden != nullptr) rules.write_hidden.push_back(words.hidden);
  if (words.loaded != nullptr) rules.load_words.push_back(words.loaded);
  if (words.refusal != nullptr) rules.explanations.push_back(words.refusal);
}

template <class State>
std::uint32_t bytes_of(const Setup&) {
  return sizeof(State);
}

#define MODULE(name) ModuleRules module_##name();
#include "engine/core/words.inc"

}  // namespace bastide
