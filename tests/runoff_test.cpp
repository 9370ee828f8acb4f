// The best answers of a search play it off.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "bots/dealer.h"
#include "bots/search/even_draws.h"
#include "bots/search/playout.h"
#include "bots/search/runoff.h"
#include "bots/search/search.h"
#include "bots/turn_view.h"
#include "engine/core/rng.h"
#include "tests/setups.h"

namespace bastide {
namespace {

constexpr std::uint64_t kPlentyOfTime = 100'000'000;

// Of a root, with so many visits each.
class Answers {
 public:
  explicit Answers(const std::vector<std::uint32_t>& visits)
      : edges_(std::make_unique<Edge[]>(visits.size())), count_(visits.size()) {
    for (std::size_t i = 0; i < count_; ++i) edges_[i].visits = visits[i];
  }
  operator std::span<Edge>() { return {edges_.get(), count_}; }
  Edge& operator[](std::size_t i) { return edges_[i]; }
  std::ptrdiff_t number_of(const Edge* answer) const { return answer - edges_.get(); }

 private:
  std::unique_ptr<Edge[]> edges_;
  std::size_t count_;
};

// The answer with that number is worth so much, and everybody's luck with the draws is the same.
template <class Worth>
void play_rounds(Runoff& runoff, const Answers& answers, int rounds, Worth worth) {
  for (int i = 0; i < rounds; ++i) {
    std::vector<Runoff::Line> round = runoff.next_round();
    if (round.size() < 2) return;
    for (Runoff::Line& line : round) line.value = worth(answers.number_of(line.answer), i);
    runoff.note(round);
  }
}

std::uint64_t least_cost() { return Runoff({}, 1).cost(); }

TEST(Runoff, IsForAnswersThatWereTriedSeriously) {
  constexpr std::uint32_t kPart = Runoff::kSeriouslyTried;
  Answers answers({3, 9 * kPart, 0, 9, 5 * kPart, 8});
  const Runoff runoff(answers, kPlentyOfTime);
  const auto round = runoff.next_round();
  ASSERT_EQ(round.size(), 3u);
  EXPECT_EQ(round[0].answer, &answers[1]);
  EXPECT_EQ(round[1].answer, &answers[4]);
  EXPECT_EQ(round[2].answer, &answers[3]);
  Answers alike(std::vector<std::uint32_t>(40, 7)), untried({0, 0});
  const Runoff many(alike, kPlentyOfTime);
  EXPECT_EQ(many.next_round().size(), Runoff::kMost);
  const Runoff few(alike, 4 * Runoff::kLeastRounds * least_cost());
  EXPECT_EQ(few.next_round().size(), 2u);
  EXPECT_TRUE(Runoff(untried, kPlentyOfTime).next_round().empty());
  EXPECT_TRUE(Runoff({}, kPlentyOfTime).next_round().empty());
}

TEST(Runoff, IsOnlyForThoseWhoHaveTheTime) {
  const std::uint64_t least = 2 * Runoff::kLeastRounds * least_cost();
  EXPECT_TRUE(Runoff::is_possible(least));
  EXPECT_FALSE(Runoff::is_possible(least - 1));
}

TEST(Runoff, FollowsAnswersFartherWhereThereIsMoreTime) {
  const Runoff hasty({}, 1000), usual({}, 20'000), patient({}, kPlentyOfTime);
  EXPECT_LT(hasty.turns(), usual.turns());
  EXPECT_LT(usual.turns(), patient.turns());
  EXPECT_EQ(usual.cost() * static_cast<std::uint64_t>(patient.turns()),
            patient.cost() * static_cast<std::uint64_t>(usual.turns()));
}

TEST(EvenDraws, IsTheSameForTheSameRound) {
  EvenDraws a(7, 3), b(7, 3), other_round(7, 4), other_seed(8, 3);
  for (int i = 0; i < 20; ++i) {
    const std::uint32_t draw = a.next();
    EXPECT_EQ(b.next(), draw);
    EXPECT_NE(other_round.next(), draw);
    EXPECT_NE(other_seed.next(), draw);
  }
}

// Sixteen rounds have it evenly at each draw, and no draw tells of the next one.
TEST(EvenDraws, IsEvenWithinSixteenRounds) {
  constexpr std::uint32_t kSixteenth = 1u << 28;
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t begin = 0; begin < 4 * EvenDraws::kParts; begin += EvenDraws::kParts) {
    std::vector<EvenDraws> rounds;
    for (std::uint64_t i = 0; i < EvenDraws::kParts; ++i) rounds.emplace_back(7, begin + i);
    for (int draw = 0; draw < 10; ++draw) {
      std::vector<std::uint32_t> parts;
      for (EvenDraws& draws : rounds) parts.push_back(draws.next() / kSixteenth);
      EXPECT_TRUE(orders.insert(parts).second);
      std::ranges::sort(parts);
      for (std::uint32_t i = 0; i < EvenDraws::kParts; ++i) EXPECT_EQ(parts[i], i);
    }
  }
}

TEST(Runoff, WhoeverIsBehindDropsOutAndTheBestWins) {
  Answers answers({500, 400, 300});
  Runoff runoff(answers, kPlentyOfTime);
  const double worth[] = {0.4, 0.5, 0.2};
  Rng luck(1);
  double draws = 0;
  play_rounds(runoff, answers, Runoff::kLeastRounds, [&](auto which, int) {
    if (which == 0) draws = static_cast<double>(luck.below(1000)) / 1000;  // common to a round
    return worth[which] + draws + static_cast<double>(luck.below(100)) / 1000;
  });
  ASSERT_EQ(runoff.next_round().size(), 1u);
  EXPECT_EQ(runoff.winner(), &answers[1]);
}

TEST(Runoff, NobodyWinsBeforeThereWereEnoughRounds) {
  Answers answers({500, 400});
  Runoff runoff(answers, kPlentyOfTime);
  play_rounds(runoff, answers, Runoff::kLeastRounds - 1, [](auto which, int) { return which; });
  EXPECT_EQ(runoff.next_round().size(), 2u);
  EXPECT_EQ(runoff.winner(), nullptr);
}

TEST(Runoff, EqualsAreNotToldApart) {
  Answers answers({500, 400, 300});
  Runoff runoff(answers, kPlentyOfTime);
  play_rounds(runoff, answers, 1000, [](auto, int round) { return round % 2; });
  EXPECT_EQ(runoff.next_round().size(), 1u);
  EXPECT_EQ(runoff.winner(), &answers[0]);
}

// Two threads begin a round each, and somebody drops out by the first of them.
TEST(Runoff, ARoundWithOneWhoHasDroppedOutMeanwhileCounts) {
  Answers answers({500, 400, 300});
  Runoff runoff(answers, kPlentyOfTime);
  const auto worth = [](auto which, int round) {
    return which == 2 ? -1.0 : (round + which) % 2 == 0 ? 0.5 : 0.3;
  };
  play_rounds(runoff, answers, Runoff::kLeastRounds - 1, worth);
  auto late = runoff.next_round();
  play_rounds(runoff, answers, 1, worth);
  ASSERT_EQ(runoff.next_round().size(), 2u);
  ASSERT_EQ(late.size(), 3u);
  for (Runoff::Line& line : late) line.value = line.answer == &answers[1] ? 100 : 0;
  runoff.note(late);
  EXPECT_EQ(runoff.winner(), &answers[1]);
}

// --- In a search -------------------------------------------------------------------

GameState middle(const Rules& rules, std::uint64_t seed, int turns) {
  GameState s = initial_state(rules);
  Rng rng(seed);
  play_on(rules, s, random_turns(turns, 77), rng);
  apply_assume_legal(rules, s, deal(rules, s, rng));
  return s;
}

SearchSettings small(int threads = 1) {
  SearchSettings settings;
  settings.memory = std::size_t{16} << 20;
  settings.threads = threads;
  return settings;
}

constexpr std::uint64_t kUsual = 6000, kReserve = 2000;
constexpr SearchBudget kWhole{
    .nodes = kUsual, .until_decided = true, .reserve = kReserve, .runoff = 0.5};

TEST(Search, ARunoffKeepsToItsBudgetAndIsTheSameInSlices) {
  const RulesPtr rules = rules_of({"base"}, 2);
  int overturned = 0, went_on = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const GameState s = middle(*rules, seed, 30);
    Search at_once(*rules, default_weights(), small());
    Search in_slices(*rules, default_weights(), small());
    Rng rng(seed), same(seed);
    at_once.run(s, kWhole, rng);
    EXPECT_EQ(at_once.used(), at_once.simulations());
    EXPECT_LE(at_once.used(), kUsual + kReserve);
    in_slices.begin(s, kWhole, same);
    while (in_slices.go_on(s, {37, 0})) {
    }
    EXPECT_EQ(in_slices.simulations(), at_once.simulations());
    const auto found = in_slices.answers(), expected = at_once.answers();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].action, expected[i].action);
    overturned += expected[0].visits < expected[1].visits ? 1 : 0;
    went_on += at_once.used() > kUsual ? 1 : 0;
  }
  EXPECT_GT(overturned, 0);
  EXPECT_GT(went_on, 0);
}

