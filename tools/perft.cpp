// bastide perft: how many action sequences of a length there are, chance included. The numbers are
// the engine's fingerprint: a rule changed anywhere near the position changes them.
#include <fmt/core.h>

#include "engine/notation/text_action.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

// Sequences multiply by ten to fifty an action: nobody waits for more than this.
constexpr int kMaxPerftDepth = 12;

// States and lists for every depth, made once.
class Counter {
 public:
  Counter(const Rules& rules, int depth) : rules_(rules) {
    for (int i = 0; i < depth; ++i) {
      states_.emplace_back(rules.layout);
      answers_.emplace_back();
    }
  }

  std::uint64_t count(const GameState& s, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return count_legal(rules_, s);
    std::uint64_t sum = 0;
    const auto level = static_cast<std::size_t>(depth - 1);
    legal(rules_, s, answers_[level]);
    for (const Action& answer : answers_[level]) sum += after(s, answer, depth);
    return sum;
  }

  // Sequences of `depth` actions that begin with this one.
  std::uint64_t after(const GameState& s, const Action& answer, int depth) {
    GameState& child = states_[static_cast<std::size_t>(depth - 1)];
    child = s;
    apply_assume_legal(rules_, child, answer);
    return count(child, depth - 1);
  }

 private:
  const Rules& rules_;
  std::vector<GameState> states_;
  std::vector<std::vector<Action>> answers_;
};

struct Share {
  Action action;
  std::uint64_t nodes;
};

void print_json(const Rules& rules, const GameState& s, const PerftOptions& options,
                std::uint64_t nodes, const std::vector<Share>& shares) {
  Json json;
  json["depth"] = options.depth;
  json["nodes"] = nodes;
  if (options.divide) {
    Json& rows = json["divide"] = Json::array();
    for (const Share& share : shares) {
      Json row;
      row["action"] = action_to_json(rules, s, share.action);
      row["nodes"] = share.nodes;
      rows.push_back(std::move(row));
    }
  }
  fmt::print("{}\n", line_of(json));
}

int count_record(const RecordInFile& from, const PerftOptions& options) {
  auto played = play_record(from.record);
  if (const auto* error = std::get_if<PlayError>(&played)) return complain_about(from, *error);
  const auto& [rules, state] = std::get<PlayedRecord>(played);
  Counter counter(*rules, options.depth);
  std::vector<Share> shares;
  std::uint64_t nodes = 0;
  if (options.divide && options.depth > 0) {
    std::vector<Action> answers;
    legal(*rules, state, answers);
    for (const Action& answer : answers) {
      shares.push_back({answer, counter.after(state, answer, options.depth)});
      nodes += shares.back().nodes;
      if (!options.json)
        fmt::print("{}: {}\n", action_text(*rules, state, answer), shares.back().nodes);
    }
  } else {
    nodes = counter.count(state, options.depth);
  }
  if (options.json) {
    print_json(*rules, state, options, nodes, shares);
  } else {
    fmt::print("{}\n", nodes);
  }
  return kExitOk;
}

}  // namespace

int run_perft(const PerftOptions& options) {
  if (options.depth < 0 || options.depth > kMaxPerftDepth) {
    complain(
        fmt::format("--depth must be 0 to {}: the sequences multiply by ten to fifty with every "
                    "action",
                    kMaxPerftDepth));
    return kExitMalformed;
  }
  return for_each_record(options.file,
                         [&](const RecordInFile& from) { return count_record(from, options); });
}

}  // namespace bastide::tools
