#include "server/fair/check_draws.h"

#include "engine/notation/names.h"
#include "server/fair/fair_draw.h"

namespace bastide::server {

namespace {

DrawCheck check_actions(const Rules& rules, const std::vector<NamedAction>& actions,
                        const Seed& seed) {
  GameState state = initial_state(rules);
  std::uint64_t draws = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    std::string due;
    if (decision(state) == DecisionKind::draw)
      due = tile_id(rules, fair_draw(rules, state, seed, draws).tile);
    if (auto refusal = apply_named(rules, state, actions[i]))
      return PlayError{i, std::move(refusal->reason)};
    if (due.empty()) continue;
    if (actions[i].tile != due) return UnfairDraw{i, draws, actions[i].tile, due};
    ++draws;
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
