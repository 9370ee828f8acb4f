// Actions and their JSON. Reading goes in two steps, because it can fail in two ways:
//
//   JSON --form--> NamedAction --position--> Action
//
// The first step needs no game and fails where a file is malformed: an unknown `do`, a wrong type,
// a missing member. The second looks names up in a position and fails where an action is illegal:
// a tile that is not in the game, a segment that is not there, somebody else's turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/game/game.h"
#include "engine/notation/form.h"
#include "engine/notation/json_writer.h"

namespace bastide {

// An action in the words of the wire. Which members mean something depends on the kind, as in
// Action; wide integers, because a cell far off the board is refused and not cut short.
struct NamedAction {
  ActionKind kind = ActionKind::pass;
  std::optional<std::int64_t> by;  // a seat's index, kByDealer, or left out
  PieceKind piece = PieceKind::meeple;
  std::int64_t value = 0;  // quarter turns, a word of a list, a seat, or where a named piece is
  std::int64_t points = 0;
  std::string tile;
  std::string seg;
  struct Cell {
    std::int64_t x = 0, y = 0;
    bool operator==(const Cell&) const = default;
  } at, at2;

  static constexpr std::int64_t kByDealer = -1;
  bool operator==(const NamedAction&) const = default;
};

// Why an action is refused: one sentence for the player.
struct Refusal {
  std::string reason;
};

// The members of a kind of action besides `by` and `do`, in their order, with the name of what each
// holds in the types for programs: "Cell", "Place", "Piece" ...
struct ActionMember {
  std::string_view name;
  bool optional;
  std::string type;
};
std::vector<ActionMember> action_members(ActionKind kind);

// Form
Formed<NamedAction> action_from_json(const Json& value, const Path& path = Path{nullptr, "action"});
void write_action(const NamedAction& action, std::string_view name, JsonWriter& out);
Json action_to_json(const NamedAction& action);

// Position. `by` is always written; the state is the one before the action.
NamedAction name_action(const Rules& rules, const GameState& s, const Action& action);
// What an outcome of chance is called: the tile's id, or what else its one member says.
std::string outcome_name(const Rules& rules, const GameState& s, const Action& action);
std::variant<Action, Refusal> find_action(const Rules& rules, const GameState& s,
                                          const NamedAction& action);

// An action that may be taken now, or why it may not.
std::variant<Action, Refusal> find_legal_action(const Rules& rules, const GameState& s,
                                                const NamedAction& action);

// Both steps in one, for those who print.
Json action_to_json(const Rules& rules, const GameState& s, const Action& action);
// All answers, a list.
void write_legal(const Rules& rules, const GameState& s, std::string_view name, JsonWriter& out);
Json legal_to_json(const Rules& rules, const GameState& s);

// Finds, checks and applies; a refused action changes nothing.
std::optional<Refusal> apply_named(const Rules& rules, GameState& s, const NamedAction& action,
                                   EventSink* events = nullptr);

// {"kind":"meeple","by":1}; {"kind":"over","by":null}
void write_decision(const GameState& s, std::string_view name, JsonWriter& out);
Json decision_to_json(const GameState& s);

}  // namespace bastide
