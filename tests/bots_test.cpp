// Bots play by the rules with every mixture of sets, see nothing that is hidden, and play well.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bots/bazaar.h"
#include "bots/evaluation/arithmetic.h"
#include "bots/levels.h"
#include "bots/mcts_bot.h"
#include "bots/play_out.h"
#include "bots/search/endgame.h"
#include "bots/search/playout.h"
#include "bots/turn_budget.h"
#include "bots/turn_view.h"
#include "tests/effort.h"
#include "tests/lockstep_rows.h"
#include "tests/setups.h"

namespace bastide {
namespace {

RulesPtr mixture_rules(const std::string& sets, int players, const std::string& options = "") {
  Setup setup;
  for (const auto& [name, copies] : pairs_of(sets)) setup.sets.push_back({name, std::stoi(copies)});
  for (const auto& [name, value] : pairs_of(options)) {
    if (name == "start")
      setup.start = value;
    else if (value == "true" || value == "false")
      setup.options.emplace_back(name, OptionValue{value == "true"});
    else
      setup.options.emplace_back(name, OptionValue{value});
  }
  for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
  return rules_of(setup);
}

std::vector<std::unique_ptr<Bot>> seats(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<Bot>> bots;
  for (const std::string& name : names) bots.push_back(make_bot(name));
  return bots;
}

constexpr std::uint64_t kNoClock = std::numeric_limits<std::uint64_t>::max();
const std::string kQuickSearch = "mcts:nodes=3:memory=1:endgame=0";

TEST(Bots, AreFoundByTheirNames) {
  for (const std::string_view name : bot_names()) {
    const auto bot = make_bot(name);
    ASSERT_NE(bot, nullptr) << name;
    EXPECT_EQ(bot->name(), name);
  }
  for (const Level& level : levels()) {
    EXPECT_NE(make_bot(level.name), nullptr) << level.name;
    EXPECT_NE(make_bot(level.title), nullptr) << level.title;
  }
  EXPECT_EQ(make_bot("nobody"), nullptr);
  EXPECT_EQ(make_bot(""), nullptr);
}

TEST(Bots, WrongSettingsAreNamed) {
  const auto reason = [](std::string_view text) { return std::get<std::string>(build_bot(text)); };
  EXPECT_NE(reason("nobody").find("level1 to level8"), std::string::npos);
  EXPECT_EQ(reason("level6:nodes=5"), "level6 takes no settings; it is judge");
  EXPECT_NE(reason("mcts:nodes=0").find("a number from 1 to 1000000000000"), std::string::npos);
  EXPECT_NE(reason("mcts:nodes=1e99").find("nodes"), std::string::npos);
  EXPECT_NE(reason("mcts:nodes=nan").find("nodes"), std::string::npos);
  EXPECT_NE(reason("mcts:nodes").find("nodes"), std::string::npos);
  EXPECT_NE(reason("mcts:colour=red").find("mcts has no setting \"colour\""), std::string::npos);
  EXPECT_NE(reason("judge:weights=/no/such/file").find("cannot be read"), std::string::npos);
  EXPECT_NE(reason("greedy:ms=1").find("it has none"), std::string::npos);
  EXPECT_NE(reason("judge:ms=1").find("there are weights, temperature)"), std::string::npos);
  EXPECT_NE(reason("mcts:").find("has no setting"), std::string::npos);
}

// Every mixture of sets (every twelfth with little effort), every kind of decision. The others play
// at random, which is quick and leads everywhere.
TEST(Bots, PlayEveryMixtureOfSetsToTheEnd) {
  const std::size_t step = test_effort() == "small" ? 12 : 1;
  const std::string thinkers[] = {kQuickSearch, "judge", "greedy"};
  std::set<std::string> played;
  int number = 0;
  for (const Combination& row : combinations()) {
    if (!played.insert(row.sets).second || played.size() % step != 0) continue;
    const int players = 2 + number % 4;
    const RulesPtr rules = mixture_rules(row.sets, players, row.options);
    std::vector<std::string> names(static_cast<std::size_t>(players), "random");
    names[static_cast<std::size_t>(number % players)] = thinkers[number % 3];
    const auto bots = seats(names);
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(11, static_cast<std::uint64_t>(number)));
    play_out(*rules, state, bots, rng, nullptr, [&](const GameState& s, const Action& action) {
      ASSERT_TRUE(is_legal(*rules, s, action)) << row.name << " " << name_of(decision(s));
    });
    EXPECT_TRUE(is_over(state)) << row.name;
    EXPECT_EQ(check(*rules, state), "") << row.name;
    ++number;
  }
}

TEST(Bots, TheSameSeedGivesTheSameGame) {
  const RulesPtr rules = rules_of({"base"}, 3);
  const auto play = [&] {
    const auto bots = seats({"mcts:nodes=30:memory=8", "random", "judge:temperature=2"});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(5, 1));
    play_out(*rules, state, bots, rng);
    return state;
  };
  EXPECT_TRUE(play() == play());
}

