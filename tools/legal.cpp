// bastide legal: the decision after a record's actions, and all its legal answers.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/notation/text_action.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

void print_json(const Rules& rules, const GameState& s) {
  Json json;
  json["decision"] = decision_to_json(s);
  json["legal"] = legal_to_json(rules, s);
  fmt::print("{}\n", line_of(json));
}

void print_text(const Rules& rules, const GameState& s) {
  const Paint& p = paint();
  std::vector<Action> answers;
  legal(rules, s, answers);
  fmt::print("{}{}{}", p.bold, decision_text(rules, s), p.off);
  if (!is_over(s)) fmt::print(" ({} answer{})", answers.size(), answers.size() == 1 ? "" : "s");
  fmt::print("\n");
  for (const Action& answer : answers) fmt::print("  {}\n", action_text(rules, s, answer));
}

}  // namespace

int run_legal(const LegalOptions& options) {
  return for_each_record(options.file, [&](const RecordInFile& from) {
    auto played = play_record(from.record);
    if (const auto* error = std::get_if<PlayError>(&played)) return complain_about(from, *error);
    const auto& [rules, state] = std::get<PlayedRecord>(played);
    if (options.json) {
      print_json(*rules, state);
    } else {
      print_text(*rules, state);
    }
    return kExitOk;
  });
}

}  // namespace bastide::tools
