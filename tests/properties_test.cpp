// What must hold in every game, whatever is played: things are conserved, points explain
// themselves, copies play alike, a refused action changes nothing, all ways to list the legal
// answers agree, and play allocates nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/core/rng.h"
#include "engine/game/game.h"
#include "tests/effort.h"
#include "tests/setups.h"

// --- counting allocations: the whole test program goes through these ---

namespace {
thread_local long allocations = 0;

// Kept out of line: seen through, malloc and free look like mismatched pairs to the compiler.
[[gnu::noinline]] void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (size == 0) size = 1;
  void* memory =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(size)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) std::abort();
  return memory;
}
[[gnu::noinline]] void release(void* memory) { std::free(memory); }
}  // namespace

void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new[](std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }

namespace bastide {
namespace {

struct Row {
  const char* name;
  std::vector<SetChoice> sets;
  std::vector<std::pair<std::string, OptionValue>> options;
};

// A new set adds its rows here.
const std::vector<Row>& setups() {
  static const std::vector<Row> all = {
      {"base", {{"base", 1}}, {}},
      {"base_without_fields", {{"base", 1}}, {{"fields", OptionValue(false)}}},
      {"base_twice", {{"base", 2}}, {}},
      {"abbot", {{"base", 1}, {"abbot", 1}}, {}},
      {"river_and_abbot", {{"base", 1}, {"river", 1}, {"abbot", 1}}, {}},
      {"river_immediate_turns_only",
       {{"base", 1}, {"river", 1}},
       {{"river_turns", OptionValue(std::string("immediate_only"))}}},
      {"princess_dragon", {{"base", 1}, {"princess_dragon", 1}}, {}},
      {"princess_dragon_with_every_option",
       {{"base", 1}, {"abbot", 1}, {"princess_dragon", 2}},
       {{"princess", OptionValue(std::string("must"))},
        {"portal_just_completed", OptionValue(false)},
        {"fairy_final", OptionValue(std::string("all"))},
        {"fairy_placement", OptionValue(std::string("tile"))},
        {"dragon_move", OptionValue(std::string("after_scoring"))}}},
      {"wheel", {{"wheel", 1}}, {}},
      {"count_king_cult",
       {{"base", 1}, {"abbot", 1}, {"count", 1}, {"king_robber", 1}, {"cult", 2}},
       {}},
      {"count_dragon_single_pass",
       {{"base", 1}, {"count", 1}, {"princess_dragon", 1}},
       {{"count_pass", OptionValue(std::string("single"))}}},
      {"rivers_dragon",
       {{"base", 1}, {"river", 1}, {"river2", 1}, {"abbot", 1}, {"princess_dragon", 1}},
       {}},
      {"bridges_castles_bazaars", {{"base", 1}, {"bridges_castles_bazaars", 1}}, {}},
      {"bridges_castles_bazaars_with_every_option",
       {{"base", 1}, {"princess_dragon", 1}, {"bridges_castles_bazaars", 2}},
       {{"bridge_forced", OptionValue(std::string("must"))},
        {"castle_tied", OptionValue(std::string("first_clockwise"))},
        {"bazaar_auction", OptionValue(false)}}},
      {"river_abbot_princess_dragon",
       {{"base", 1}, {"river", 1}, {"abbot", 1}, {"princess_dragon", 1}},
       {{"spring_divides", OptionValue(true)}}},
      {"wheel_abbot_princess_dragon",
       {{"base", 1}, {"wheel", 1}, {"abbot", 1}, {"princess_dragon", 1}},
       {{"dragon_move", OptionValue(std::string("after_scoring"))}}},
      {"castles_bridges", {{"base", 1}, {"castles_bridges", 1}}, {}},
      {"castles_bridges_river_abbot_princess_dragon",
       {{"base", 1}, {"castles_bridges", 2}, {"river", 1}, {"abbot", 1}, {"princess_dragon", 1}},
       {{"bridge_tile_counts", OptionValue(true)}}},
      {"inns_cathedrals", {{"base", 1}, {"inns_cathedrals", 1}}, {}},
      // Nothing of the set takes part in a turn then: it is played as the base game alone is.
      {"inns_cathedrals_without_large_meeple",
       {{"base", 1}, {"inns_cathedrals", 1}},
       {{"large_meeple", OptionValue(false)}}},
      {"tower", {{"base", 1}, {"tower", 1}}, {}},
      {"circus", {{"base", 1}, {"circus", 1}}, {}},
      {"inns_cathedrals_wheel_castles_bridges",
       {{"wheel", 1}, {"inns_cathedrals", 2}, {"abbot", 1}, {"castles_bridges", 1}},
       {}},
      {"inns_cathedrals_count_bridges",
       {{"base", 1}, {"inns_cathedrals", 1}, {"count", 1}, {"bridges_castles_bazaars", 1}},
       {}},
      {"hills_sheep", {{"base", 1}, {"hills_sheep", 1}}, {}},
      {"hills_sheep_without_fields",
       {{"base", 1}, {"hills_sheep", 2}},
       {{"fields", OptionValue(false)}, {"hill_ties", OptionValue(std::string("count"))}}},
      {"hills_sheep_count_dragon_bazaars",
       {{"base", 1},
        {"count", 1},
        {"princess_dragon", 1},
        {"bridges_castles_bazaars", 1},
        {"hills_sheep", 1}},
       {}},
      {"abbey_mayor", {{"base", 1}, {"abbey_mayor", 1}}, {}},
      {"abbey_mayor_with_every_option",
       {{"base", 1}, {"abbey_mayor", 2}, {"castles_bridges", 1}, {"cult", 1}},
       {{"wagon_move", OptionValue(std::string("linked"))},
        {"barn_on_barn", OptionValue(true)},
        {"abbey_round", OptionValue(false)}}},
      {"abbey_mayor_count_dragon_bazaars_builders",
       {{"base", 1},
        {"count", 1},
        {"princess_dragon", 1},
        {"bridges_castles_bazaars", 1},
        {"traders_builders", 1},
        {"abbey_mayor", 1}},
       {}},
  };
  return all;
}

Setup row_setup(const Row& row, int players) {
  Setup setup = setup_of({}, players);
  setup.sets = row.sets;
  setup.options = row.options;
  return setup;
}

RulesPtr row_rules(const Row& row, int players) { return rules_of(row_setup(row, players)); }

// IC-3: six where a set in play brings the sixth colour.
int most_players(const Row& row) {
  return refusal_of(row_setup(row, kMaxPlayers)).empty() ? kMaxPlayers : kUsualPlayers;
}

int games_each() {
  const std::string word = test_effort();
  if (word == "small") return 2;
  if (word == "large") return 1000;
  return 100;
}

std::uint32_t word_of(Rng& rng) { return static_cast<std::uint32_t>(rng.next() >> 32); }

// Chance as the dealer deals it, everything else uniformly.
Action random_action(const Rules& rules, const GameState& s, Rng& rng) {
  return is_chance(s) ? sample_chance(rules, s, word_of(rng))
                      : sample_legal(rules, s, word_of(rng));
}

// Collects points per player, discarded tiles and pieces that stand off the map (crown spaces).
class Collector final : public EventSink {
 public:
  void add(const GameState&, const Event& event) override {
    if (event.kind == EventKind::discarded) ++discarded;
    if (event.off_map != OffMap::no && event.player < points.size())
      off_map[event.player][static_cast<std::size_t>(event.piece)] +=
          event.kind == EventKind::deployed   ? (event.has_place ? -1 : 1)  // out of it, or into it
          : event.kind == EventKind::returned ? -1
                                              : 0;
    if (event.kind != EventKind::score) return;
    if (event.player >= points.size()) {
      ++stray;
      return;
    }
    points[event.player] += event.points;
    if (event.sheet.total() != event.points) ++unexplained;
  }
  std::array<int, kMaxPlayers> points{};
  std::array<std::array<int, kPieceKinds>, kMaxPlayers> off_map{};
  int discarded = 0;
  int unexplained = 0;
  int stray = 0;
};

class Properties : public testing::TestWithParam<int> {
 protected:
  // Calls play(rules, rng) for every game of this row, with 2 to 5 or 6 players in turn.
  template <class Play>
  void for_games(Play play) {
    const Row& row = setups()[GetParam()];
    const int counts = most_players(row) - kMinPlayers + 1;
    for (int game = 0; game < games_each(); ++game) {
      const int players = kMinPlayers + game % counts;
      SCOPED_TRACE(std::string(row.name) + ", game " + std::to_string(game));
      const RulesPtr rules = row_rules(row, players);
      if (rules == nullptr) return;
      Rng rng = Rng::stream(2026, static_cast<std::uint64_t>(game));
      play(*rules, rng);
      if (HasFatalFailure()) return;
    }
  }
};

// Bridges, castles, floors and abbeys stay where they were built, to the end of the game
// (BRIDGE-13, CASTLE-6). Scored wagons are nowhere until their owners have answered, and prisoners
// until they are free.
int built(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  int count = 0;
  if (kind == PieceKind::bridge)
    for (int i = 0; i < s.core->tiles; ++i)
      count += s.tiles[i].added_segment != kNone && s.tiles[i].bridge_owner == seat ? 1 : 0;
  const bool with_towers = rules.supply[PieceKind::floor] != 0;
  if (with_towers || kind == PieceKind::castle || kind == PieceKind::abbey ||  // ABBEY-14
      kind == PieceKind::wagon)
    for (const PiecesElsewhere hook : rules.pieces_elsewhere) count += hook(rules, s, seat, kind);
  return count;
}

TEST_P(Properties, TilesAndPiecesAreConserved) {
  for_games([](const Rules& rules, Rng& rng) {
    Collector events;
    GameState s = initial_state(rules, &events);
    int total = static_cast<int>(rules.start.size());
    for (const TileInPlay& tile : rules.tiles) total += tile.copies;
    ASSERT_EQ(rules.supply[PieceKind::meeple], 7);  // SETUP-7
    for (;;) {
      int tiles = s.core->tiles + events.discarded + (s.core->current != kNone ? 1 : 0);
      tiles += tiles_left(s) + s.core->hidden;
      for (std::size_t t = 0; s.aside != nullptr && t < rules.tiles.size(); ++t)
        tiles += s.aside[t];
      for (const TilesElsewhere hook : rules.tiles_elsewhere)  // revealed or bought in a bazaar
        for (std::size_t t = 0; t < rules.tiles.size(); ++t)
          tiles += hook(rules, s, static_cast<TileType>(t));
      ASSERT_EQ(tiles, total);
      for (int seat = 0; seat < rules.player_count(); ++seat) {
        for (int kind = 0; kind < kPieceKinds; ++kind) {
          int owned = s.core->players[seat].supply[kind];
          if (!is_over(s) && kind != static_cast<int>(PieceKind::wagon))  // the hooks tell of those
            owned += events.off_map[seat][kind];  // the way home has no events
          for (int i = 0; i < s.core->pieces; ++i)
            if (s.pieces[i].owner == seat && static_cast<int>(s.pieces[i].kind) == kind) ++owned;
          owned += built(rules, s, static_cast<Seat>(seat), static_cast<PieceKind>(kind));
          ASSERT_EQ(owned, rules.supply[kind]) << kPieceNames[kind];
        }
      }
      if (is_over(s)) break;
      apply_assume_legal(rules, s, random_action(rules, s, rng), &events);
    }
    // After the final scoring everything is at home.
    EXPECT_EQ(s.core->pieces, 0);
    for (int seat = 0; seat < rules.player_count(); ++seat)
      for (int kind = 0; kind < kPieceKinds; ++kind)
        EXPECT_EQ(s.core->players[seat].supply[kind] +
                      built(rules, s, static_cast<Seat>(seat), static_cast<PieceKind>(kind)),
                  rules.supply[kind]);
  });
}

TEST_P(Properties, AScoreIsTheSumOfItsScoreEvents) {
  for_games([](const Rules& rules, Rng& rng) {
    Collector events;
    GameState s = initial_state(rules, &events);
    for (;;) {
      for (int seat = 0; seat < rules.player_count(); ++seat)
        ASSERT_EQ(s.core->players[seat].score, events.points[seat]);
      if (is_over(s)) break;
      apply_assume_legal(rules, s, random_action(rules, s, rng), &events);
    }
    EXPECT_EQ(events.unexplained, 0);
    EXPECT_EQ(events.stray, 0);
  });
}

TEST_P(Properties, EventsDoNotChangeTheGame) {
  for_games([](const Rules& rules, Rng& rng) {
    Collector events;
    GameState watched = initial_state(rules, &events);
    GameState alone = initial_state(rules);
    while (!is_over(alone)) {
      const Action action = random_action(rules, alone, rng);
      apply_assume_legal(rules, watched, action, &events);
      ASSERT_EQ(apply(rules, alone, action), std::nullopt);
      ASSERT_TRUE(watched == alone);
    }
  });
}

TEST_P(Properties, ARandomAnswerIsTheOneThatIsSampled) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState told = initial_state(rules);
    GameState alone = told;
    while (!is_over(alone)) {
      const auto word = static_cast<std::uint32_t>(rng.next());
      const Action action =
          is_chance(told) ? sample_chance(rules, told, word) : sample_legal(rules, told, word);
      ASSERT_EQ(apply(rules, told, action), std::nullopt);
      apply_random(rules, alone, word);
      ASSERT_TRUE(told == alone);
    }
  });
}