// Two whole games whose dealers agree on the first draws and on none that follow by design: until
// the first different tile is turned up, everybody must have answered the same.
TEST(Bots, AnswersDoNotDependOnWhatTheDealerWillTurnUp) {
  const RulesPtr rules = rules_of({"base"}, 2);
  constexpr int kCommonDraws = 20;
  for (const std::string name : {"greedy", "judge", "mcts:nodes=40:memory=8"}) {
    const auto answers = [&](std::uint64_t later_order) {
      const auto bots = seats({name, name});
      Rng early(17), late(later_order), own(5);
      GameState state = initial_state(*rules);
      std::vector<Action> before, after;
      for (int draws = 0; !is_over(state);) {
        Action action;
        if (actor(state) == kDealer)
          action = deal(*rules, state, ++draws <= kCommonDraws ? early : late);
        else
          action = bots[actor(state)]->choose(*rules, state, own);
        (draws <= kCommonDraws ? before : after).push_back(action);
        for (const auto& bot : bots) bot->observe(*rules, state, action);
        apply_assume_legal(*rules, state, action);
      }
      return std::pair{before, after};
    };
    const auto one = answers(1), other = answers(2);
    EXPECT_EQ(one.first, other.first) << name;
    EXPECT_NE(one.second, other.second) << name;  // the hidden orders did differ
  }
}

// The tiles that come do not depend on who plays.
TEST(Bots, TheTilesDoNotDependOnTheBots) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const auto first_draws = [&](const std::string& name) {
    const auto bots = seats({name, name});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(9, 0));
    std::vector<TileType> draws;
    play_out(*rules, state, bots, rng, nullptr, [&](const GameState&, const Action& action) {
      if (action.kind == ActionKind::draw && draws.size() < 20) draws.push_back(action.tile);
    });
    return draws;
  };
  EXPECT_EQ(first_draws("random"), first_draws("greedy"));
  EXPECT_EQ(first_draws("random"), first_draws("judge"));
}

int wins(const std::string& better, const std::string& worse, std::uint64_t games) {
  const RulesPtr rules = rules_of({"base"}, 2);
  int won = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    const std::size_t seat = game % 2;
    const auto bots = seats(seat == 0 ? std::vector{better, worse} : std::vector{worse, better});
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(2024, game));
    play_out(*rules, state, bots, rng);
    won += state.core->players[seat].score > state.core->players[1 - seat].score ? 1 : 0;
  }
  return won;
}

TEST(Bots, EachBeatsTheOneBelow) {
  EXPECT_GE(wins("greedy", "random", 40), 39);
  EXPECT_GE(wins("judge", "greedy", 40), 28);
  EXPECT_GE(wins("judge", "level1", 40), 36);
}

// --- evaluation ---

TEST(Evaluation, ArithmeticIsThatOfTheLibrary) {
  for (const double x : {-12.0, -3.5, -0.1, 0.0, 0.7, 2.0, 9.0}) {
    EXPECT_NEAR(portable_exp(x) / std::exp(x), 1, 1e-7);
    EXPECT_NEAR(portable_log(std::exp(x)), x, 1e-7);
  }
}

