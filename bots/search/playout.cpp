#include "bots/search/playout.h"

#include <algorithm>
#include <utility>

namespace bastide {

namespace {

// Bids at random would drown everything else: the first tile for nothing, and nobody bids.
Action quiet_answer(const Rules& rules, const GameState& s, std::uint32_t word) {
  if (decision(s) == DecisionKind::auction) return nth_legal(rules, s, 0);
  if (decision(s) == DecisionKind::bid) return Action::pass();
  return sample_legal(rules, s, word);
}

}  // namespace

void random_turns(const Rules& rules, GameState& s, int turns, unsigned piece_chance, Rng& rng) {
  const int last = s.core->turn + turns;
  while (!is_over(s)) {
    const std::uint64_t words = rng.next();
    const auto word = static_cast<std::uint32_t>(words >> 32);
    switch (decision(s)) {
      case DecisionKind::draw:
        if (s.core->turn >= last && s.core->placed == kNone) return;
        apply_assume_legal(rules, s, sample_draw(rules, s, word));
        break;
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

JudgedTurns::JudgedTurns(const Rules& rules, Evaluator& evaluator)
    : rules_(rules), evaluator_(evaluator), trial_(rules.layout), best_(rules.layout) {}

double JudgedTurns::lead_after(const GameState& s, Seat seat) {
  if (!is_over(s) && decision(s) == DecisionKind::meeple) return evaluator_.best_piece(s).lead;
  return lead(evaluator_.project(s), rules_.player_count(), seat);
}

void JudgedTurns::place(GameState& s, unsigned placements, Rng& rng) {
  const Seat seat = actor(s);
  legal(rules_, s, options_);
  const auto count = static_cast<std::uint32_t>(options_.size());
  const std::uint32_t tried = std::min<std::uint32_t>(count, placements);
  double most = 0;
  for (std::uint32_t i = 0; i < tried; ++i) {
    if (tried < count) std::swap(options_[i], options_[i + rng.below(count - i)]);
    trial_ = s;
    apply_assume_legal(rules_, trial_, options_[i]);
    const double ahead = tried == 1 ? 0 : lead_after(trial_, seat);
    if (i != 0 && ahead <= most) continue;
    most = ahead;
    std::swap(trial_, best_);
  }
  s = best_;
}

void JudgedTurns::put_meeple(GameState& s) {
  const int segment = evaluator_.best_piece(s).segment;
  apply_assume_legal(rules_, s,
                     segment < 0 ? Action::pass()
                                 : Action::meeple(PieceKind::meeple, s.tiles[s.core->placed].at,
                                                  static_cast<std::uint8_t>(segment)));
}

void JudgedTurns::play(GameState& s, int turns, unsigned placements, Rng& rng) {
  // At a draw between turns the last one has been counted already.
  const int last = s.core->turn + turns;
  while (!is_over(s)) {
    switch (decision(s)) {
      case DecisionKind::draw:
        if (s.core->turn >= last && s.core->placed == kNone) return;
        apply_assume_legal(rules_, s,
                           sample_draw(rules_, s, static_cast<std::uint32_t>(rng.next() >> 32)));
        break;
      case DecisionKind::place:
        place(s, placements, rng);
        break;
      case DecisionKind::meeple:
        put_meeple(s);
        break;
      default:
        apply_assume_legal(rules_, s,
                           quiet_answer(rules_, s, static_cast<std::uint32_t>(rng.next() >> 32)));
    }
  }
}

}  // namespace bastide
