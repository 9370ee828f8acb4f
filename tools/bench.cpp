// Benchmarks: one figure a line, measured in CPU time on one core, and the signature.
#include "tools/bench.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/game/game.h"
#include "engine/core/rng.h"
#include "tools/bench_search.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "engine/game/signature.h"

namespace bastide::tools {

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// To the end, with a generator of its own that can stay in registers.
void play_at_random(const Rules& rules, GameState& s, Rng& rng) {
  Rng mine = rng;
  while (!is_over(s)) random_step(rules, s, mine);
  rng = mine;
}

double games_per_second(const Rules& rules, double seconds) {
  const GameState start = initial_state(rules);
  GameState s = start;
  Rng rng(1);
  return calls_per_second(seconds, 20, [&] {
    s = start;
    play_at_random(rules, s, rng);
  });
}

RulesPtr base_rules(int players) { return rules_for(mixtures().front().sets, players); }

// The middle of random base games: 36 tiles laid, a tile drawn and waiting for its place.
std::vector<GameState> middles(const Rules& rules) {
  std::vector<GameState> states;
  for (std::uint64_t game = 0; game < 64; ++game) {
    Rng rng = Rng::stream(7, game);
    GameState s = initial_state(rules);
    while (!(s.core->turn >= 36 && decision(s) == DecisionKind::place)) random_step(rules, s, rng);
    states.push_back(s);
  }
  return states;
}

double state_bytes(double) {
  const RulesPtr rules = base_rules(2);
  const std::vector<GameState> states = middles(*rules);
  std::size_t bytes = 0;
  for (const GameState& s : states) bytes += s.used_bytes();
  return static_cast<double>(bytes / states.size());
}

double copy_ns(double seconds) {
  const RulesPtr rules = base_rules(2);
  const std::vector<GameState> states = middles(*rules);
  GameState copy = states[0];
  std::size_t next = 0;
  return 1e9 / calls_per_second(seconds, 1000, [&] { copy = states[next++ & 63]; });
}

double placements_ns(double seconds) {
  const RulesPtr rules = base_rules(2);
  const std::vector<GameState> states = middles(*rules);
  std::size_t next = 0;
  std::vector<Action> actions;
  actions.reserve(1024);
  return 1e9 /
         calls_per_second(seconds, 1000, [&] { legal(*rules, states[next++ & 63], actions); });
}

double sample_placement_ns(double seconds) {
  const RulesPtr rules = base_rules(2);
  const std::vector<GameState> states = middles(*rules);
  std::size_t next = 0;
  std::uint32_t word = 0;
  return 1e9 / calls_per_second(seconds, 1000, [&] {
           word += sample_legal(*rules, states[next++ & 63], word).value + 0x9E3779B9u;
         });
}

double playouts_per_second(double seconds) {
  const RulesPtr rules = base_rules(2);
  const std::vector<GameState> states = middles(*rules);
  GameState copy = states[0];
  std::size_t next = 0;
  Rng rng(3);
  return calls_per_second(seconds, 100, [&] {
    copy = states[next++ & 63];
    play_at_random(*rules, copy, rng);
  });
}

BenchFigure games_of(const Mixture& mixture, const std::string& key) {
  return {mixture.name, "games_per_second." + key, fmt::format("random games, {}", mixture.name),
          [&mixture](double s) { return games_per_second(*rules_for(mixture.sets, 2), s); }};
}

std::vector<BenchFigure> make_figures() {
  const std::vector<Mixture>& all = mixtures();
  std::vector<BenchFigure> figures{games_of(all.front(), "base"), games_of(all.back(), "all")};
  for (std::size_t i = 1; i + 1 < all.size(); ++i) figures.push_back(games_of(all[i], all[i].name));
  const std::vector<BenchFigure> others{
      {"base, 5 players", "games_per_second.base, 5 players", "random games, base, 5 players",
       [](double s) { return games_per_second(*base_rules(5), s); }},
      {"state", "state_bytes", "state in the middle of a game", state_bytes},
      {"copy", "copy_ns", "copy of a state in the middle", copy_ns},
      {"placements", "placements_ns", "all legal placements, written", placements_ns},
      {"sample", "sample_placement_ns", "one random legal placement", sample_placement_ns},
      {"playouts", "playouts_per_second", "playouts from the middle, with the copy",
       playouts_per_second},
  };
  figures.insert(figures.end(), others.begin(), others.end());
  const std::vector<BenchFigure> of_search = search_figures();
  figures.insert(figures.end(), of_search.begin(), of_search.end());
  return figures;
}

std::string number_text(const BenchFigure& figure, double value) {
  return fmt::format("{:.{}f}", value, unit_of(figure.path) == BenchUnit::nanoseconds ? 1 : 0);
}

// Members of one object follow each other in the table.
std::string json_text(const std::string& signature, const std::vector<const BenchFigure*>& figures,
                      const std::vector<double>& values) {
  std::string out = "{", open;
  if (!signature.empty()) out += fmt::format("\"signature\":\"{}\"", signature);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const std::string& path = figures[i]->path;
    const auto dot = path.find('.');
    const std::string object = dot == std::string::npos ? "" : path.substr(0, dot);
    if (object != open && !open.empty()) out += '}';
    if (!out.ends_with('{')) out += ',';
    if (object != open && !object.empty()) out += fmt::format("\"{}\":{{", object);
    open = object;
    out += fmt::format("\"{}\":{}", dot == std::string::npos ? path : path.substr(dot + 1),
                       number_text(*figures[i], values[i]));
  }
  return out + (open.empty() ? "}" : "}}");
}

