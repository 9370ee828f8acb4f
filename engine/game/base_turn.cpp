#include "engine/game/base_turn.h"

#include <algorithm>
#include <array>

#include "engine/game/game.h"
#include "engine/game/turn_order.h"
#include "engine/turn/base_steps.h"
#include "engine/turn/draws.h"
#include "engine/turn/fits.h"

namespace bastide {
namespace {

using steps::Sets;

constexpr bool is_base_step(Step step) {
  return step == Step::draw || step == Step::place || step == Step::meeple || step == Step::score ||
         step == Step::end_turn;
}

// The steps of the base game in the order of a turn; with no others they are numbered like this.
constexpr auto kBaseTurn = [] {
  std::array<Step, std::ranges::count_if(kTurn, is_base_step)> steps{};
  std::ranges::copy_if(kTurn, steps.begin(), is_base_step);
  return steps;
}();

constexpr std::uint8_t number_of(Step step) {
  return static_cast<std::uint8_t>(std::ranges::find(kBaseTurn, step) - kBaseTurn.begin());
}

template <Step kStep>
[[gnu::always_inline]] inline Flow take_step(const Rules& rules, GameState& s) {
  if constexpr (kStep == Step::draw) return steps::draw<Sets::base_alone>(rules, s, nullptr);
  if constexpr (kStep == Step::place) return steps::place<Sets::base_alone>(rules, s, nullptr);
  if constexpr (kStep == Step::meeple) return steps::meeple<Sets::base_alone>(rules, s, nullptr);
  if constexpr (kStep == Step::score) return steps::score<Sets::base_alone>(rules, s, nullptr);
  if constexpr (kStep == Step::end_turn)
    return steps::end_turn<Sets::base_alone>(rules, s, nullptr);
}

// From a step to the next decision. What comes again is a draw, or the end: both in the machine.
template <std::size_t kNumber>
[[gnu::always_inline]] inline void run_from(const Rules& rules, GameState& s) {
  switch (take_step<kBaseTurn[kNumber]>(rules, s)) {
    case Flow::ask:
      return;
    case Flow::proceed:
      s.core->step = kNumber + 1;
      if constexpr (kNumber + 1 < kBaseTurn.size()) run_from<kNumber + 1>(rules, s);
      return;
    case Flow::repeat:
      if (s.core->step == number_of(Step::draw) && take_step<Step::draw>(rules, s) == Flow::ask)
          [[likely]]
        return;
      run_steps(rules, s, nullptr);
  }
}

template <Step kStep>
[[gnu::always_inline]] inline void run_after(const Rules& rules, GameState& s, Flow answered) {
  if (answered == Flow::proceed) {
    s.core->step = number_of(kStep) + 1;
    run_from<number_of(kStep) + 1>(rules, s);
  } else {
    run_steps(rules, s, nullptr);
  }
}

}  // namespace

bool is_base_alone(const Rules& rules) {
  const auto none = [](const auto&... lists) { return (lists.empty() && ...); };
  return rules.stack_count == 1 &&
         std::equal(kBaseTurn.begin(), kBaseTurn.end(), rules.steps.begin()) &&
         none(rules.tile_drawn, rules.after_discard, rules.prepare_place, rules.tile_placed,
              rules.tile_barred, rules.step_two_closed, rules.special_pieces, rules.meeple_options,
              rules.feature_scored, rules.parts) &&
         std::ranges::all_of(rules.score_stages,
                             [](BeforeScoring stage) { return stage == nullptr; }) &&
         rules.supply[PieceKind::bridge] == 0 && !rules.hides_tiles &&
         rules.more_placements.empty() && rules.placement_filters.empty();
}

void choose_play(Rules& rules) {
  const bool base_alone = is_base_alone(rules);
  rules.play_untold = base_alone ? play_base_turn : play_steps_untold;
  rules.play_at_random = base_alone ? play_base_turn_at_random : play_sampled;
}

void play_base_turn(const Rules& rules, GameState& s, const Action& action) {
  switch (s.core->decision) {
    case DecisionKind::draw:
      return run_after<Step::draw>(
          rules, s, steps::take_drawn<Sets::base_alone>(rules, s, action.tile, nullptr));
    case DecisionKind::place:
      return run_after<Step::place>(
          rules, s, steps::answer_place<Sets::base_alone>(rules, s, action, nullptr));
    default:
      return run_after<Step::meeple>(
          rules, s, steps::answer_meeple<Sets::base_alone>(rules, s, action, nullptr));
  }
}

namespace {

Flow lay_at_random(const Rules& rules, GameState& s, std::uint32_t word) {
  const TileType tile = s.core->current;
  const Fits fits(rules, s, tile);
  const Placement placement = fits.nth(scaled(word, fits.count()));
  const Rotation rotation = rules.tiles[tile].rotations[placement.rotation];
  return steps::lay_current<Sets::base_alone>(rules, s, placement.cell, rotation,
                                              rules.face(tile, rotation), nullptr);
}

// The answers are the bits of a mask, and to pass (MEEPLE-1).
Flow deploy_at_random(const Rules& rules, GameState& s, std::uint32_t word) {
  const unsigned bits = s.core->meeple_options;
  const auto here = static_cast<std::uint32_t>(std::popcount(bits));
  const std::uint32_t n = scaled(word, here + 1);
  if (n == here) return Flow::proceed;
  const SegmentId segment = s.tiles[s.core->placed].segment(nth_set_bit(bits, n));
  steps::deploy<Sets::base_alone>(rules, s, PieceKind::meeple, segment, nullptr);
  return Flow::proceed;
}

// One function for each question: a draw needs less than a tile that is laid.
[[gnu::noinline]] void go_on_with_draw(const Rules& rules, GameState& s, std::uint32_t word) {
  const TileType tile = nth_tile(rules, s, scaled(word, s.core->left[0]));
  run_after<Step::draw>(rules, s, steps::take_drawn<Sets::base_alone>(rules, s, tile, nullptr));
}
[[gnu::noinline]] void go_on_with_place(const Rules& rules, GameState& s, std::uint32_t word) {
  run_after<Step::place>(rules, s, lay_at_random(rules, s, word));
}
[[gnu::noinline]] void go_on_with_meeple(const Rules& rules, GameState& s, std::uint32_t word) {
  run_after<Step::meeple>(rules, s, deploy_at_random(rules, s, word));
}

}  // namespace

void play_base_turn_at_random(const Rules& rules, GameState& s, std::uint32_t word) {
  switch (s.core->decision) {
    case DecisionKind::draw:
      return go_on_with_draw(rules, s, word);
    case DecisionKind::place:
      return go_on_with_place(rules, s, word);
    default:
      return go_on_with_meeple(rules, s, word);
  }
}

}  // namespace bastide