TEST(Evaluation, WeightsAreReadAsTheyWereWritten) {
  const auto again = std::get<Weights>(parse_weights(write_weights(default_weights())));
  for (std::size_t i = 0; i < kWeights; ++i)
    EXPECT_NEAR(again.value[i], default_weights().value[i], 1e-4) << weight_name(i);
}

TEST(Evaluation, WrongWeightsAreRefusedWithTheLine) {
  const auto reason = [](std::string_view text) {
    return std::get<std::string>(parse_weights(text));
  };
  EXPECT_EQ(reason(""), "city.odds.1 is missing");
  EXPECT_EQ(reason("nothing 1"), "line 1: there is no weight \"nothing\"");
  EXPECT_EQ(reason("# x\ntie 1\ntie 2"), "line 3: tie comes a second time");
  EXPECT_EQ(reason("tie inf"), "line 1: \"inf\" is no number between -1e6 and 1e6");
  EXPECT_EQ(reason("tie"), "line 1: \"\" is no number between -1e6 and 1e6");
}

TEST(Evaluation, AFinishedGameIsWorthItsScore) {
  const RulesPtr rules = rules_of({"base"}, 3);
  GameState s = initial_state(*rules);
  Rng rng(4);
  play_on(*rules, s, random_turns(1000, 100), rng);
  ASSERT_TRUE(is_over(s));
  const Points points = Evaluator(*rules).project(s);
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(points[seat], s.core->players[seat].score);
}

// The quick way to judge all pieces at once is the slow way, to the last digit but rounding.
TEST(Evaluation, OneLookAtThePieceAgreesWithTryingEach) {
  const RulesPtr rules = rules_of({"base"}, 2);
  Evaluator evaluator(*rules);
  ASSERT_TRUE(evaluator.plain_turns());
  Rng rng(8);
  GameState s = initial_state(*rules);
  int asked = 0;
  while (!is_over(s)) {
    if (decision(s) == DecisionKind::meeple) {
      const Seat seat = actor(s);
      double best = -1e9;
      std::vector<Action> options;
      legal(*rules, s, options);
      for (const Action& action : options) {
        GameState child = s;
        apply_assume_legal(*rules, child, action);
        if (!is_over(child)) best = std::max(best, lead(evaluator.project(child), 2, seat));
      }
      if (tiles_left(s) > 0) {
        EXPECT_NEAR(evaluator.best_lead_with_piece(s), best, 1e-9);
      }
      ++asked;
    }
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    apply_assume_legal(*rules, s,
                       actor(s) == kDealer ? deal(*rules, s, rng) : sample_legal(*rules, s, word));
  }
  EXPECT_GT(asked, 10);
}

TEST(Evaluation, LeadAndChanceAreThoseOfTheSeat) {
  const Points points{30, 20, 10};
  EXPECT_DOUBLE_EQ(lead(points, 2, 0), 10);
  EXPECT_DOUBLE_EQ(lead(points, 2, 1), -10);
  EXPECT_DOUBLE_EQ(lead(points, 3, 1), 20 - (30 + 20) / 2.0);
  const Weights& w = default_weights();
  EXPECT_DOUBLE_EQ(winning_chance(w, 0, 40), 0.5);
  EXPECT_GT(winning_chance(w, 10, 4), winning_chance(w, 10, 40));
}

// --- search ---

GameState middle(const Rules& rules, std::uint64_t seed, int turns) {
  GameState s = initial_state(rules);
  Rng rng(seed);
  play_on(rules, s, random_turns(turns, 77), rng);
  if (!is_over(s)) apply_assume_legal(rules, s, deal(rules, s, rng));
  return s;
}

