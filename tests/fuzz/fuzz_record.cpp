// libFuzzer: any bytes are read as records and replayed. Whatever they are, the answer is a state
// or an error, never a crash; and a record that reads is written and read again as the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <nlohmann/json.hpp>

#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/notation/record.h"
#include "engine/notation/text_action.h"

namespace {

using namespace bastide;

[[noreturn]] void stop(const char* what, const std::string& detail) {
  std::fprintf(stderr, "fuzz_record: %s: %s\n", what, detail.c_str());
  std::abort();
}

void check_round_trip(const Record& record) {
  const std::string text = write_record(record);
  const auto again = read_record(text);
  if (const auto* error = std::get_if<FormError>(&again)) stop("does not read back", error->text());
  if (write_record(std::get<Record>(again)) != text) stop("reads back as another", text);
}

void replay(const Record& record) {
  const auto compiled = compile(record.setup);
  if (std::holds_alternative<SetupError>(compiled)) return;
  const Rules& rules = *std::get<RulesPtr>(compiled);
  JsonEvents events(rules);
  GameState state = initial_state(rules, &events);
  for (const NamedAction& action : record.actions) {
    (void)action_text(action);
    const GameState before = state;
    const auto refusal = apply_named(rules, state, action, &events);
    if (!refusal) continue;
    if (!(state == before)) stop("a refused action changed the state", refusal->reason);
    if (refusal->reason.empty()) stop("refused without a reason", action_text(action));
    break;
  }
  if (const std::string wrong = check(rules, state); !wrong.empty()) stop("check", wrong);
  (void)line_of(state_to_json(rules, state));
  (void)line_of(events.events());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  RecordReader reader(in);
  while (auto next = reader.next()) {
    const auto* record = std::get_if<Record>(&*next);
    if (record == nullptr) {
      if (std::get<FormError>(*next).what.empty()) stop("an error without words", "");
      break;
    }
    check_round_trip(*record);
    replay(*record);
  }
  return 0;
}
