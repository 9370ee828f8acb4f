#include "tools/arena/arena_core.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "bots/dealer.h"

namespace bastide::tools {

namespace {

// Both bots' scores: the average over the seats of each, and who has the best seat.
GameResult result_of(const ArenaPlan& plan, const GameState& s, int first_side) {
  const int players = plan.rules->player_count();
  double sum[2] = {0, 0}, best[2] = {-1e9, -1e9};
  int seats[2] = {0, 0};
  for (int seat = 0; seat < players; ++seat) {
    const int side = (seat + first_side) % 2;
    const double score = s.core->players[seat].score;
    sum[side] += score;
    best[side] = std::max(best[side], score);
    ++seats[side];
  }
  GameResult result;
  result.margin = sum[0] / seats[0] - sum[1] / seats[1];
  result.score = best[0] > best[1] ? 1 : best[0] < best[1] ? 0 : 0.5;
  return result;
}

// A bot that forfeits loses, by what it was behind and at least by this many points.
constexpr double kForfeitMargin = 25;

GameResult forfeited(const ArenaPlan& plan, const GameState& s, int first_side, int side,
                     std::string_view why) {
  GameResult result = result_of(plan, s, first_side);
  result.score = side == 0 ? 0 : 1;
  result.margin = side == 0 ? std::min(result.margin, -kForfeitMargin)
                            : std::max(result.margin, kForfeitMargin);
  result.forfeited = static_cast<std::int8_t>(side + 1);
  result.why = why;
  return result;
}

struct Side {
  Bot* bot;
  Rng rng;
};

bool is_set(const std::atomic<bool>* stop) { return stop != nullptr && stop->load(); }

GameResult play_game(const ArenaPlan& plan, Rng dealer, Side (&sides)[2], int first_side,
                     const std::atomic<bool>* stop) {
  const Rules& rules = *plan.rules;
  GameState s = initial_state(rules);
  // With more than two seats a bot sits in several, and sees the game once.
  for (int side = 0; side < 2; ++side)
    sides[side].bot->begin(plan.setup, rules, static_cast<Seat>((side + first_side) % 2));
  while (!is_over(s) && !is_set(stop)) {
    const Seat seat = actor(s);
    Action action;
    if (seat == kDealer) {
      action = deal(rules, s, dealer);
    } else {
      const int side = (seat + first_side) % 2;
      action = sides[side].bot->choose(rules, s, sides[side].rng);
      const std::string_view why = sides[side].bot->forfeit();
      if (!why.empty()) return forfeited(plan, s, first_side, side, why);
    }
    for (Side& side : sides) side.bot->observe(rules, s, action);
    apply_assume_legal(rules, s, action);
  }
  return result_of(plan, s, first_side);
}

std::uint64_t stream_of(std::uint64_t match, std::uint64_t index, unsigned what) {
  std::uint64_t mixed = (match << 40) ^ (index << 3) ^ what;
  return split_mix(mixed);
}

}  // namespace

PairResult play_pair(const ArenaPlan& plan, std::uint64_t match, std::uint64_t index, Bot& first,
                     Bot& second, const std::atomic<bool>* stop) {
  PairResult pair;
  for (unsigned game = 0; game < 2; ++game) {
    Side sides[2] = {{&first, Rng::stream(plan.seed, stream_of(match, index, 1 + 2 * game))},
                     {&second, Rng::stream(plan.seed, stream_of(match, index, 2 + 2 * game))}};
    pair.games[game] = play_game(plan, Rng::stream(plan.seed, stream_of(match, index, 0)), sides,
                                 static_cast<int>(game), stop);
  }
  return pair;
}

namespace {

// One match: pairs are played by several threads in any order and counted in theirs.
class Match {
 public:
  Match(const ArenaPlan& plan, const ArenaHooks& hooks, std::uint64_t number, MatchResult& result)
      : plan_(plan), hooks_(hooks), number_(number), result_(result) {}

  void play(std::uint64_t done_before, std::uint64_t all) {
    const std::uint64_t batch = hooks_.exchange ? kBatch * hooks_.shards : plan_.pairs;
    for (std::uint64_t from = 0; from < plan_.pairs && !finished(); from += batch) {
      const std::uint64_t to = std::min(plan_.pairs, from + batch);
      play_range(from, to, done_before, all);
      if (!hooks_.exchange) continue;
      std::vector<PairResult> results(to - from);
      for (auto& [index, pair] : waiting_) results[index - from] = pair;
      waiting_.clear();
      hooks_.exchange(results, from);
      for (std::uint64_t i = 0; i < results.size() && !finished(); ++i) count(results[i]);
    }
  }

