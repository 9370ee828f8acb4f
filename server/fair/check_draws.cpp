#include "server/fair/check_draws.h"

#include "server/fair/fair_draw.h"

namespace bastide::server {

namespace {

DrawCheck check_actions(const Rules& rules, const std::vector<NamedAction>& actions,
                        const Seed& seed) {
  GameState state = initial_state(rules);
  std::uint64_t draws = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    auto found = find_action(rules, state, actions[i]);
    if (auto* refusal = std::get_if<Refusal>(&found))
      return PlayError{i, std::move(refusal->reason)};
    const Action action = std::get<Action>(found);
    const bool dealt = is_chance(state);
    const auto name = [&](const Action& a) { return outcome_name(rules, state, a); };
    if (dealt && is_legal(rules, state, action))
      if (const Action due = fair_draw(rules, state, seed, draws); due != action)
        return UnfairDraw{i, draws, name(action), name(due)};
    if (auto refusal = apply_named(rules, state, actions[i]))
      return PlayError{i, std::move(refusal->reason)};
    draws += dealt ? 1 : 0;
  }
  return FairGame{draws, is_over(state)};
}

}  // namespace

DrawCheck check_draws(const Record& record) {
  if (!record.fair) return NotCheckable{"has no member \"fair\", so its draws promise nothing"};
  const auto seed = seed_from_hex(record.fair->seed);
  if (!seed) return NotCheckable{"fair.seed: is missing; it is published when the game is over"};
  if (const std::string expected = commitment(*seed); expected != record.fair->commitment)
    return BrokenCommitment{expected};
  auto compiled = compile(record.setup);
  if (auto* wrong = std::get_if<SetupError>(&compiled))
    return PlayError{std::nullopt, std::move(wrong->reason)};
  return check_actions(*std::get<RulesPtr>(compiled), record.actions, *seed);
}

}  // namespace bastide::server