TEST_P(Properties, ACopyPlaysLikeItsOriginal) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    const auto until = static_cast<int>(rng.below(150));
    for (int i = 0; i < until && !is_over(s); ++i)
      apply_assume_legal(rules, s, random_action(rules, s, rng));
    const GameState kept = s;
    GameState constructed = s;
    GameState assigned = initial_state(rules);
    assigned = s;
    EXPECT_TRUE(constructed == s);
    EXPECT_TRUE(assigned == s);
    EXPECT_EQ(state_hash(rules, constructed), state_hash(rules, s));
    const std::uint64_t seed = rng.next();
    const auto finish = [&](GameState& state) {
      Rng same(seed);
      while (!is_over(state)) apply_assume_legal(rules, state, random_action(rules, state, same));
    };
    const std::uint64_t hash = state_hash(rules, s);
    finish(s);
    finish(constructed);
    finish(assigned);
    EXPECT_TRUE(constructed == s);
    EXPECT_TRUE(assigned == s);
    EXPECT_EQ(state_hash(rules, constructed), state_hash(rules, s));
    EXPECT_EQ(state_hash(rules, assigned), state_hash(rules, s));
    // Playing on left the kept copy alone; back to it and forth again gives the same.
    EXPECT_EQ(state_hash(rules, kept), hash);
    GameState end = s;
    s = kept;
    EXPECT_TRUE(s == kept);
    finish(s);
    EXPECT_TRUE(s == end);
  });
}