// The rules of a game may lie where those of an earlier one lay.
TEST(Bots, TakeNothingFromAGameBefore) {
  const RulesPtr large = mixture_rules("base:1 princess_dragon:1 tower:1 circus:1", 4);
  for (const std::string name : {"judge", "mcts:nodes=20:memory=1", "greedy"}) {
    const auto bot = make_bot(name);
    Rules rules = *rules_of({"base"}, 2);
    Rng rng(3);
    bot->begin({}, rules, 0);
    const GameState one = middle(rules, 1, 20);
    EXPECT_TRUE(is_legal(rules, one, bot->choose(rules, one, rng)));
    rules = *large;
    bot->begin({}, rules, 0);
    const GameState other = middle(rules, 1, 30);
    EXPECT_TRUE(is_legal(rules, other, bot->choose(rules, other, rng))) << name;
  }
}

TEST(Search, MemoryStaysWithinItsLimit) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{1} << 20;
  Search search(*rules, default_weights(), settings);
  Rng rng(1);
  const GameState s = middle(*rules, 3, 20);
  search.run(s, {4000, 0}, rng);
  EXPECT_EQ(search.simulations(), 4000u);
  EXPECT_LE(search.tree().bytes_used(), search.tree().bytes_limit());
  EXPECT_LE(2 * search.tree().bytes_limit(), settings.memory);
  EXPECT_GT(search.tree().bytes_used(), search.tree().bytes_limit() / 2);
}

TEST(Tree, ThatIsFullSaysSoUntilItIsCleared) {
  Tree tree(std::size_t{4} << 10);
  std::uint32_t first = 0;
  while (tree.add_edges(3, first) != nullptr) EXPECT_FALSE(tree.is_full());
  EXPECT_TRUE(tree.is_full());
  EXPECT_LE(tree.bytes_used(), tree.bytes_limit());
  tree.clear();
  EXPECT_FALSE(tree.is_full());
  while (tree.add_node(0) != kNoNode) EXPECT_FALSE(tree.is_full());
  EXPECT_TRUE(tree.is_full());
}

TEST(Search, KeepsWhatLiesBelowTheAnswerGiven) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{32} << 20;
  Search search(*rules, default_weights(), settings);
  Rng rng(1);
  GameState s = middle(*rules, 5, 10);
  search.run(s, {300, 0}, rng);
  const SearchedAction best = search.answers().front();
  EXPECT_GT(best.visits, 30u);
  search.advance(best.action);
  apply_assume_legal(*rules, s, best.action);
  const std::uint32_t before = search.tree().node(0).visits;
  EXPECT_EQ(before, best.visits);
  search.run(s, {50, 0}, rng);
  EXPECT_EQ(search.tree().node(0).visits, before + 50);
}

TEST(Search, KnowsAllAnswersOfARootThatWasKept) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{32} << 20;
  settings.widest = 3;
  Search search(*rules, default_weights(), settings);
  Rng rng(1);
  GameState s = middle(*rules, 5, 40);
  const auto go_on = [&](const Action& action) {
    search.advance(action);
    apply_assume_legal(*rules, s, action);
  };
  search.run(s, {2000, 0}, rng);
  while (decision(s) != DecisionKind::draw) {
    go_on(search.answers().front().action);
    search.run(s, {2000, 0}, rng);
  }
  go_on(search.answers().front().action);
  const std::vector<SearchedAction> kept = search.answers();
  ASSERT_EQ(kept.size(), 3u);
  const std::size_t possible = count_legal(*rules, s);
  ASSERT_GT(possible, 10u);
  search.run(s, {1, 0}, rng);
  const std::vector<SearchedAction> known = search.answers();
  EXPECT_EQ(known.size(), possible);
  std::uint32_t visits_kept = 0, visits_known = 0;
  for (const SearchedAction& answer : kept) visits_kept += answer.visits;
  for (const SearchedAction& answer : known) visits_known += answer.visits;
  EXPECT_GT(visits_kept, 20u);
  EXPECT_EQ(visits_known, visits_kept + 1);  // and what was found is found again
  EXPECT_EQ(known.front().action, kept.front().action);
}

