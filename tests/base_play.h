// Games of the base set for the tests that hold over whole games rather than in one position.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/game/game.h"
#include "tests/setups.h"

namespace bastide::base_play {

inline Setup setup_for(int players, int copies = 1) {
  Setup setup = setup_of({"base"}, players);
  setup.sets.front().copies = copies;
  return setup;
}

inline RulesPtr base_rules(int players, int copies = 1) {
  return rules_of(setup_for(players, copies));
}

inline TileType tile_type(const Rules& rules, std::string_view id) {
  for (std::size_t i = 0; i < rules.tiles.size(); ++i)
    if (rules.tiles[i].def->full_id() == id) return static_cast<TileType>(i);
  ADD_FAILURE() << "no tile " << id;
  return 0;
}

class Events final : public EventSink {
 public:
  void add(const GameState&, const Event& event) override { list.push_back(event); }
  std::vector<Event> list;
};

struct Ply {
  const Rules& rules;
  const GameState& before;
  const Action& action;
  const GameState& after;
  const std::vector<Event>& events;
};

// One game with random answers; `see` looks at every action with the states on both sides of it.
template <class See>
void play_random(const Rules& rules, std::uint64_t seed, See see) {
  Rng rng(seed);
  GameState state = initial_state(rules);
  while (!is_over(state)) {
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    const Action action =
        is_chance(state) ? sample_chance(rules, state, word) : sample_legal(rules, state, word);
    const GameState before(state);
    Events events;
    ASSERT_FALSE(apply(rules, state, action, &events));
    see(Ply{rules, before, action, state, events.list});
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Twenty games of three players, with seeds from `first` on.
template <class See>
void twenty_games(std::uint64_t first, See see) {
  const RulesPtr rules = base_rules(3);
  for (std::uint64_t seed = first; seed < first + 20; ++seed) play_random(*rules, seed, see);
}

// Some games of three players in each of several mixtures of sets, with seeds from `seed` on.
template <class See>
void play_in_each(const std::vector<std::vector<std::string>>& mixtures, std::uint64_t seed,
                  See see) {
  for (const auto& sets : mixtures) {
    const RulesPtr rules = rules_of(sets, 3);
    ASSERT_TRUE(rules);
    for (int game = 0; game < 6; ++game) play_random(*rules, seed++, see);
  }
}

inline int supply_of(const GameState& s, int seat) {
  return s.core->players[seat].supply[PieceKind::meeple];
}
inline SegmentKind kind_of(const GameState& s, SegmentId segment) {
  return s.features[s.segments[segment].feature].kind;
}
inline int claims_on(const GameState& s, FeatureId feature) {
  int sum = 0;
  for (int seat = 0; seat < kMaxPlayers; ++seat)
    sum += number_of_seat(s.features[feature].occupants, seat);
  return sum;
}

}  // namespace bastide::base_play