 private:
  static constexpr std::uint64_t kBatch = 16;  // pairs a process between exchanges

  bool stopped() const { return is_set(hooks_.stop); }
  bool finished() const { return result_.verdict != Verdict::none || stopped(); }

  void play_range(std::uint64_t from, std::uint64_t to, std::uint64_t done_before,
                  std::uint64_t all) {
    std::atomic<std::uint64_t> next{from};
    std::atomic<int> running{plan_.threads};
    const auto work = [&] {
      const auto first = plan_.make_bot(plan_.bots[result_.first]);
      const auto second = plan_.make_bot(plan_.bots[result_.second]);
      while (!done_) {
        const std::uint64_t index = next.fetch_add(1);
        if (index >= to || stopped()) break;
        if (index % hooks_.shards != hooks_.shard) continue;
        const PairResult pair = play_pair(plan_, number_, index, *first, *second, hooks_.stop);
        if (stopped()) break;
        take(index, pair);
      }
      --running;
    };
    std::vector<std::jthread> pool;
    for (int i = 0; i < plan_.threads; ++i) pool.emplace_back(work);
    while (hooks_.progress && running > 0) {
      hooks_.progress(done_before + played_ * hooks_.shards, all);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  void take(std::uint64_t index, const PairResult& pair) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, pair);
    ++played_;
    for (const GameResult& game : pair.games)
      if (game.forfeited != 0 && hooks_.forfeit)
        hooks_.forfeit(game.forfeited == 1 ? result_.first : result_.second, index, game.why);
    if (hooks_.exchange) return;  // counted when all processes have theirs
    while (!waiting_.empty() && waiting_.begin()->first == result_.pairs.size() &&
           result_.verdict == Verdict::none) {
      count(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
    }
    if (result_.verdict != Verdict::none) done_ = true;
  }

  void count(const PairResult& pair) {
    result_.pairs.push_back(pair);
    result_.margin.add(pair.margin());
    result_.score.add(pair.score());
    result_.won += pair.games[0].score + pair.games[1].score;
    for (const GameResult& game : pair.games)
      if (game.forfeited != 0) ++result_.forfeits[game.forfeited - 1];
    if (!plan_.sprt) return;
    constexpr std::int64_t kLeast = 10;  // before that the variance is a guess
    const Sprt& sprt = *plan_.sprt;
    result_.llr = log_likelihood_ratio(result_.margin, sprt.h0, sprt.h1);
    if (result_.margin.count < kLeast) return;
    const SprtBounds bounds = sprt_bounds(sprt.alpha, sprt.beta);
    if (result_.llr >= bounds.upper) result_.verdict = Verdict::accept_h1;
    if (result_.llr <= bounds.lower) result_.verdict = Verdict::accept_h0;
  }

  const ArenaPlan& plan_;
  const ArenaHooks& hooks_;
  const std::uint64_t number_;
  MatchResult& result_;
  std::mutex mutex_;
  std::map<std::uint64_t, PairResult> waiting_;
  std::atomic<std::uint64_t> played_{0};
  std::atomic<bool> done_{false};
};

std::vector<Rating> ratings_of(const ArenaPlan& plan, const std::vector<MatchResult>& matches) {
  const std::size_t n = plan.bots.size();
  std::vector<std::vector<double>> won(n, std::vector<double>(n, 0)), games = won;
  for (const MatchResult& match : matches) {
    const double played = 2.0 * static_cast<double>(match.pairs.size());
    won[match.first][match.second] += match.won;
    won[match.second][match.first] += played - match.won;
    games[match.first][match.second] += played;
    games[match.second][match.first] += played;
  }
  return elo_ratings(won, games);
}

}  // namespace

ArenaResult run_arena(const ArenaPlan& plan, const ArenaHooks& hooks) {
  ArenaResult result;
  const std::size_t n = plan.bots.size();
  const std::uint64_t all = plan.pairs * (n * (n - 1) / 2);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j, ++number) {
      if (is_set(hooks.stop)) continue;
      MatchResult& match = result.matches.emplace_back();
      match.first = i;
      match.second = j;
      Match(plan, hooks, number, match).play(number * plan.pairs, all);
      if (match.pairs.empty()) result.matches.pop_back();
    }
  result.ratings = ratings_of(plan, result.matches);
  result.stopped = is_set(hooks.stop);
  return result;
}

}  // namespace bastide::tools