TEST(Search, StopsWhenTold) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const GameState s = middle(*rules, 9, 30);
  SearchSettings settings;
  settings.memory = std::size_t{4} << 20;
  Search search(*rules, default_weights(), settings);
  const std::atomic<bool> stop{true};
  Rng rng(2);
  search.run(s, {0, 0}, rng, &stop);
  EXPECT_EQ(search.simulations(), 0u);
}

// What is left could not have changed the answer: the whole budget gives the same one.
TEST(Search, EndsWhenDecidedWithTheAnswerOfTheWholeBudget) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{32} << 20;
  int ended_early = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const GameState s = middle(*rules, seed, 30);
    constexpr std::uint64_t kAll = 3000;
    const auto searched = [&](bool until_decided) {
      Search search(*rules, default_weights(), settings);
      Rng rng(seed);
      search.run(s, {kAll, 0, until_decided}, rng);
      return std::pair{search.answers().front().action, search.simulations()};
    };
    const auto [quick, used] = searched(true);
    const auto [thorough, all] = searched(false);
    EXPECT_EQ(quick, thorough) << seed;
    EXPECT_EQ(all, kAll);
    ended_early += used < kAll ? 1 : 0;
  }
  EXPECT_GT(ended_early, 0);
}

// However a search is cut, it is the same search; a budget until all is decided ends at the same
// simulation.
TEST(Search, SlicesAddUpToOneRun) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{16} << 20;
  const GameState s = middle(*rules, 4, 30);
  for (const bool until_decided : {false, true}) {
    const SearchBudget whole{2000, 0, until_decided};
    Search at_once(*rules, default_weights(), settings);
    Search in_slices(*rules, default_weights(), settings);
    Rng rng(1), same(1);
    at_once.run(s, whole, rng);
    in_slices.begin(s, whole, same);
    int slices = 1;
    while (in_slices.go_on(s, {37, 0})) ++slices;
    EXPECT_GT(slices, 3);
    EXPECT_EQ(in_slices.simulations(), at_once.simulations());
    EXPECT_EQ(rng.next(), same.next());
    const auto expected = at_once.answers(), found = in_slices.answers();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].action, expected[i].action);
      EXPECT_EQ(found[i].visits, expected[i].visits);
      EXPECT_EQ(found[i].lead, expected[i].lead);
    }
    // What lies below an answer can be read in place, as it is when the game has gone there.
    const Action best = expected.front().action;
    const auto below = in_slices.answers_after({&best, 1});
    at_once.advance(best);
    ASSERT_EQ(below.size(), at_once.answers().size());
    EXPECT_EQ(below.front().action, at_once.answers().front().action);
    const Action nowhere[] = {best, below.front().action, Action::draw(0), Action::draw(0)};
    EXPECT_TRUE(in_slices.answers_after(nowhere).empty());
  }
}

// The reserve is for doubt: it changes nothing where the answer is clear, and is never exceeded.
TEST(Search, GoesOnIntoTheReserveOnlyInDoubt) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{16} << 20;
  settings.exploration = 1;  // more of it leaves more doubt
  constexpr std::uint64_t kUsual = 400, kReserve = 300;
  int went_on = 0, kept_it = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const GameState s = middle(*rules, seed, 30);
    Search search(*rules, default_weights(), settings);
    Rng rng(seed);
    search.run(s, {kUsual, 0, true, kReserve}, rng);
    EXPECT_EQ(search.used(), search.simulations());
    EXPECT_LE(search.used(), kUsual + kReserve);
    (search.used() > kUsual ? went_on : kept_it) += 1;

    Search in_slices(*rules, default_weights(), settings);
    Rng same(seed);
    in_slices.begin(s, {kUsual, 0, true, kReserve}, same);
    while (in_slices.go_on(s, {61, 0})) {
    }
    EXPECT_EQ(in_slices.simulations(), search.simulations());
    EXPECT_EQ(in_slices.answers().front().action, search.answers().front().action);
  }
  EXPECT_GT(went_on, 0);
  EXPECT_GT(kept_it, 0);
}