// A placement is followed with the piece that the tree has found for it.
TEST(Search, KnowsWhatItWouldAnswerInTheRestOfATurn) {
  const RulesPtr rules = rules_of({"base"}, 2);
  TurnView view(*rules);
  std::vector<RatedAction> rated;
  int with_piece = 0, alone = 0, against_first_sight = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const GameState s = middle(*rules, seed, 30);
    Search search(*rules, default_weights(), small());
    Rng rng(seed);
    search.run(s, {.nodes = 4000}, rng);
    for (const SearchedAction& answer : search.answers()) {
      const std::vector<Action> all = search.with_what_it_asks(answer.action);
      GameState after = s;
      apply_assume_legal(*rules, after, answer.action);
      const auto next = search.answers_after({&answer.action, 1});
      ASSERT_EQ(all.front(), answer.action);
      if (next.empty() || actor(after) != actor(s)) {
        EXPECT_EQ(all.size(), 1u);
        ++alone;
        continue;
      }
      ASSERT_EQ(all.size(), 2u);
      EXPECT_TRUE(is_legal(*rules, after, all.back()));
      EXPECT_EQ(std::ranges::find(next, all.back(), &SearchedAction::action)->visits,
                next.front().visits);
      view.rate(after, rated, Look::quick);
      const auto first = std::ranges::max_element(rated, {}, &RatedAction::lead);
      against_first_sight += first->action == all.back() ? 0 : 1;
      ++with_piece;
    }
  }
  EXPECT_GT(with_piece, 0);
  EXPECT_GT(alone, 0);
  EXPECT_GT(against_first_sight, 0);
}