TEST_P(Properties, DifferentPositionsHaveDifferentHashes) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    std::set<std::uint64_t> seen = {state_hash(rules, s)};
    while (!is_over(s)) {
      apply_assume_legal(rules, s, random_action(rules, s, rng));
      ASSERT_TRUE(seen.insert(state_hash(rules, s)).second);
    }
  });
}

// An action made of noise, or of parts of actions that were legal at some time.
Action garbage(const std::vector<Action>& pool, Rng& rng) {
  const auto noise = [&] {
    Action a;
    a.kind = static_cast<ActionKind>(rng.below(kActionKinds));
    a.piece = static_cast<PieceKind>(rng.below(kPieceKinds));
    a.value = static_cast<std::uint8_t>(rng.below(rng.below(4) == 0 ? 256 : 4));
    a.seg = static_cast<std::uint8_t>(rng.below(rng.below(4) == 0 ? 256 : 10));
    a.tile = static_cast<TileType>(rng.below(rng.below(4) == 0 ? 65536 : 40));
    a.points = static_cast<std::int16_t>(rng.below(rng.below(4) == 0 ? 65536 : 2));
    const std::uint32_t far = rng.below(4) == 0 ? 65536 : 9;
    a.at = {
        static_cast<std::int16_t>(static_cast<int>(rng.below(far)) - static_cast<int>(far / 2)),
        static_cast<std::int16_t>(static_cast<int>(rng.below(far)) - static_cast<int>(far / 2))};
    if (rng.below(4) == 0) a.at2 = a.at;
    return a;
  };
  if (pool.empty() || rng.below(3) == 0) return noise();
  Action a = pool[rng.below(static_cast<std::uint32_t>(pool.size()))];
  const Action other =
      rng.below(2) == 0 ? noise() : pool[rng.below(static_cast<std::uint32_t>(pool.size()))];
  switch (rng.below(9)) {
    case 0:
      a.kind = other.kind;
      break;
    case 1:
      a.piece = other.piece;
      break;
    case 2:
      a.value = other.value;
      break;
    case 3:
      a.seg = other.seg;
      break;
    case 4:
      a.tile = other.tile;
      break;
    case 5:
      a.points = static_cast<std::int16_t>(a.points + 1);
      break;
    case 6:
      a.at = other.at;
      break;
    case 7:
      a.at2 = other.at;
      break;
    default:
      break;  // as it is: legal at another time
  }
  return a;
}

