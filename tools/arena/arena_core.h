// Matches between bots. A pair is two games on the same draws with the seats swapped, and is one
// datum. Pair i of a match depends on the seed, the match and i alone; so threads and processes
// change nothing, and a match that is stopped early is stopped at the same pair everywhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "engine/notation/record.h"
#include "tools/arena/statistics.h"

namespace bastide::tools {

using BotMaker = std::function<std::unique_ptr<Bot>(const std::string&)>;

struct Sprt {
  double h0 = 0, h1 = 2;  // mean margin of a pair, in points
  double alpha = 0.05, beta = 0.05;
};

struct ArenaPlan {
  RulesPtr rules;
  Setup setup;
  std::vector<std::string> bots;  // two or more; everybody meets everybody
  std::uint64_t pairs = 100;      // of each match
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<Sprt> sprt;
  BotMaker make_bot;
};

// Seen by the first bot of the match.
struct GameResult {
  double margin = 0;          // points ahead, averages of each side's seats
  double score = 0;           // 1 won, 0.5 tied, 0 lost
  std::int8_t forfeited = 0;  // 1: by the first bot, 2: by the second
  std::string why = {};       // it was; known to the process that has played the game
};
struct PairResult {
  GameResult games[2];
  double margin() const { return (games[0].margin + games[1].margin) / 2; }
  double score() const { return (games[0].score + games[1].score) / 2; }
};

enum class Verdict : std::uint8_t { none, accept_h0, accept_h1 };

struct MatchResult {
  std::size_t first = 0, second = 0;  // bots of the plan
  std::vector<PairResult> pairs;      // in order
  Sample margin, score;               // a value a pair
  double won = 0;                     // points of the first, of 2 * pairs.size() games
  std::int64_t forfeits[2] = {0, 0};
  Verdict verdict = Verdict::none;
  double llr = 0;
};

struct ArenaHooks {
  const std::atomic<bool>* stop = nullptr;
  // A game was lost by a bot's own fault; one call at a time.
  std::function<void(std::size_t bot, std::uint64_t pair, const std::string& why)> forfeit;
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  // in pairs
  // Another process plays the rest: this one takes pairs with index % shards == shard and
  // `exchange` completes the results of a batch.
  std::uint64_t shard = 0, shards = 1;
  std::function<void(std::vector<PairResult>&, std::uint64_t from)> exchange;
};

struct ArenaResult {
  std::vector<MatchResult> matches;  // those with a pair or more
  std::vector<Rating> ratings;       // by bot
  bool stopped = false;
};

// With `stop` set meanwhile, the pair breaks off and its result means nothing.
PairResult play_pair(const ArenaPlan& plan, std::uint64_t match, std::uint64_t index, Bot& first,
                     Bot& second, const std::atomic<bool>* stop = nullptr);
ArenaResult run_arena(const ArenaPlan& plan, const ArenaHooks& hooks = {});

Json arena_to_json(const ArenaPlan& plan, const ArenaResult& result);
std::string arena_to_text(const ArenaPlan& plan, const ArenaResult& result);
std::string arena_to_svg(const ArenaPlan& plan, const ArenaResult& result);

}  // namespace bastide::tools
