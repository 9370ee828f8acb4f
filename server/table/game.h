// A game at a table: its rules, its position and everything that led there. It is a cache of its
// log, and changes only by what has been stored: `propose` works on a copy, `accept` takes it over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/game/game.h"
#include "server/fair/dealer.h"
#include "server/table/history.h"
#include "server/table/texts.h"

namespace bastide::server {

// An action that was taken, as JSON text. What came of it is in the game's history.
struct Entry {
  Seat by = kDealer;
  std::string action;
};
struct NewEntry : Entry {
  std::string text;  // with its events and the scores after it, as docs/wire.md §10.1 has it
};

// What an answer leads to: itself and all draws of the dealer that follow.
struct Proposal {
  GameState state;
  std::vector<Action> actions;
  std::vector<NewEntry> entries;
  std::vector<std::uint64_t> hashes;  // of the state after each
};

class Game {
 public:
  // The setup with its players. Nothing has been drawn yet: the first proposal is without an
  // answer.
  static std::variant<Game, SetupError> begin(Setup setup, Dealer dealer);

  // Where it stands
  const Rules& rules() const { return *rules_; }  // without names, which are in the setup
  const RulesPtr& rules_pointer() const { return rules_; }
  const Setup& setup() const { return setup_; }
  const GameState& state() const { return state_; }
  std::int64_t seq() const { return static_cast<std::int64_t>(actions_.size()); }
  const std::vector<Entry>& entries() const { return entries_; }
  const History& history() const { return history_; }
  // How often something was taken back: with seq() it says which position this is.
  std::int64_t times_taken_back() const { return times_taken_back_; }
  const std::vector<UndoMark>& undos() const { return dealer_.undos(); }
  // The last answer of a seat: its index.
  std::optional<std::int64_t> last_answer(Seat seat) const;

  // Going on. A legal answer, or none at the very start.
  Proposal propose(std::optional<Action> answer, SeatBits cannot_win) const;
  void accept(Proposal proposal);
  // Back to where `seq` actions had been taken.
  void take_back(std::int64_t seq);
  std::uint64_t hash() const { return hash_; }  // of the position
  std::uint64_t hash_at(std::int64_t seq) const;

  // One action out of a log, the dealer's as well, and the hash of the position after it, if that
  // is to be compared. The error is one sentence.
  std::optional<std::string> replay(std::string_view action_line, std::optional<std::uint64_t> hash,
                                    SeatBits cannot_win);

 private:
  Game(RulesPtr rules, Setup setup, Dealer dealer);
  void add(Proposal& proposal, const Action& action, SeatBits cannot_win) const;
  GameState state_at(std::int64_t seq) const;

  RulesPtr rules_;
  Setup setup_;
  Dealer dealer_;
  GameState state_;
  std::uint64_t hash_;
  std::vector<Action> actions_;
  std::vector<Entry> entries_;
  History history_;
  std::int64_t times_taken_back_ = 0;
};

}  // namespace bastide::server
