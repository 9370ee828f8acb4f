// The arena: known values of its statistics, and results that depend on nothing but the seed.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/arena/arena_core.h"
#include "tools/arena/svg.h"
#include "tools/tune/tune_core.h"

namespace bastide::tools {
namespace {

// --- statistics ---

TEST(ArenaStatistics, WilsonIntervalHasItsKnownValues) {
  const auto [low, high] = wilson_interval(8, 10);
  EXPECT_NEAR(low, 0.4902, 1e-4);  // textbook: 8 of 10 at 95 %
  EXPECT_NEAR(high, 0.9433, 1e-4);
  EXPECT_EQ(wilson_interval(0, 0), (std::pair<double, double>{0, 1}));
  EXPECT_EQ(wilson_interval(0, 20).first, 0);
  EXPECT_NEAR(wilson_interval(20, 20).second, 1, 1e-12);
}

TEST(ArenaStatistics, EloOfAShareHasItsKnownValues) {
  EXPECT_NEAR(elo_of_share(0.5), 0, 1e-9);
  EXPECT_NEAR(elo_of_share(0.75), 190.848, 1e-3);
  EXPECT_NEAR(elo_of_share(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(share_of_elo(elo_of_share(0.63)), 0.63, 1e-12);
  EXPECT_TRUE(std::isfinite(elo_of_share(0)) && std::isfinite(elo_of_share(1)));
}

TEST(ArenaStatistics, SamplesHaveMeanAndError) {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  EXPECT_DOUBLE_EQ(sample.mean(), 5);
  EXPECT_NEAR(sample.variance(), 32.0 / 7, 1e-12);
  EXPECT_NEAR(sample.error(), std::sqrt(32.0 / 7 / 8), 1e-12);
  EXPECT_EQ(Sample{}.error(), 0);
}

TEST(ArenaStatistics, SprtIsThatOfWald) {
  const SprtBounds bounds = sprt_bounds(0.05, 0.05);
  EXPECT_NEAR(bounds.upper, std::log(19.0), 1e-12);
  EXPECT_NEAR(bounds.lower, -std::log(19.0), 1e-12);
  Sample sample;
  for (int i = 0; i < 50; ++i) sample.add(i % 2 == 0 ? 11 : -9);  // mean 1, variance 100 * 50 / 49
  EXPECT_NEAR(log_likelihood_ratio(sample, 0, 2), 0, 1e-12);      // right between the hypotheses
  EXPECT_NEAR(log_likelihood_ratio(sample, 0, 1), 50 * 1 * 1 / (2 * 5000.0 / 49), 1e-9);
  EXPECT_EQ(log_likelihood_ratio(Sample{}, 0, 1), 0);
}

// How often the test errs, on coins of known mean: no more than it promises, with some play.
TEST(ArenaStatistics, SprtErrsRarely) {
  Rng rng(5);
  const auto accepts_h1 = [&](double mean) {
    Sample sample;
    const SprtBounds bounds = sprt_bounds(0.05, 0.05);
    for (int i = 0; i < 100000; ++i) {
      double noise = 0;  // near enough to normal, deviation 14.5
      for (int k = 0; k < 12; ++k) noise += static_cast<double>(rng.next() >> 11) * 0x1p-53;
      sample.add(mean + 14.5 * (noise - 6));
      if (sample.count < 10) continue;
      const double llr = log_likelihood_ratio(sample, 0, 4);
      if (llr >= bounds.upper) return true;
      if (llr <= bounds.lower) return false;
    }
    return false;
  };
  int false_alarms = 0, hits = 0;
  for (int i = 0; i < 200; ++i) {
    false_alarms += accepts_h1(0) ? 1 : 0;
    hits += accepts_h1(4) ? 1 : 0;
  }
  EXPECT_LE(false_alarms, 22);
  EXPECT_GE(hits, 178);
}

TEST(ArenaStatistics, RatingsAreThoseOfTheExpectedResults) {
  const double elo[] = {200, 0, -200};
  std::vector<std::vector<double>> won(3, std::vector<double>(3, 0)), games = won;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) {
        games[i][j] = 20000;
        won[i][j] = 20000 * share_of_elo(elo[i] - elo[j]);
      }
  const auto ratings = elo_ratings(won, games);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(ratings[i].elo, elo[i], 0.1);
  // Two players, n games at 50 %: the difference has an error of 400 / ln 10 * 2 / sqrt(n).
  const auto two = elo_ratings({{0, 500}, {500, 0}}, {{0, 1000}, {1000, 0}});
  EXPECT_NEAR(2 * two[0].error, 400 / std::log(10.0) * 2 / std::sqrt(1001.0), 0.05);
  // A clean sweep stays finite.
  EXPECT_LT(elo_ratings({{0, 10}, {0, 0}}, {{0, 10}, {10, 0}})[0].elo, 1000);
}

// --- matches ---

ArenaPlan plan_of(std::vector<std::string> bots, std::uint64_t pairs, int threads = 1,
                  int players = 2) {
  ArenaPlan plan;
  plan.setup.sets.push_back({"base", 1});
  for (int i = 0; i < players; ++i) plan.setup.players.push_back({"P" + std::to_string(i)});
  plan.rules = std::get<RulesPtr>(compile(plan.setup));
  plan.bots = std::move(bots);
  plan.pairs = pairs;
  plan.threads = threads;
  plan.make_bot = [](const std::string& name) { return make_bot(name); };
  return plan;
}

TEST(Arena, ThreadsChangeNothing) {
  const std::vector<std::string> bots{"mcts:nodes=10:memory=4", "judge:temperature=1", "random"};
  const ArenaPlan one = plan_of(bots, 4, 1), two = plan_of(bots, 4, 2);
  EXPECT_EQ(arena_to_json(one, run_arena(one)).dump(), arena_to_json(two, run_arena(two)).dump());
}

// What several processes do over MPI, in one: each plays its share, and all have the same result.
TEST(Arena, SharesPutTogetherAreTheWhole) {
  const ArenaPlan plan = plan_of({"judge", "greedy"}, 9);
  const ArenaResult whole = run_arena(plan);
  std::vector<PairResult> table(9);
  for (const bool last_round : {false, true})
    for (std::uint64_t shard = 0; shard < 3; ++shard) {
      ArenaHooks hooks;
      hooks.shard = shard;
      hooks.shards = 3;
      hooks.exchange = [&](std::vector<PairResult>& results, std::uint64_t from) {
        for (std::size_t i = 0; i < results.size(); ++i) {
          if ((from + i) % 3 == shard) table[from + i] = results[i];
          if (last_round) results[i] = table[from + i];
        }
      };
      const ArenaResult result = run_arena(plan, hooks);
      if (last_round) {
        EXPECT_EQ(arena_to_json(plan, result).dump(), arena_to_json(plan, whole).dump());
      }
    }
}

// Breaks off at the 30th answer of the third bot.
class Alarm final : public Bot {
 public:
  explicit Alarm(std::atomic<bool>& stop) : stop_(stop) {}
  Action choose(const Rules& rules, const GameState& s, Rng&) override {
    if (++asked_ == 30) stop_ = true;
    return nth_legal(rules, s, 0);
  }
  std::string_view name() const override { return "alarm"; }

 private:
  std::atomic<bool>& stop_;
  int asked_ = 0;
};

TEST(Arena, AnArenaThatIsBrokenOffReportsWhatIsFinished) {
  ArenaPlan plan = plan_of({"greedy", "random", "alarm", "judge"}, 2);
  std::atomic<bool> stop{false};
  plan.make_bot = [&](const std::string& name) -> std::unique_ptr<Bot> {
    if (name == "alarm") return std::make_unique<Alarm>(stop);
    return make_bot(name);
  };
  ArenaHooks hooks;
  hooks.stop = &stop;
  const ArenaResult result = run_arena(plan, hooks);
  const Json json = arena_to_json(plan, result);
  EXPECT_EQ(json["stopped"], true);
  ASSERT_EQ(json["matches"].size(), 1u);  // greedy against random
  EXPECT_EQ(json["matches"][0]["pairs"], 2);
  ASSERT_EQ(json["ratings"].size(), 2u);  // the others have played nothing to the end
  EXPECT_EQ(json["ratings"][0]["bot"], "greedy");
  EXPECT_TRUE(json["ratings"][0]["elo"].is_number());
  EXPECT_EQ(arena_to_text(plan, result).find("nan"), std::string::npos);
  stop = true;
  const ArenaResult nothing = run_arena(plan, hooks);
  EXPECT_EQ(arena_to_text(plan, nothing), "");
  EXPECT_NE(arena_to_svg(plan, nothing).find("</svg>"), std::string::npos);
}

// Notes what is drawn.
class Watcher final : public Bot {
 public:
  explicit Watcher(std::vector<std::vector<TileType>>& draws) : draws_(draws) {}
  void begin(const Setup&, const Rules&, Seat) override { draws_.emplace_back(); }
  void observe(const Rules&, const GameState&, const Action& action) override {
    if (action.kind == ActionKind::draw) draws_.back().push_back(action.tile);
  }
  Action choose(const Rules& rules, const GameState& s, Rng& rng) override {
    return sample_legal(rules, s, static_cast<std::uint32_t>(rng.next() >> 32));
  }
  std::string_view name() const override { return "watcher"; }

 private:
  std::vector<std::vector<TileType>>& draws_;
};

TEST(Arena, APairIsPlayedOnTheSameDraws) {
  ArenaPlan plan = plan_of({"a", "b"}, 1);
  std::vector<std::vector<TileType>> draws;
  Watcher watcher(draws);
  const auto other = make_bot("random");
  play_pair(plan, 0, 0, watcher, *other);
  ASSERT_EQ(draws.size(), 2u);
  EXPECT_EQ(draws[0], draws[1]);
}

TEST(Arena, ADecidedMatchStopsAtTheSamePairEverywhere) {
  ArenaPlan plan = plan_of({"greedy", "random"}, 60, 2);
  plan.sprt = Sprt{0, 20, 0.05, 0.05};
  const ArenaResult result = run_arena(plan);
  EXPECT_EQ(result.matches[0].verdict, Verdict::accept_h1);
  EXPECT_EQ(result.matches[0].pairs.size(), 10u);  // the least number, for so clear a case
}

TEST(Arena, MoreThanTwoSeatsAreSharedBetweenTheTwo) {
  const ArenaPlan plan = plan_of({"greedy", "random"}, 2, 1, 4);
  const ArenaResult result = run_arena(plan);
  EXPECT_GT(result.matches[0].margin.mean(), 10);
  EXPECT_EQ(result.matches[0].won, 4);
}

TEST(Arena, PicturesAreWellFormedWhateverTheNames) {
  ArenaPlan plan = plan_of({"greedy", "random"}, 3);
  const ArenaResult result = run_arena(plan);
  plan.bots[0] = "<&\">";
  const std::string svg = arena_to_svg(plan, result);
  EXPECT_EQ(svg.find("<&"), std::string::npos);
  EXPECT_NE(svg.find("&lt;&amp;&quot;&gt;"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

TEST(Arena, PicturesShowFewPairsAndManyBots) {
  const ArenaPlan few = plan_of({"greedy", "random"}, 3);
  const std::string margins = arena_to_svg(few, run_arena(few));
  EXPECT_EQ(margins.find(">+0<"), std::string::npos);  // a scale for margins of 50 points and more
  EXPECT_NE(margins.find("3 pairs"), std::string::npos);
  ArenaPlan many = plan_of({"random", "random", "random"}, 1);
  const ArenaResult result = run_arena(many);
  many.bots[1] = "a name that is longer than the room for names on the left of a chart: é";
  const std::string ratings = arena_to_svg(many, result);
  EXPECT_NE(ratings.find("…<title>" + many.bots[1] + "</title>"), std::string::npos);
  EXPECT_NE(ratings.find(" ± "), std::string::npos);
}

// Loses by its own fault as soon as it is asked.
class Quitter final : public Bot {
 public:
  Action choose(const Rules& rules, const GameState& s, Rng&) override {
    why_ = "tired";
    return nth_legal(rules, s, 0);
  }
  std::string_view name() const override { return "quitter"; }
  std::string_view forfeit() const override { return why_; }

 private:
  std::string why_;
};

TEST(Arena, AForfeitIsToldWithItsReason) {
  ArenaPlan plan = plan_of({"random", "quitter"}, 1);
  plan.make_bot = [](const std::string& name) -> std::unique_ptr<Bot> {
    if (name == "quitter") return std::make_unique<Quitter>();
    return make_bot(name);
  };
  std::vector<std::string> told;
  ArenaHooks hooks;
  hooks.forfeit = [&](std::size_t bot, std::uint64_t pair, const std::string& why) {
    told.push_back(plan.bots[bot] + std::to_string(pair) + why);
  };
  const ArenaResult result = run_arena(plan, hooks);
  EXPECT_EQ(told, (std::vector<std::string>{"quitter0tired", "quitter0tired"}));
  const Json json = arena_to_json(plan, result);
  EXPECT_EQ(json["matches"][0]["forfeits"].dump(), "[0,2]");
  EXPECT_EQ(json["matches"][0]["score"], 1.0);
  EXPECT_GE(json["matches"][0]["margin"], 25.0);
  EXPECT_TRUE(json["matches"][0]["margin_95"].is_null());  // one pair has no interval
  EXPECT_EQ(json["stopped"], false);
}

// --- tuning ---

TEST(Tune, OddsAreFoundAgain) {
  const std::array<double, kOddsTerms> truth{0.5, -1, 0.3, 0.8, 0, -0.6, 0};
  Rng rng(3);
  const auto uniform = [&] { return static_cast<double>(rng.next() >> 11) * 0x1p-53; };
  std::vector<OddsSample> samples(20000);
  for (OddsSample& sample : samples) {
    double z = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      sample.terms[i] = i == 0 ? 1 : 2 * uniform() - 1;
      z += truth[i] * sample.terms[i];
    }
    sample.finished = uniform() < 1 / (1 + std::exp(-z));
  }
  const auto fitted = fit_odds(samples, {}, 1);
  for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(fitted[i], truth[i], 0.15) << i;
  EXPECT_LT(log_loss(samples, fitted), log_loss(samples, {}));
}

TEST(Tune, ThreadsChangeNothing) {
  TunePlan plan;
  plan.rules = plan_of({}, 1).rules;
  plan.start = default_weights();
  plan.odds_games = 4;
  plan.rounds = 2;
  plan.pairs = 2;
  const TuneResult one = tune(plan);
  plan.threads = 2;
  const TuneResult two = tune(plan);
  EXPECT_EQ(one.weights.value, two.weights.value);
  EXPECT_EQ(one.margins, two.margins);
  EXPECT_GT(one.samples, 100u);
  EXPECT_NE(tune_to_svg(one).find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace bastide::tools
