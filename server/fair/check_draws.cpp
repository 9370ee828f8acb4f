#include "server/fair/check_draws.h"

#include <algorithm>

#include "server/fair/dealer.h"

namespace bastide::server {

namespace {

DrawCheck check_actions(const Rules& rules, const std::vector<NamedAction>& actions,
                        const Dealer& dealer) {
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
      if (const Action due = dealer.draw(rules, state, draws); due != action)
        return UnfairDraw{i, draws, name(action), name(due)};
    if (auto refusal = apply_named(rules, state, actions[i]))
      return PlayError{i, std::move(refusal->reason)};
    draws += dealt ? 1 : 0;
  }
  if (!dealer.undos().empty() && dealer.undos().back().draw > draws)
    return NotCheckable{"fair.undos: tells of draws that the record does not have"};
  return FairGame{draws, is_over(state), std::nullopt};
}

}  // namespace

DrawCheck check_draws(const Record& record) {
  if (!record.fair) return NotCheckable{"has no member \"fair\", so its draws promise nothing"};
  const FairDraws& fair = *record.fair;
  const bool mixed = fair.method == FairMethod::bastide_2;
  const auto secret = seed_from_hex(fair.secret);
  if (!secret)
    return NotCheckable{std::string("fair.") + (mixed ? "secret" : "seed") +
                        ": is missing; it is published when the game is over"};
  if (const std::string expected = commitment(*secret); expected != fair.commitment)
    return BrokenCommitment{expected};
  auto compiled = compile(record.setup);
  if (auto* wrong = std::get_if<SetupError>(&compiled))
    return PlayError{std::nullopt, std::move(wrong->reason)};
  DrawCheck check = check_actions(*std::get<RulesPtr>(compiled), record.actions,
                                  Dealer::of_record(*secret, fair, record.setup));
  if (auto* game = std::get_if<FairGame>(&check); game != nullptr && mixed)
    game->nonces = fair.nonces.size() -
                   static_cast<std::size_t>(std::ranges::count(fair.nonces, std::string()));
  return check;
}

}  // namespace bastide::server
