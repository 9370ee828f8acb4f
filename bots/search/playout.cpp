#include "bots/search/playout.h"

#include <bit>

namespace bastide {

namespace {

void answer_quietly(const Rules& rules, GameState& s, std::uint32_t word) {
  if (const auto quiet = rules.decisions[decision(s)].quiet)
    apply_assume_legal(rules, s, quiet(rules, s));
  else
    apply_random(rules, s, word);
}

// Towers, acrobats and barns anywhere, and the pieces that wait for a good place, would drown the
// meeples on the tile: where there are spots, random play puts down meeples only.
bool plays_meeples_only(const Rules& rules) {
  bool spots = false;
  for_each<Spot>([&](Spot spot) { spots = spots || rules.spot_answers[spot] != nullptr; });
  return spots;
}

void place_a_piece(const Rules& rules, GameState& s, bool meeples_only, std::uint32_t word) {
  if (!meeples_only) return apply_random(rules, s, word);
  const auto here = static_cast<std::uint64_t>(std::popcount(s.core->meeple_options));
  const Action answer =  // meeples come first
      here == 0 ? Action::pass()
                : nth_legal(rules, s, static_cast<std::uint32_t>(here * word >> 32));
  apply_assume_legal(rules, s, answer);
}

}  // namespace

void random_turns(const Rules& rules, GameState& s, int turns, unsigned piece_chance, Rng& rng) {
  const int last = s.core->turn + turns;
  const bool meeples_only = plays_meeples_only(rules);
  while (!is_over(s)) {
    const std::uint64_t words = rng.next();
    const auto word = static_cast<std::uint32_t>(words >> 32);
    if (is_chance(s)) {
      if (s.core->turn >= last && s.core->placed == kNone) return;
      apply_random(rules, s, word);
      continue;
    }
    switch (decision(s)) {
      case DecisionKind::meeple:
        if ((words & 255) >= piece_chance)
          apply_assume_legal(rules, s, Action::pass());
        else
          place_a_piece(rules, s, meeples_only, word);
        break;
      default:
        answer_quietly(rules, s, word);
    }
  }
}

}  // namespace bastide
