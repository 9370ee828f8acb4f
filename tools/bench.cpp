// Benchmarks: one figure a line, measured in CPU time on one core, and the signature.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/game/game.h"
#include "engine/core/rng.h"
#include "tools/commands.h"

namespace bastide::tools {
namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

RulesPtr rules_for(const std::vector<SetChoice>& sets, int players) {
  Setup setup;
  setup.sets = sets;
  for (int i = 0; i < players; ++i) setup.players.push_back({"Player " + std::to_string(i + 1)});
  auto result = compile(setup);
  if (auto* error = std::get_if<SetupError>(&result)) {
    fmt::print(stderr, "bench: {}\n", error->reason);
    std::exit(kExitMalformed);
  }
  return std::get<RulesPtr>(result);
}

// Uniformly random legal answers; draws by the number of tiles left. One generator call a decision.
void play_random(const Rules& rules, GameState& s, Rng& rng) {
  while (!is_over(s)) {
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    const Action action = decision(s) == DecisionKind::draw ? sample_draw(rules, s, word)
                                                            : sample_legal(rules, s, word);
    apply_assume_legal(rules, s, action);
  }
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
    play_random(rules, s, rng);
  });
}

// The middle of random games: 36 tiles laid, a tile drawn and waiting for its place.
std::vector<GameState> middles(const Rules& rules, int count) {
  std::vector<GameState> states;
  for (int game = 0; game < count; ++game) {
    Rng rng = Rng::stream(7, static_cast<std::uint64_t>(game));
    GameState s = initial_state(rules);
    while (!(s.core->turn >= 36 && decision(s) == DecisionKind::place)) {
      const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
      apply_assume_legal(rules, s, decision(s) == DecisionKind::draw ? sample_draw(rules, s, word)
                                                                     : sample_legal(rules, s, word));
    }
    states.push_back(s);
  }
  return states;
}

// One number over fixed games: the same for every compiler, machine and build.
std::uint64_t signature() {
  std::uint64_t sum = 0;
  for (int players = 2; players <= 5; ++players)
    for (const auto& sets : {std::vector<SetChoice>{{"base", 1}}, {{"base", 2}}}) {
      const RulesPtr rules = rules_for(sets, players);
      for (std::uint64_t game = 0; game < 40; ++game) {
        Rng rng = Rng::stream(42, game);
        GameState s = initial_state(*rules);
        while (!is_over(s)) {
          const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
          const Action action = decision(s) == DecisionKind::draw ? sample_draw(*rules, s, word)
                                                                  : sample_legal(*rules, s, word);
          apply_assume_legal(*rules, s, action);
          sum = sum * 0x9E3779B97F4A7C15ull + state_hash(*rules, s);
        }
      }
    }
  return sum;
}

struct Figures {
  double base = 0, five_players = 0, all = 0, copy_ns = 0, placements_ns = 0, sampled_ns = 0,
         playouts = 0;
  std::size_t state_bytes = 0;
};

Figures measure(double seconds) {
  Figures figures;
  const RulesPtr base = rules_for({{"base", 1}}, 2);
  figures.base = games_per_second(*base, seconds);
  figures.five_players = games_per_second(*rules_for({{"base", 1}}, 5), seconds);
  figures.all = games_per_second(*rules_for({{"base", 5}}, 2), seconds);

  const std::vector<GameState> states = middles(*base, 64);
  GameState copy = states[0];
  std::size_t next = 0;
  std::size_t bytes = 0;
  for (const GameState& s : states) bytes += s.used_bytes();
  figures.state_bytes = bytes / states.size();
  figures.copy_ns = 1e9 / rate(seconds, 1000, [&] { copy = states[next++ & 63]; });
  std::vector<Action> actions;
  actions.reserve(1024);
  figures.placements_ns = 1e9 / rate(seconds, 1000, [&] { legal(*base, states[next++ & 63], actions); });
  std::uint32_t word = 0;
  figures.sampled_ns = 1e9 / rate(seconds, 1000, [&] {
    word += sample_legal(*base, states[next++ & 63], word).value + 0x9E3779B9u;
  });
  Rng rng(3);
  figures.playouts = rate(seconds, 100, [&] {
    copy = states[next++ & 63];
    play_random(*base, copy, rng);
  });
  return figures;
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const std::string signature_text = fmt::format("{:016x}", signature());
  if (options.signature_only) {
    fmt::print("{}\n", signature_text);
    return kExitOk;
  }
  const Figures f = measure(options.seconds > 0 ? options.seconds : 1.0);
  if (options.json) {
    fmt::print("{{\"signature\":\"{}\",\"games_per_second\":{{\"base\":{:.0f},\"base_5_players\":{:.0f},"
               "\"all\":{:.0f}}},\"state_bytes\":{},\"copy_ns\":{:.1f},\"placements_ns\":{:.1f},"
               "\"sample_placement_ns\":{:.1f},\"playouts_per_second\":{:.0f}}}\n",
               signature_text, f.base, f.five_players, f.all, f.state_bytes, f.copy_ns, f.placements_ns,
               f.sampled_ns, f.playouts);
    return kExitOk;
  }
  fmt::print("signature                            {}\n", signature_text);
  fmt::print("random base games, 2 players   {:>10.0f} /s\n", f.base);
  fmt::print("random base games, 5 players   {:>10.0f} /s\n", f.five_players);
  fmt::print("random games of 360 base tiles {:>10.0f} /s\n", f.all);
  fmt::print("playouts from the middle       {:>10.0f} /s   (the copy included)\n", f.playouts);
  fmt::print("copy of a state in the middle  {:>10.1f} ns   ({} bytes)\n", f.copy_ns, f.state_bytes);
  fmt::print("all legal placements, written  {:>10.1f} ns\n", f.placements_ns);
  fmt::print("one random legal placement     {:>10.1f} ns\n", f.sampled_ns);
  return kExitOk;
}

}  // namespace bastide::tools