// A rival cannot catch up any more in what is left of the usual budget: that ends no search that
// has a reserve and is in doubt. With large budgets it did, nearly always.
TEST(Search, EndsInDoubtOnlyWhenItsReserveCannotHelp) {
  const RulesPtr rules = rules_of({"base"}, 2);
  SearchSettings settings;
  settings.memory = std::size_t{32} << 20;
  constexpr std::uint64_t kUsual = 3000, kReserve = 3000;
  int went_on = 0, ended_early = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const GameState s = middle(*rules, seed, 30);
    Search search(*rules, default_weights(), settings);
    Rng rng(seed);
    search.run(s, {kUsual, 0, true, kReserve}, rng);
    const auto answers = search.answers();
    ASSERT_GE(answers.size(), 2u);
    const bool is_rivalled = answers[1].visits > answers[0].visits / 3;
    const std::uint64_t ahead = answers[0].visits - answers[1].visits;
    EXPECT_TRUE(!is_rivalled || search.used() + ahead >= kUsual + kReserve)
        << seed << ": " << answers[0].visits << " and " << answers[1].visits << " visits after "
        << search.used();
    went_on += search.used() > kUsual ? 1 : 0;
    ended_early += search.used() < kUsual ? 1 : 0;
  }
  EXPECT_GT(went_on, 0);
  EXPECT_GT(ended_early, 0);
}

TEST(TurnBudget, IsOfAllAnswersOfATurn) {
  TurnBudget budget(1000);
  std::uint64_t all = 0;
  for (int answer = 0; answer < 20; ++answer) {
    const TurnBudget::Answer may = budget.for_an_answer(kNoClock);
    EXPECT_GE(may.usual, 1u);  // 0 would be no limit
    EXPECT_EQ(may.reserve, 0u);
    budget.spend(may.usual);
    all += may.usual;
  }
  EXPECT_GE(all, 990u);
  EXPECT_LE(all, 1020u);
}

TEST(TurnBudget, SavesForHardMomentsWithinItsBound) {
  TurnBudget budget(1000);
  budget.spend(300);
  budget.begin_turn(1000, 1);
  EXPECT_EQ(budget.for_an_answer(kNoClock).usual, 750u);
  EXPECT_EQ(budget.for_an_answer(kNoClock).reserve, 700u);
  budget.begin_turn(1000, 1);
  EXPECT_EQ(budget.for_an_answer(kNoClock).reserve, 1000u);  // not 1700
  budget.spend(1400);
  budget.begin_turn(1000, 1);
  EXPECT_EQ(budget.for_an_answer(kNoClock).reserve, 600u);
  budget.begin_turn(1000, 0);
  EXPECT_EQ(budget.for_an_answer(kNoClock).reserve, 0u);
}

// Whatever is saved: a clock that grants little is kept to.
TEST(TurnBudget, NeverExceedsWhatAClockGrants) {
  TurnBudget budget(1000);
  for (int turn = 0; turn < 3; ++turn) budget.begin_turn(1000, 2);
  for (const std::uint64_t granted : {0u, 1u, 10u, 749u, 751u, 1500u, 100000u}) {
    const TurnBudget::Answer may = budget.for_an_answer(granted);
    EXPECT_LE(may.usual + may.reserve, std::max<std::uint64_t>(1, granted));
  }
}

TEST(Mcts, AnswersInSlicesAsAtOnce) {
  const RulesPtr rules = rules_of({"base"}, 2);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const GameState s = middle(*rules, seed, 25);
    const auto bot = make_bot("mcts:nodes=600:memory=16");
    const auto other = make_bot("mcts:nodes=600:memory=16");
    Rng rng(seed), same(seed);
    auto answer = bot->begin_answer(*rules, s, rng);
    while (!answer) answer = bot->go_on(std::chrono::milliseconds(1));
    EXPECT_EQ(*answer, other->choose(*rules, s, same));
  }
}

