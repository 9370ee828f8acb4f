#include "bots/bot.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#if !defined(BASTIDE_NO_FILES)
#include <fstream>
#include <sstream>
#endif

#include "bots/levels.h"
#include "bots/mcts_bot.h"
#include "bots/read_number.h"

namespace bastide {

namespace {

constexpr std::array<std::string_view, 4> kNames{"random", "greedy", "judge", "mcts"};

// The settings after the name: "nodes=2000".
struct Settings {
  Weights weights = default_weights();
  MctsOptions mcts;
  double temperature = 0;
};

struct NumberSetting {
  std::string_view name;
  double least, most;
  void (*set)(Settings&, double);
};

#if defined(BASTIDE_WASM)
constexpr double kMostMemory = kSearchMemory >> 20;
#else
constexpr double kMostMemory = 1 << 20;
#endif

constexpr NumberSetting kNumbers[] = {
    {"temperature", 0, 100, [](Settings& s, double v) { s.temperature = s.mcts.temperature = v; }},
    {"nodes", 1, 1e12,
     [](Settings& s, double v) {
       s.mcts.budget.nodes = static_cast<std::uint64_t>(v);
       s.mcts.budget.ms = 0;
     }},
    {"ms", 1, 1e9,
     [](Settings& s, double v) { s.mcts.budget = {0, static_cast<std::uint64_t>(v)}; }},
    {"threads", 0, 256, [](Settings& s, double v) { s.mcts.search.threads = static_cast<int>(v); }},
    {"memory", 1, kMostMemory,
     [](Settings& s, double v) { s.mcts.search.memory = static_cast<std::size_t>(v) << 20; }},
    {"exploration", 0, 100, [](Settings& s, double v) { s.mcts.search.exploration = v; }},
    {"prior", 0.1, 1000, [](Settings& s, double v) { s.mcts.search.prior_points = v; }},
    {"hint", 0.01, 1000, [](Settings& s, double v) { s.mcts.search.hint_visits = v; }},
    {"expand", 0, 1e6,
     [](Settings& s, double v) { s.mcts.search.expand_after = static_cast<unsigned>(v); }},
    {"turns", -1, 1000,
     [](Settings& s, double v) { s.mcts.search.playout.turns = static_cast<int>(v); }},
    {"rounds", 0, 1000,
     [](Settings& s, double v) { s.mcts.search.playout.more_rounds = static_cast<int>(v); }},
    {"places", 1, 1000,
     [](Settings& s, double v) { s.mcts.search.playout.places = static_cast<int>(v); }},
    {"pieces", 0, 256,
     [](Settings& s, double v) { s.mcts.search.playout.piece_chance = static_cast<unsigned>(v); }},
    {"saved", 0, 100, [](Settings& s, double v) { s.mcts.saved_turns = v; }},
    {"runoff", 0, 1, [](Settings& s, double v) { s.mcts.runoff = v; }},
    {"margin", 0, 1, [](Settings& s, double v) { s.mcts.search.margin_share = v; }},
    {"widest", 2, 60000,
     [](Settings& s, double v) { s.mcts.search.widest = static_cast<std::uint32_t>(v); }},
    {"endgame", 0, 1e12,
     [](Settings& s, double v) { s.mcts.search.endgame = static_cast<std::uint64_t>(v); }},
    {"reuse", 0, 1, [](Settings& s, double v) { s.mcts.reuse = v != 0; }},
};

#if defined(BASTIDE_NO_FILES)
std::string read_weights(std::string_view, Weights&) { return "there are no files here"; }
#else
std::string read_weights(std::string_view file, Weights& into) {
  std::ifstream in{std::string(file)};
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) return std::string(file) + " cannot be read";
  auto parsed = parse_weights(text.str());
  if (const auto* error = std::get_if<std::string>(&parsed))
    return std::string(file) + ": " + *error;
  into = std::get<Weights>(parsed);
  return {};
}
#endif

bool has_setting(std::string_view bot, std::string_view setting) {
  return bot == "mcts" || (bot == "judge" && (setting == "temperature" || setting == "weights"));
}

std::string no_such_setting(std::string_view bot, std::string_view setting) {
  std::string known = has_setting(bot, "weights") ? "weights" : "";
  for (const NumberSetting& one : kNumbers)
    if (has_setting(bot, one.name)) known += ", " + std::string(one.name);
  return std::string(bot) + " has no setting \"" + std::string(setting) + "\" (" +
         (known.empty() ? "it has none" : "there are " + known) + ")";
}

// What is wrong with the setting, or nothing.
std::string apply_setting(std::string_view bot, std::string_view text, Settings& settings) {
  const auto equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
  if (!has_setting(bot, name)) return no_such_setting(bot, name);
  if (name == "weights") return read_weights(value, settings.weights);
  for (const NumberSetting& setting : kNumbers) {
    if (setting.name != name) continue;
    double number = 0;
    if (!read_number(value, number) || !(number >= setting.least && number <= setting.most)) {
      // Not by a stream: its locales would be a fifth of the engine that runs in a page.
      char range[64];
      std::snprintf(range, sizeof range, "%.15g to %.15g", setting.least, setting.most);
      return std::string(name) + " must be a number from " + range;
    }
    setting.set(settings, number);
    return {};
  }
  return no_such_setting(bot, name);
}

const Level* find_level(std::string_view name) {
  for (const Level& level : levels())
    if (level.name == name || level.title == name) return &level;
  return nullptr;
}

std::string no_such_bot(std::string_view name) {
  if (const Level* level = find_level(name))
    return std::string(name) + " takes no settings; it is " + std::string(level->bot);
  std::string known;
  for (const std::string_view one : kNames) known += std::string(one) + ", ";
  known += std::string(levels().front().name) + " to " + std::string(levels().back().name);
  return "there is no bot \"" + std::string(name) + "\" (there are " + known + ")";
}

}  // namespace

std::variant<std::unique_ptr<Bot>, std::string> build_bot(std::string_view text) {
  if (const Level* level = find_level(text)) return build_bot(level->bot);
  const std::string_view name = text.substr(0, text.find(':'));
  if (std::ranges::find(kNames, name) == kNames.end()) return no_such_bot(name);
  Settings settings;
  for (std::string_view rest = text.substr(name.size()); !rest.empty();) {
    rest.remove_prefix(1);
    const std::string_view one = rest.substr(0, rest.find(':'));
    rest.remove_prefix(one.size());
    if (std::string wrong = apply_setting(name, one, settings); !wrong.empty())
      return std::string(text) + ": " + wrong;
  }
  if (name == "random") return make_random_bot();
  if (name == "greedy") return make_greedy_bot();
  if (name == "judge") return make_judge_bot(settings.weights, settings.temperature);
  return make_mcts_bot(settings.mcts, settings.weights);
}

std::unique_ptr<Bot> make_bot(std::string_view text) {
  auto built = build_bot(text);
  if (auto* bot = std::get_if<0>(&built)) return std::move(*bot);
  return nullptr;
}

std::span<const std::string_view> bot_names() { return kNames; }

}  // namespace bastide
