// Games with a fair dealer, for the tests of the draws and of `bastide verify`.
#pragma once

#include <string>

#include "engine/core/rng.h"
#include "engine/notation/record.h"
#include "server/fair/dealer.h"
#include "tests/paths.h"
#include "tests/setups.h"

namespace bastide::server {

inline Seed counting_seed() {
  Seed seed;
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<unsigned char>(i);
  return seed;
}

// A whole game of random players, whose draws are given.
template <class Draw>
Record play_with(const Setup& setup, const Rules& rules, FairDraws fair, std::uint64_t chance,
                 Draw draw) {
  Record record{setup, {}, std::move(fair)};
  Rng rng(chance);
  GameState state = initial_state(rules);
  std::uint64_t draws = 0;
  while (!is_over(state)) {
    Action action = sample_legal(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
    if (is_chance(state)) action = draw(state, draws++);
    record.actions.push_back(name_action(rules, state, action));
    apply_assume_legal(rules, state, action);
  }
  return record;
}

// A fair dealer by bastide-1; `see` gets every draw before it is made.
template <class See>
Record play_fair(const Setup& setup, const Rules& rules, const Seed& seed, See see) {
  return play_with(setup, rules, FairDraws{commitment(seed), seed_hex(seed)}, seed[0],
                   [&](const GameState& state, std::uint64_t n) {
                     const Action action = fair_draw(rules, state, seed, n);
                     see(state, action);
                     return action;
                   });
}

inline Record base_record(const Seed& seed = counting_seed()) {
  const Setup setup = setup_of({"base"}, 2);
  return play_fair(setup, *rules_of(setup), seed, [](const auto&, const Action&) {});
}

// By bastide-2: one of two players gave a nonce, and something was taken back twice.
inline Record mixed_record() {
  const Setup setup = setup_of({"base"}, 2);
  const RulesPtr rules = rules_of(setup);
  const Seed secret = counting_seed();
  FairDraws fair{commitment(secret), seed_hex(secret), FairMethod::bastide_2};
  fair.table = "abcdefghij";
  fair.nonces = {commitment(secret), ""};
  fair.undos = {{4, 1}, {30, 3}};
  const Dealer dealer = Dealer::of_record(secret, fair, setup);
  return play_with(setup, *rules, fair, 7, [&](const GameState& state, std::uint64_t n) {
    return dealer.draw(*rules, state, n);
  });
}

// The block of docs/fair-draws.md with this word after the fence.
inline std::string block_of(const std::string& kind) {
  const std::string page = test_help::slurp(test_help::source_path("docs/fair-draws.md"));
  const std::string fence = "```" + kind + "\n";
  const auto start = page.find(fence);
  if (start == std::string::npos) return {};
  return page.substr(start + fence.size(), page.find("```", start + 3) - start - fence.size());
}

}  // namespace bastide::server
