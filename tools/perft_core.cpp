#include "tools/perft_core.h"

namespace bastide::tools {

PerftCounter::PerftCounter(const Rules& rules, int depth) : rules_(rules) {
  for (int i = 0; i < depth; ++i) {
    states_.push_back(initial_state(rules));
    answers_.emplace_back();
  }
}

std::uint64_t PerftCounter::count(const GameState& s, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal(rules_, s);  // the last action need not be played
  std::uint64_t sum = 0;
  const auto level = static_cast<std::size_t>(depth - 1);
  legal(rules_, s, answers_[level]);
  for (const Action& answer : answers_[level]) sum += after(s, answer, depth);
  return sum;
}

std::uint64_t PerftCounter::after(const GameState& s, const Action& first, int depth) {
  GameState& child = states_[static_cast<std::size_t>(depth - 1)];
  child = s;
  apply_assume_legal(rules_, child, first);
  return count(child, depth - 1);
}

}  // namespace bastide::tools
