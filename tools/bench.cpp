// Benchmarks: one figure a line, measured in CPU time on one core, and the signature.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/game/game.h"
#include "engine/core/rng.h"
#include "tools/bench_search.h"
#include "tools/commands.h"
#include "engine/game/signature.h"

namespace bastide::tools {
namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Calls work() in batches until enough CPU time has gone by; returns calls a second. The best of
// three rounds is taken: on a shared machine the others measure somebody else's work.
double rate(double seconds, int batch, const std::function<void()>& work) {
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const double begin = cpu_seconds();
    double spent = 0;
    std::uint64_t calls = 0;
    do {
      for (int i = 0; i < batch; ++i) work();
      calls += static_cast<std::uint64_t>(batch);
      spent = cpu_seconds() - begin;
    } while (spent < seconds / 3);
    best = std::max(best, static_cast<double>(calls) / spent);
  }
  return best;
}

double games_per_second(const Rules& rules, double seconds) {
  const GameState start = initial_state(rules);
  GameState s = start;
  Rng rng(1);
  return rate(seconds, 20, [&] {
    s = start;
    while (!is_over(s)) random_step(rules, s, rng);
  });
}

// The middle of random games: 36 tiles laid, a tile drawn and waiting for its place.
std::vector<GameState> middles(const Rules& rules, int count) {
  std::vector<GameState> states;
  for (int game = 0; game < count; ++game) {
    Rng rng = Rng::stream(7, static_cast<std::uint64_t>(game));
    GameState s = initial_state(rules);
    while (!(s.core->turn >= 36 && decision(s) == DecisionKind::place)) random_step(rules, s, rng);
    states.push_back(s);
  }
  return states;
}

struct Rates {
  std::vector<std::pair<const char*, double>> games;  // a second, by mixture
  double five_players = 0, copy_ns = 0, placements_ns = 0, sampled_ns = 0, playouts = 0;
  std::size_t state_bytes = 0;
};

void measure_middles(const Rules& rules, double seconds, Rates& rates) {
  const std::vector<GameState> states = middles(rules, 64);
  GameState copy = states[0];
  std::size_t next = 0, bytes = 0;
  for (const GameState& s : states) bytes += s.used_bytes();
  rates.state_bytes = bytes / states.size();
  rates.copy_ns = 1e9 / rate(seconds, 1000, [&] { copy = states[next++ & 63]; });
  std::vector<Action> actions;
  actions.reserve(1024);
  rates.placements_ns =
      1e9 / rate(seconds, 1000, [&] { legal(rules, states[next++ & 63], actions); });
  std::uint32_t word = 0;
  rates.sampled_ns = 1e9 / rate(seconds, 1000, [&] {
                       word += sample_legal(rules, states[next++ & 63], word).value + 0x9E3779B9u;
                     });
  Rng rng(3);
  rates.playouts = rate(seconds, 100, [&] {
    copy = states[next++ & 63];
    while (!is_over(copy)) random_step(rules, copy, rng);
  });
}

Rates measure(double seconds) {
  Rates rates;
  for (const Mixture& mixture : mixtures())
    rates.games.emplace_back(mixture.name, games_per_second(*rules_for(mixture.sets, 2), seconds));
  const RulesPtr base = rules_for(mixtures().front().sets, 2);
  rates.five_players = games_per_second(*rules_for(mixtures().front().sets, 5), seconds);
  measure_middles(*base, seconds, rates);
  return rates;
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const std::string signature_text = fmt::format("{:016x}", signature());
  if (options.signature_only) {
    fmt::print("{}\n", signature_text);
    return kExitOk;
  }
  const Rates f = measure(options.seconds > 0 ? options.seconds : 1.0);
  const double base = f.games.front().second, all = f.games.back().second;
  if (options.json) {
    fmt::print("{{\"signature\":\"{}\",\"games_per_second\":{{\"base\":{:.0f},\"all\":{:.0f}",
               signature_text, base, all);
    for (std::size_t i = 1; i + 1 < f.games.size(); ++i)
      fmt::print(",\"{}\":{:.0f}", f.games[i].first, f.games[i].second);
    fmt::print(
        ",\"base, 5 "
        "players\":{:.0f}}},\"state_bytes\":{},\"copy_ns\":{:.1f},\"placements_ns\":{:.1f},"
        "\"sample_placement_ns\":{:.1f},\"playouts_per_second\":{:.0f}}}\n",
        f.five_players, f.state_bytes, f.copy_ns, f.placements_ns, f.sampled_ns, f.playouts);
    return kExitOk;
  }
  fmt::print("signature                            {}\n", signature_text);
  for (const auto& [name, games] : f.games)
    fmt::print("random games, {:<17}{:>13.0f} /s   {:>5.2f} of base\n", name, games, games / base);
  fmt::print("random games, base, 5 players  {:>13.0f} /s   {:>5.2f} of base\n", f.five_players,
             f.five_players / base);
  fmt::print("playouts from the middle       {:>13.0f} /s   (the copy included)\n", f.playouts);
  fmt::print("copy of a state in the middle  {:>13.1f} ns   ({} bytes)\n", f.copy_ns,
             f.state_bytes);
  fmt::print("all legal placements, written  {:>13.1f} ns\n", f.placements_ns);
  fmt::print("one random legal placement     {:>13.1f} ns\n", f.sampled_ns);
  print_search_rates(options.seconds > 0 ? options.seconds : 1.0);
  return kExitOk;
}

}  // namespace bastide::tools