TEST(Search, ARunoffEndsWhenTold) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const GameState s = middle(*rules, 1, 30);
  Search search(*rules, default_weights(), small());
  Rng rng(1);
  search.begin(s, {.nodes = 1'000'000'000'000, .runoff = 1 - 1e-9}, rng);
  EXPECT_TRUE(search.go_on(s, {2000, 0}));  // the tree has 1,000
  EXPECT_TRUE(search.go_on(s, {1, 0}));
  const std::uint64_t before = search.simulations();
  EXPECT_GT(before, 1000u);
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(search.go_on(s, {}, &stop));
  EXPECT_EQ(search.simulations(), before);
}

TEST(Search, ThreadsShareARunoff) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const GameState s = middle(*rules, 3, 30);
  Search search(*rules, default_weights(), small(3));
  Rng rng(1);
  search.run(s, kWhole, rng);
  EXPECT_LE(search.used(), kUsual + kReserve);
  EXPECT_TRUE(is_legal(*rules, s, search.answers().front().action));
  search.advance(search.answers().front().action);
  EXPECT_FALSE(search.answers().empty());  // of the next question, and no winner of the last one
}

// The tree has it all where lines would be too few to tell anything, or dear.
TEST(Search, ThereIsNoRunoffWhereItCannotTell) {
  const auto simulations = [](const RulesPtr& rules, SearchBudget budget) {
    Search search(*rules, default_weights(), small());
    Rng rng(1);
    const GameState s = middle(*rules, 5, 20);
    search.run(s, budget, rng);
    std::uint64_t visits = 0;
    for (const SearchedAction& answer : search.answers()) visits += answer.visits;
    return visits;
  };
  const RulesPtr base = rules_of({"base"}, 2);
  EXPECT_EQ(simulations(base, {.nodes = 300, .runoff = 0.5}), 300u);
  EXPECT_EQ(simulations(base, {.nodes = 3000, .runoff = 0.5}), 1500u);
  EXPECT_EQ(simulations(rules_of({"base", "tower"}, 2), {.nodes = 1500, .runoff = 0.5}), 1500u);
}

}  // namespace
}  // namespace bastide
