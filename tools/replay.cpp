// bastide replay: plays records again and shows where they lead.
#include <array>
#include <climits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/notation/names.h"
#include "engine/notation/text_action.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

constexpr std::size_t kReasons = kScoreNames.size();

// What the points were for, by seat and reason; and every event as text, when wanted.
class Summary final : public EventSink {
 public:
  Summary(const Rules& rules, bool tell) : rules_(rules), tell_(tell) {}

  void add(const GameState& state, const Event& event) override {
    if (tell_) fmt::print("{}\n", event_text(rules_, state, event));
    if (event.kind != EventKind::score || event.player >= kMaxPlayers) return;
    Sum& sum = sums_[event.player][static_cast<std::size_t>(event.reason)];
    ++sum.times;
    sum.points += event.points;
  }

  // "city 24 (3×), road 7 (2×)"
  std::string text(std::size_t seat) const {
    std::string text;
    for (std::size_t i = 0; i < kReasons; ++i) {
      const Sum& sum = sums_[seat][i];
      if (sum.times == 0) continue;
      text += fmt::format("{}{} {} ({}×)", text.empty() ? "" : ", ", kScoreNames[i], sum.points,
                          sum.times);
    }
    return text;
  }

 private:
  struct Sum {
    int times = 0;
    int points = 0;
  };
  const Rules& rules_;
  bool tell_;
  std::array<std::array<Sum, kReasons>, kMaxPlayers> sums_{};
};

std::string board_text(const GameState& s) {
  int west = INT_MAX, east = INT_MIN, south = INT_MAX, north = INT_MIN;
  for (std::size_t i = 0; i < s.core->tiles; ++i) {
    const Pos at = s.tiles[i].at;
    west = std::min<int>(west, at.x);
    east = std::max<int>(east, at.x);
    south = std::min<int>(south, at.y);
    north = std::max<int>(north, at.y);
  }
  if (s.core->tiles == 0) return "no tiles";
  return fmt::format("{} tiles in {} × {} cells, x {} to {}, y {} to {}", s.core->tiles,
                     east - west + 1, north - south + 1, west, east, south, north);
}

std::string supply_text(const Rules& rules, const PlayerState& player) {
  std::string text;
  for (std::size_t i = 0; i < kPieceKinds; ++i)
    if (rules.piece_in_play[i])
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kPieceNames[i], player.supply[i]);
  return text;
}

void print_summary(const RecordInFile& from, const Rules& rules, const GameState& s,
                   const Summary& summary) {
  const Paint& p = paint();
  if (from.number > 1) fmt::print("\n");
  fmt::print("{}{}{}: {} actions, turn {}\n", p.bold, from.where, p.off, from.record.actions.size(),
             s.core->turn);
  std::size_t width = 0;
  for (const PlayerSetup& player : rules.players) width = std::max(width, width_of(player.name));
  for (std::size_t i = 0; i < rules.players.size(); ++i) {
    const PlayerState& player = s.core->players[i];
    fmt::print("  {} {}{:>4}{}  {}{}{}  {}\n", padded(rules.players[i].name, width), p.bold,
               player.score, p.off, p.dim, supply_text(rules, player), p.off, summary.text(i));
  }
  int left = 0;
  for (std::size_t i = 0; i < rules.tiles.size(); ++i) left += s.stock[i];
  fmt::print("  board: {}\n  left:  {} tiles unseen", board_text(s), left);
  if (s.core->current != kNone) fmt::print(", {} in hand", tile_id(rules, s.core->current));
  fmt::print("\n  now:   {}{}{}\n", p.yellow, decision_text(rules, s), p.off);
}

class Replay {
 public:
  Replay(const ReplayOptions& options, const RecordInFile& from, RulesPtr rules)
      : options_(options),
        from_(from),
        rules_(std::move(rules)),
        collected_(*rules_),
        summary_(*rules_, options.events && !options.json && !options.each),
        state_(initial_state(*rules_, sink())) {}

  int run() {
    const auto& actions = from_.record.actions;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      auto refusal =
          options_.each ? each(i, actions[i]) : apply_named(*rules_, state_, actions[i], sink());
      if (refusal) return complain_about(from_, {i, std::move(refusal->reason)});
    }
    finish();
    return kExitOk;
  }

 private:
  EventSink* sink() {
    if (!options_.json && !options_.each) return &summary_;
    return options_.events ? &collected_ : nullptr;
  }

  // One line for one action: the decision and the answers before it, the scores after it.
  std::optional<Refusal> each(std::size_t index, const NamedAction& named) {
    auto found = find_legal_action(*rules_, state_, named);
    if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
    const Action& action = std::get<Action>(found);
    Json line;
    line["index"] = index;
    line["decision"] = decision_to_json(state_);
    line["action"] = action_to_json(*rules_, state_, action);
    Json legal = options_.legal ? legal_to_json(*rules_, state_) : Json();
    apply_assume_legal(*rules_, state_, action, sink());
    line["scores"] = scores_to_json(*rules_, state_);
    line["supplies"] = supplies_to_json(*rules_, state_);
    if (options_.events) line["events"] = collected_.take();
    if (options_.legal) line["legal"] = std::move(legal);
    print(line);
    return std::nullopt;
  }

  void finish() {
    if (!options_.json && !options_.each) return print_summary(from_, *rules_, state_, summary_);
    Json state = state_to_json(*rules_, state_);
    if (options_.events && !options_.each) state["events"] = collected_.take();
    if (options_.legal && !options_.each) state["legal"] = legal_to_json(*rules_, state_);
    print(state);
  }

  static void print(const Json& json) {
    std::string line = line_of(json);
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
  }

  const ReplayOptions& options_;
  const RecordInFile& from_;
  RulesPtr rules_;
  JsonEvents collected_;
  Summary summary_;
  GameState state_;
};

}  // namespace

int run_replay(const ReplayOptions& options) {
  return for_each_record(options.file, [&](const RecordInFile& from) {
    auto rules = compile(from.record.setup);
    if (auto* error = std::get_if<SetupError>(&rules))
      return complain_about(from, {std::nullopt, std::move(error->reason)});
    return Replay(options, from, std::get<RulesPtr>(std::move(rules))).run();
  });
}

}  // namespace bastide::tools
