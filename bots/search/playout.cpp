#include "bots/search/playout.h"

namespace bastide {

namespace {

Action quiet_answer(const Rules& rules, const GameState& s, std::uint32_t word) {
  const auto quiet = rules.decisions[decision(s)].quiet;
  return quiet != nullptr ? quiet(rules, s) : sample_legal(rules, s, word);
}

}  // namespace

void random_turns(const Rules& rules, GameState& s, int turns, unsigned piece_chance, Rng& rng) {
  const int last = s.core->turn + turns;
  while (!is_over(s)) {
    const std::uint64_t words = rng.next();
    const auto word = static_cast<std::uint32_t>(words >> 32);
    if (is_chance(s)) {
      if (s.core->turn >= last && s.core->placed == kNone) return;
      apply_assume_legal(rules, s, sample_chance(rules, s, word));
      continue;
    }
    switch (decision(s)) {
      case DecisionKind::meeple:
        if ((words & 255) >= piece_chance)
          apply_assume_legal(rules, s, Action::pass());
        else
          apply_assume_legal(rules, s, sample_legal(rules, s, word));
        break;
      default:
        apply_assume_legal(rules, s, quiet_answer(rules, s, word));
    }
  }
}

}  // namespace bastide