TEST_P(Properties, ARefusedActionChangesNothing) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    std::vector<Action> pool, now;
    long refused = 0;
    for (;;) {
      legal(rules, s, now);
      const GameState before = s;
      for (int tries = 0; tries < 20; ++tries) {
        const Action action = garbage(pool, rng);
        const bool listed = std::find(now.begin(), now.end(), action) != now.end();
        const bool bid = action.kind == ActionKind::bid || action.kind == ActionKind::offer;
        if (bid && is_legal(rules, s, action)) continue;  // more are accepted than are listed
        ASSERT_EQ(is_legal(rules, s, action), listed) << name_of(action.kind);
        if (listed) continue;
        const auto error = apply(rules, s, action);
        ASSERT_TRUE(error.has_value()) << name_of(action.kind);
        if (is_over(s)) {
          ASSERT_EQ(*error, RuleError::game_over);
        }
        ASSERT_TRUE(s == before);
        ++refused;
        if (tries == 0) {
          ASSERT_NE(explain_illegal(rules, s, action), "");
        }
      }
      if (is_over(s)) break;
      // The pool keeps answers to all kinds of decisions, own and others'.
      for (int i = 0; i < 4; ++i)
        pool.push_back(now[rng.below(static_cast<std::uint32_t>(now.size()))]);
      ASSERT_EQ(apply(rules, s, random_action(rules, s, rng)), std::nullopt);
    }
    EXPECT_GT(refused, 1000);
  });
}

