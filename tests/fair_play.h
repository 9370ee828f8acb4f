// Games with a fair dealer, for the tests of the draws and of `bastide verify`.
#pragma once

#include <string>

#include "engine/core/rng.h"
#include "engine/notation/record.h"
#include "server/fair/fair_draw.h"
#include "tests/paths.h"
#include "tests/setups.h"

namespace bastide::server {

inline Seed counting_seed() {
  Seed seed;
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<unsigned char>(i);
  return seed;
}

// A whole game of random players and a fair dealer; `see` gets every draw before it is made.
template <class See>
Record play_fair(const Setup& setup, const Rules& rules, const Seed& seed, See see) {
  Record record{setup, {}, FairDraws{commitment(seed), seed_hex(seed)}};
  Rng rng(seed[0]);
  GameState state = initial_state(rules);
  std::uint64_t draws = 0;
  while (!is_over(state)) {
    Action action = sample_legal(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
    if (is_chance(state)) {
      action = fair_draw(rules, state, seed, draws++);
      see(state, action);
    }
    record.actions.push_back(name_action(rules, state, action));
    apply_assume_legal(rules, state, action);
  }
  return record;
}

inline Record base_record(const Seed& seed = counting_seed()) {
  const Setup setup = setup_of({"base"}, 2);
  return play_fair(setup, *rules_of(setup), seed, [](const auto&, const Action&) {});
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