// With the last tile in hand the exact end is the best final score, tried one by one.
TEST(Endgame, TheLastTileIsPlayedExactly) {
  const RulesPtr rules = rules_of({"base"}, 2);
  GameState s = middle(*rules, 21, 70);
  ASSERT_EQ(tiles_left(s), 0);
  ASSERT_EQ(decision(s), DecisionKind::place);
  const auto solved = solve_endgame(*rules, s, {100000});
  ASSERT_TRUE(solved.has_value());
  const Seat seat = actor(s);
  for (const SolvedAction& one : *solved) {
    GameState child = s;
    apply_assume_legal(*rules, child, one.action);
    double best = -1e9;
    std::vector<Action> options;
    if (is_over(child)) {
      best = child.core->players[seat].score - child.core->players[1 - seat].score;
    } else {
      legal(*rules, child, options);
      for (const Action& action : options) {
        GameState end = child;
        apply_assume_legal(*rules, end, action);
        ASSERT_TRUE(is_over(end));
        best = std::max<double>(best,
                                end.core->players[seat].score - end.core->players[1 - seat].score);
      }
    }
    EXPECT_DOUBLE_EQ(one.lead, best);
    EXPECT_DOUBLE_EQ(one.chance, best > 0 ? 1 : best == 0 ? 0.5 : 0);
  }
}

TEST(Endgame, GivesUpBeyondItsLimit) {
  const RulesPtr rules = rules_of({"base"}, 2);
  EXPECT_FALSE(solve_endgame(*rules, middle(*rules, 21, 69), {50}).has_value());
  EXPECT_FALSE(solve_endgame(*rules, middle(*rules, 21, 30), {100000}).has_value());
}

// A position takes from less than a microsecond to ten, by the sets: positions alone are no limit
// of time.
TEST(Endgame, EndsWhenItsTimeIsOverOrItIsStopped) {
  const RulesPtr rules = rules_of({"base"}, 2);
  const GameState s = middle(*rules, 21, 69);
  const EndingLimit free{1'000'000};
  ASSERT_TRUE(best_ending(*rules, s, free).has_value());
  ASSERT_TRUE(solve_endgame(*rules, s, free).has_value());
  EndingLimit late = free, stopped = free;
  late.until = EndingLimit::Clock::now();
  EXPECT_FALSE(best_ending(*rules, s, late).has_value());
  EXPECT_FALSE(solve_endgame(*rules, s, late).has_value());
  const std::atomic<bool> stop{true};
  stopped.stop = &stop;
  EXPECT_FALSE(best_ending(*rules, s, stopped).has_value());
  EXPECT_FALSE(solve_endgame(*rules, s, stopped).has_value());
  const RulesPtr three = rules_of({"base", "abbot"}, 3);
  EXPECT_FALSE(best_ending(*three, middle(*three, 3, 70), late).has_value());
}

TEST(Endgame, IsHopelessByItsTimeAsByItsPositions) {
  EndingLimit limit{1000};
  EndingEffort few(limit);
  few.look_at(100);
  EXPECT_FALSE(few.is_hopeless(40));
  EXPECT_TRUE(few.is_hopeless(41));
  limit.until = EndingLimit::Clock::now() - std::chrono::seconds(1);
  EXPECT_TRUE(EndingEffort(limit).is_hopeless(1));
  limit.until = EndingLimit::Clock::now() + std::chrono::hours(1);
  EXPECT_FALSE(EndingEffort(limit).is_hopeless(1));
}

// --- bazaars ---

TEST(Bazaar, BidsStayReasonable) {
  const RulesPtr rules = rules_of({"base", "bridges_castles_bazaars"}, 3);
  const auto bots = seats({"judge", "judge", "judge"});
  int bids = 0;
  for (std::uint64_t game = 0; game < 3; ++game) {
    GameState state = initial_state(*rules);
    GameRng rng(Rng::stream(7, game));
    play_out(*rules, state, bots, rng, nullptr, [&](const GameState&, const Action& action) {
      if (action.kind != ActionKind::bid && action.kind != ActionKind::offer) return;
      ++bids;
      EXPECT_LE(action.points, 15);
    });
  }
  EXPECT_GT(bids, 0);
}

}  // namespace
}  // namespace bastide