TEST_P(Properties, AllWaysToListTheLegalAnswersAgree) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    std::vector<Action> all;
    for (;;) {
      legal(rules, s, all);
      ASSERT_EQ(count_legal(rules, s), all.size());
      ASSERT_EQ(all.empty(), is_over(s));
      // Of long lists (bids, portals) every so many: looking at one answer takes a whole listing.
      const std::size_t stride = 1 + all.size() / 128;
      for (std::size_t i = 0; i < all.size(); i += stride) {
        ASSERT_TRUE(nth_legal(rules, s, static_cast<std::uint32_t>(i)) == all[i]);
        ASSERT_TRUE(is_legal(rules, s, all[i]));
        ASSERT_EQ(std::count(all.begin(), all.end(), all[i]), 1);
      }
      if (is_over(s)) break;
      // A decision with one answer is not asked, draw and place apart.
      if (decision(s) != DecisionKind::draw && decision(s) != DecisionKind::place) {
        ASSERT_GT(all.size(), 1u);
      }
      for (int i = 0; i < 5; ++i) {
        const std::uint32_t word = word_of(rng);
        const std::uint64_t n = (static_cast<std::uint64_t>(word) * all.size()) >> 32;
        ASSERT_TRUE(sample_legal(rules, s, word) == all[n]);
      }
      ASSERT_TRUE(sample_legal(rules, s, 0) == all.front());
      ASSERT_TRUE(sample_legal(rules, s, ~0u) == all.back());
      if (decision(s) == DecisionKind::draw) {
        // Every unseen tile of the stack is one of the dealer's chances.
        const std::uint32_t tiles = chance_total(rules, s);
        std::vector<int> chances(rules.tiles.size(), 0);
        for (std::uint32_t i = 0; i < tiles; ++i) {
          const Action draw = nth_chance(rules, s, i);
          ASSERT_EQ(std::count(all.begin(), all.end(), draw), 1);
          ++chances[draw.tile];
        }
        for (const Action& draw : all) ASSERT_EQ(chances[draw.tile], s.stock[draw.tile]);
        const Action sampled = sample_chance(rules, s, word_of(rng));
        ASSERT_EQ(std::count(all.begin(), all.end(), sampled), 1);
      }
      apply_assume_legal(rules, s, random_action(rules, s, rng));
    }
  });
}

TEST_P(Properties, TheConsistencyCheckFindsNothingAfterAnyAction) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    ASSERT_EQ(check(rules, s), "");
    while (!is_over(s)) {
      apply_assume_legal(rules, s, random_action(rules, s, rng));
      ASSERT_EQ(check(rules, s), "");
    }
  });
}

TEST_P(Properties, AWholeGameAllocatesNothingAfterItsSetup) {
  for_games([](const Rules& rules, Rng& rng) {
    GameState s = initial_state(rules);
    GameState copy = s;
    const long before = allocations;
    while (!is_over(s)) {
      apply_assume_legal(rules, s, random_action(rules, s, rng));
      copy = s;
    }
    const long during = allocations - before;
    EXPECT_EQ(during, 0);
    EXPECT_TRUE(copy == s);
    ::operator delete(::operator new(1));
    EXPECT_GT(allocations, before + during) << "the counter does not count";
  });
}

std::vector<int> row_numbers() {
  std::vector<int> all;
  for (std::size_t i = 0; i < setups().size(); ++i) all.push_back(static_cast<int>(i));
  return all;
}

INSTANTIATE_TEST_SUITE_P(Setups, Properties, testing::ValuesIn(row_numbers()),
                         [](const auto& info) { return std::string(setups()[info.param].name); });

}  // namespace
}  // namespace bastide
