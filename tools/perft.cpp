// bastide perft: how many action sequences of a length there are, chance included. The numbers are
// the engine's fingerprint: a rule changed anywhere near the position changes them.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/notation/text_action.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/perft_core.h"

namespace bastide::tools {

namespace {

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
  PerftCounter counter(*rules, options.depth);
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
