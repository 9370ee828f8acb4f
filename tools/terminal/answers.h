// The legal answers to a decision as a person sees them: numbered, grouped, and found again from
// what is typed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tools/terminal/board_view.h"

namespace bastide::tools {

struct Answer {
  int number = 0;  // as typed; 0 for pass
  std::string text;
  std::vector<Action> actions;  // several for a cell: one for each way round, smallest first
  bool is_cell() const { return actions.front().kind == ActionKind::place; }
};

// What typed text means.
struct ChosenCell {
  std::size_t answer;  // a cell where the tile fits several ways round
};
struct NotUnderstood {
  std::string reason;  // one sentence
};
using Chosen = std::variant<Action, ChosenCell, NotUnderstood>;

class Answers {
 public:
  Answers(const Rules& rules, const GameState& s, bool ascii);

  const std::vector<Answer>& list() const { return list_; }
  // `cell` is the one chosen before, if only its rotation is still asked.
  Chosen choose(std::string_view typed, std::optional<std::size_t> cell) const;
  BoardMarks marks(std::optional<std::size_t> cell) const;

 private:
  void add_cells(const std::vector<Action>& actions);
  void add_others(const std::vector<Action>& actions);
  std::string piece_text(const Action& action) const;
  std::string spot_text(const Action& action) const;
  std::string prisoner_text(const Action& action) const;
  std::string recall_text(const Action& action) const;
  Chosen by_numbers(const std::vector<int>& numbers, std::optional<std::size_t> cell) const;
  Chosen at_cell(std::size_t answer, int degrees) const;
  Chosen by_words(const std::vector<std::string>& words) const;
  bool names_segment(const Action& action, std::string_view word) const;

  const Rules& rules_;
  const GameState& state_;
  bool ascii_;
  std::vector<Answer> list_;
};

// What is asked, by decision kind: "Where does the tile go?"
std::string_view question(DecisionKind kind);

// Typed text in small letters, split at blanks and commas.
std::vector<std::string> words_of(std::string_view typed);

}  // namespace bastide::tools