void print_text(const std::string& signature, const std::vector<const BenchFigure*>& figures,
                const std::vector<double>& values) {
  constexpr std::string_view kBase = "games_per_second.base";
  if (!signature.empty()) fmt::print("{:<40}{}\n", "signature", signature);
  double base = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const BenchFigure& figure = *figures[i];
    if (figure.path == kBase) base = values[i];
    fmt::print("{:<40}{:>10} {}", figure.line, number_text(figure, values[i]),
               name_of(unit_of(figure.path)));
    if (base > 0 && figure.path.starts_with("games_per_second."))
      fmt::print("   {:>5.2f} of base", values[i] / base);
    fmt::print("\n");
  }
}

// The figures that were asked for; nothing if one of the names is none.
std::optional<std::vector<const BenchFigure*>> chosen(const std::vector<std::string>& names) {
  std::vector<bool> wanted(bench_figures().size(), names.empty());
  for (const std::string& name : names) {
    bool found = false;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (is_named(bench_figures()[i].name, bench_figures()[i].path, name))
        wanted[i] = found = true;
    if (found) continue;
    std::string known;
    for (const BenchFigure& figure : bench_figures())
      known += fmt::format("{}'{}'", known.empty() ? "" : ", ", figure.name);
    complain(fmt::format("bench: there is no figure '{}'; there are {}", name, known));
    return std::nullopt;
  }
  std::vector<const BenchFigure*> figures;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i]) figures.push_back(&bench_figures()[i]);
  return figures;
}

}  // namespace

// The best of three rounds is taken: on a shared machine the others measure somebody else's work.
double calls_per_second(double seconds, int batch, const std::function<void()>& work) {
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

const std::vector<BenchFigure>& bench_figures() {
  static const std::vector<BenchFigure> figures = make_figures();
  return figures;
}

int run_bench(const BenchOptions& options) {
  if (options.signature_only) {
    fmt::print("{:016x}\n", signature());
    return kExitOk;
  }
  if (!options.compare.empty()) return run_bench_compare(options);
  const auto figures = chosen(options.only);
  if (!figures) return kExitMalformed;
  // It takes longer than a figure, so who asks for some figures alone gets them alone.
  const std::string signature_text =
      options.only.empty() ? fmt::format("{:016x}", signature()) : std::string();
  std::vector<double> values;
  for (const BenchFigure* figure : *figures)
    values.push_back(figure->measure(options.seconds > 0 ? options.seconds : 1.0));
  if (options.json)
    fmt::print("{}\n", json_text(signature_text, *figures, values));
  else
    print_text(signature_text, *figures, values);
  return kExitOk;
}

}  // namespace bastide::tools
